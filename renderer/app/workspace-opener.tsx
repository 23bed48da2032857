import { useRef, useState } from "react";
import { Button } from "../components/controls/button.tsx";
import { Dialog } from "../components/controls/dialog.tsx";
import { Failure } from "../components/controls/states.tsx";
import { SaveBox } from "../features/workspace/save-box.tsx";
import { useRegisterActions } from "../state/actions.ts";
import { openWorkspaceFile } from "../state/open-workspace.ts";
import { closeOverlay, showOverlay, useOverlay } from "./overlays.ts";

/** Opening and saving the workspace as one file, from the palette, the keys or the desktop's menu. */
export function WorkspaceOpener() {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<unknown>(null);
  const isSaving = useOverlay(({ overlay }) => overlay === "save-workspace");
  const choose = () => input.current?.click();
  useRegisterActions([
    {
      id: "workspace.open",
      title: "Open a workspace file…",
      group: "File",
      keys: "$mod+o",
      run: choose,
    },
    {
      id: "workspace.save-as",
      title: "Save the workspace as a file…",
      group: "File",
      keys: "$mod+Shift+s",
      run: () => showOverlay("save-workspace"),
    },
  ]);
  return (
    <>
      <SaveBox isOpen={isSaving} onClose={closeOverlay} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Workspace file"
        accept=".zip,.json,application/zip,application/json"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) openWorkspaceFile(file).catch(setError);
        }}
      />
      <Dialog
        title="Open a workspace"
        width="narrow"
        isOpen={error !== null}
        onClose={() => setError(null)}
        actions={
          <Button
            tone="primary"
            onPress={() => {
              setError(null);
              choose();
            }}
          >
            Choose another file…
          </Button>
        }
      >
        <Failure error={error} doing="Opening the file" />
      </Dialog>
    </>
  );
}
