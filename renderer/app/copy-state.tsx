import { useState } from "react";
import { Button } from "../components/controls/button.tsx";
import { Switch } from "../components/controls/choice.tsx";
import { copyText } from "../components/files/download.ts";
import { formatCount } from "../model/format.ts";
import { toast } from "../state/toasts.ts";
import { useWorkspace } from "../state/workspace.ts";
import { closeOverlay } from "./overlays.ts";
import { stateToShare } from "./share-state.ts";

/** What is on the screen as a short text. */
export function CopyState() {
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
