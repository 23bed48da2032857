import { useRef } from "react";
import { FileOpener } from "../components/files/file-opener.tsx";
import { SaveBox } from "../features/workspace/save-box.tsx";
import { isWorkspaceName } from "../model/workspace-file.ts";
import { useRegisterActions } from "../state/actions.ts";
import { openWorkspaceFile } from "../state/open-workspace.ts";
import { closeOverlay, showOverlay, useOverlay } from "../state/overlays.ts";

/** Opening and saving the workspace as one file, from the palette, the keys, the desktop's menu, or dropped. */
export function WorkspaceOpener() {
  const input = useRef<HTMLInputElement>(null);
  const isSaving = useOverlay(({ overlay }) => overlay === "save-workspace");
  useRegisterActions([
    {
      id: "workspace.open",
      title: "Open a workspace file…",
      group: "File",
      keys: "$mod+o",
      run: () => input.current?.click(),
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
      <FileOpener
        input={input}
        label="Workspace file"
        accept=".zip,.json,application/zip,application/json"
        title="Open a workspace"
        doing="Opening the file"
        takes={isWorkspaceName}
        open={openWorkspaceFile}
      />
    </>
  );
}
