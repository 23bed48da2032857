import { useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Switch } from "../../components/controls/choice.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Loading } from "../../components/controls/states.tsx";
import { download } from "../../components/files/download.ts";
import { plural } from "../../model/format.ts";
import type { TakenAlong } from "../../model/known-cells.ts";
import { packWorkspace } from "../../model/workspace-file.ts";
import { useRetina } from "../../state/retina.ts";
import { toast } from "../../state/toasts.ts";
import { savedWorkspace } from "../../state/workspace.ts";
import { useTakenAlong } from "./use-taken-along.ts";
import "./workspace.css";

interface SaveBoxProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Says what goes into the file before it is written. */
export function SaveBox({ isOpen, onClose }: SaveBoxProps) {
  return (
    <Dialog title="Save the workspace as a file" width="narrow" isOpen={isOpen} onClose={onClose}>
      {isOpen && <SaveForm onClose={onClose} />}
    </Dialog>
  );
}

function SaveForm({ onClose }: Pick<SaveBoxProps, "onClose">) {
  const retina = useRetina();
  const [name, setName] = useState(() => `semascope ${new Date().toISOString().slice(0, 10)}`);
  const [takesCells, setTakesCells] = useState(true);
  const { along, isReady } = useTakenAlong();
  const isWaiting = takesCells && !isReady;
  const save = () => {
    const file = `${name.trim() === "" ? "semascope" : name.trim()}.zip`;
    const saved = savedWorkspace();
    const now = new Date();
    const bytes = packWorkspace({ saved, retina, along: takesCells ? along : null }, now);
    download(file, bytes, "application/zip");
    onClose();
    toast(`Saved the workspace as ${file}`);
  };
  return (
    <form
      className="save-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWaiting) save();
      }}
    >
      <label className="save-name">
        <span>Name</span>
        <input
          value={name}
          maxLength={120}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <span className="muted">.zip</span>
      </label>
      <p className="muted">
        Readable JSON in a zip: expressions, shelf, texts, filters with their examples, history and
        undo. No path of this computer is in it.
      </p>
      <Switch
        label="Include the cells, so that it can be viewed without the retina"
        isOn={takesCells}
        onChange={setTakesCells}
      />
      {takesCells && <AlongNote along={along} isReady={isReady} />}
      <div className="save-actions">
        <Button onPress={onClose}>Cancel</Button>
        <Button tone="primary" type="submit" isDisabled={isWaiting}>
          Save
        </Button>
      </div>
    </form>
  );
}

function AlongNote({ along, isReady }: { along: TakenAlong | null; isReady: boolean }) {
  if (!isReady) return <Loading label="Computing the cells" />;
  const count = along?.fingerprints.length ?? 0;
  return (
    <p className="muted figures" role="status">
      {along
        ? `With the cells of ${plural(count, "item")} besides the shelf, as ${along.retina.name} has them.`
        : "No retina is in use, so there are no cells to include."}
    </p>
  );
}
