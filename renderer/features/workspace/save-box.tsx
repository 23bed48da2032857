import { useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { download } from "../../components/files/download.ts";
import { packWorkspace } from "../../model/workspace-file.ts";
import { useRetina } from "../../state/retina.ts";
import { toast } from "../../state/toasts.ts";
import { savedWorkspace } from "../../state/workspace.ts";

interface SaveBoxProps {
  readonly onClose: () => void;
}

/** Says what goes into the file before it is written. */
export function SaveBox({ onClose }: SaveBoxProps) {
  return (
    <Dialog title="Save the workspace as a file" width="narrow" isOpen onClose={onClose}>
      <SaveForm onClose={onClose} />
    </Dialog>
  );
}

function SaveForm({ onClose }: SaveBoxProps) {
  const retina = useRetina();
  const [name, setName] = useState(() => `semascope ${new Date().toISOString().slice(0, 10)}`);
  const save = () => {
    const file = `${name.trim() === "" ? "semascope" : name.trim()}.json`;
    download(file, packWorkspace(savedWorkspace(), retina, new Date()), "application/json");
    onClose();
    toast(`Saved the workspace as ${file}`);
  };
  return (
    <form
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label className="row">
        <span>Name</span>
        <input
          className="grow"
          value={name}
          maxLength={120}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <span className="muted">.json</span>
      </label>
      <p className="muted">
        Readable JSON: expressions, shelf, texts, filters with their examples. No path of this
        computer is in it.
      </p>
      <div className="row at-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button tone="primary" type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}
