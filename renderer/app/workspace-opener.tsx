import { useRef } from "react";
import { FileOpener } from "../components/files/file-opener.tsx";
import { MissingRetinaBox } from "../features/workspace/missing-retina-box.tsx";
import { SaveBox } from "../features/workspace/save-box.tsx";
import { useRegisterActions } from "../state/actions.ts";
import { openWorkspaceFile } from "../state/open-workspace.ts";
import { closeOverlay, showOverlay, useOverlay } from "./overlays.ts";

/** Opening and saving the workspace as one file, from the palette, the keys, the desktop's menu, or dropped. */
export function WorkspaceOpener() {
  const input = useRef<HTMLInputElement>(null);
  const overlay = useOverlay((state) => state.overlay);
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
      {overlay === "save-workspace" && <SaveBox onClose={closeOverlay} />}
      <MissingRetinaBox />
      <FileOpener
        input={input}
        label="Workspace file"
        accept=".json,application/json"
        title="Open a workspace"
        doing="Opening the file"
        takes={({ kind }) => kind === "workspace"}
        open={openWorkspaceFile}
      />
    </>
  );
}
