import { useEffect, useState } from "react";
import { Button } from "../components/controls/button.tsx";
import { Switch } from "../components/controls/choice.tsx";
import { Dialog } from "../components/controls/dialog.tsx";
import { Failure } from "../components/controls/states.tsx";
import { copyText } from "../components/files/download.ts";
import { formatCount } from "../model/format.ts";
import { decodeState, looksLikeState } from "../model/state-string.ts";
import { useRegisterActions } from "../state/actions.ts";
import { undoableToast } from "../state/edits.ts";
import { closeOverlay, showOverlay, useOverlay } from "../state/overlays.ts";
import { useSaveState } from "../state/save-state.ts";
import { openState, stateToShare } from "../state/share-state.ts";
import { toast } from "../state/toasts.ts";
import { useWorkspace } from "../state/workspace.ts";

/** Passing on what is on the screen as a short text, and opening such a text: by box, by paste, by address. */
export function StateDialogs() {
  const overlay = useOverlay((state) => state.overlay);
  const [refused, setRefused] = useState<unknown>(null);
  const open = (text: string) => {
    try {
      const isOther = openState(decodeState(text));
      closeOverlay();
      if (isOther) undoableToast("Opened a shared state");
      else toast("This state is already shown");
    } catch (error) {
      setRefused(error);
      showOverlay("open-state");
    }
  };
  usePastedState(open);
  useStateInAddress(open);
  useRegisterActions(
    [
      {
        id: "state.copy",
        title: "Copy the state as text for e-mail or chat…",
        run: () => showOverlay("copy-state"),
      },
      { id: "state.open", title: "Open a copied state…", run: () => showOverlay("open-state") },
    ].map((action) => ({ ...action, group: "File" })),
  );
  return (
    <>
      <Dialog title="Copy the state" isOpen={overlay === "copy-state"} onClose={closeOverlay}>
        {overlay === "copy-state" && <CopyState />}
      </Dialog>
      <Dialog
        title="Open a copied state"
        isOpen={overlay === "open-state"}
        onClose={() => {
          setRefused(null);
          closeOverlay();
        }}
      >
        <OpenState refused={refused} onOpen={open} />
      </Dialog>
    </>
  );
}

function CopyState() {
  const content = useWorkspace((state) => state.content);
  const [isWhole, setWhole] = useState(false);
  const { text, leftOut } = stateToShare(content, isWhole);
  const copy = async (what: string, value: string) => {
    const isDone = await copyText(value);
    if (isDone) closeOverlay();
    toast(
      isDone ? `Copied ${what}` : "The system did not allow copying. Select the text and copy it.",
    );
  };
  return (
    <div className="stack gap-3">
      <p>
        The expression, the retina’s name, selected cells, the part of the map, the shelf, texts and
        filters. Anyone who receives it can read the texts in it. The history and paths on this
        machine are never included.
      </p>
      <textarea
        className="state-text fine breaks across"
        aria-label="The state as text"
        readOnly
        rows={5}
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className="muted figures">{formatCount(text.length)} characters</p>
      {leftOut.length > 0 && (
        <p className="note caution" role="status">
          Left out to keep it short: {leftOut.join(", ")}.
        </p>
      )}
      {(leftOut.length > 0 || isWhole) && (
        <Switch label="Everything, whatever its length" isOn={isWhole} onChange={setWhole} />
      )}
      <div className="row wrap at-end">
        {!window.desktop && (
          <Button onPress={() => void copy("the link", `${window.location.origin}/#state=${text}`)}>
            Copy as a link to this computer
          </Button>
        )}
        <Button tone="primary" onPress={() => void copy("the state", text)}>
          Copy the text
        </Button>
      </div>
    </div>
  );
}

interface OpenStateProps {
  readonly refused: unknown;
  readonly onOpen: (text: string) => void;
}

function OpenState({ refused, onOpen }: OpenStateProps) {
  const [text, setText] = useState("");
  return (
    <form
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(text);
      }}
    >
      <p>Paste the text that begins with “semascope1.”. Undo brings back what is here now.</p>
      <textarea
        className="state-text fine breaks across"
        aria-label="Copied state"
        rows={5}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {refused !== null && <Failure error={refused} doing="Opening the state" />}
      <div className="row wrap at-end">
        <Button tone="primary" type="submit" isDisabled={text.trim() === ""}>
          Open it
        </Button>
      </div>
    </form>
  );
}

/** A state that is pasted anywhere but into a text box opens at once. */
function usePastedState(open: (text: string) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea");
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (event.defaultPrevented || isTyping || !looksLikeState(text)) return;
      event.preventDefault();
      open(text);
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  });
}

/** A link's state opens once the workspace is there, and leaves the address, so that a reload does not repeat it. */
function useStateInAddress(open: (text: string) => void): void {
  const isLoaded = useSaveState(({ status }) => status !== "starting" && status !== "unloaded");
  useEffect(() => {
    if (!isLoaded) return;
    const take = () => {
      const text = /^#state=(.+)$/.exec(window.location.hash)?.[1];
      if (text === undefined) return;
      window.history.replaceState(null, "", window.location.pathname + window.location.search);
      open(text);
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  });
}
