import { useEffect, useState } from "react";
import { looksLikeState } from "../../core/workspace/workspace.ts";
import { Button } from "../components/controls/button.tsx";
import { Dialog } from "../components/controls/dialog.tsx";
import { Failure } from "../components/controls/states.tsx";
import { onDemand, WithCode } from "../components/on-demand.ts";
import { useRegisterActions } from "../state/actions.ts";
import { undoableToast } from "../state/edits.ts";
import { useSaveState } from "../state/save-state.ts";
import { toast } from "../state/toasts.ts";
import { closeOverlay, showOverlay, useOverlay } from "./overlays.ts";

const copyState = onDemand("copy state", async () => (await import("./copy-state.tsx")).CopyState);

/** Passing on what is on the screen as a short text, and opening such a text: by box, by paste, by address. */
export function StateDialogs() {
  const overlay = useOverlay((state) => state.overlay);
  const [refused, setRefused] = useState<unknown>(null);
  const open = async (text: string) => {
    try {
      const { decodeState } = await import("./state-string.ts");
      const { openState } = await import("./share-state.ts");
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
        {overlay === "copy-state" && (
          <WithCode code={copyState}>{(CopyState) => <CopyState />}</WithCode>
        )}
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

interface OpenStateProps {
  readonly refused: unknown;
  readonly onOpen: (text: string) => Promise<void>;
}

function OpenState({ refused, onOpen }: OpenStateProps) {
  const [text, setText] = useState("");
  return (
    <form
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void onOpen(text);
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
function usePastedState(open: (text: string) => Promise<void>): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea");
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (event.defaultPrevented || isTyping || !looksLikeState(text)) return;
      event.preventDefault();
      void open(text);
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  });
}

/** A link's state opens once the workspace is there, and leaves the address, so that a reload does not repeat it. */
function useStateInAddress(open: (text: string) => Promise<void>): void {
  const isLoaded = useSaveState(({ status }) => status !== "starting" && status !== "unloaded");
  useEffect(() => {
    if (!isLoaded) return;
    const take = () => {
      const text = /^#state=(.+)$/.exec(window.location.hash)?.[1];
      if (text === undefined) return;
      window.history.replaceState(null, "", window.location.pathname + window.location.search);
      void open(text);
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  });
}
