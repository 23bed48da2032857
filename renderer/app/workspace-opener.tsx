import { useRef } from "react";
import { FileOpener } from "../components/files/file-opener.tsx";
import { onDemand, WithCode } from "../components/on-demand.ts";
import { FormerBox } from "../features/workspace/former-box.tsx";
import { LackingBox } from "../features/workspace/lacking-box.tsx";
import { useRegisterActions } from "../state/actions.ts";
import { openWorkspaceFile } from "../state/open-workspace.ts";
import { closeOverlay, showOverlay, useOverlay } from "./overlays.ts";

const saveBox = onDemand(
  "save box",
  async () => (await import("../features/workspace/save-box.tsx")).SaveBox,
);

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
    {
      id: "workspace.former",
      title: "Go back to an earlier workspace…",
      group: "File",
      run: () => showOverlay("former-workspaces"),
    },
  ]);
  return (
    <>
      {overlay === "save-workspace" && (
        <WithCode code={saveBox}>{(SaveBox) => <SaveBox onClose={closeOverlay} />}</WithCode>
      )}
      <FormerBox isOpen={overlay === "former-workspaces"} onClose={closeOverlay} />
      <LackingBox />
      <FileOpener
        input={input}
        label="Workspace file"
        accept=".zip,.json,application/zip,application/json"
        title="Open a workspace"
        doing="Opening the file"
        takes={({ kind }) => kind === "workspace"}
        open={openWorkspaceFile}
      />
    </>
  );
}
