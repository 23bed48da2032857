import { download } from "../components/files/download.ts";
import { saveNow } from "./journal.ts";
import { readSaved } from "./journal-entries.ts";
import { isRecord } from "./slice.ts";
import { toast } from "./toasts.ts";
import { offerWayBack } from "./way-back.ts";
import { openWorkspace, type SavedWorkspace, savedWorkspace } from "./workspace.ts";

const FORMAT = "semascope-workspace";

/** The whole workspace, undo included, as one readable file. */
export function workspaceText(saved: SavedWorkspace, at: Date): string {
  return `${JSON.stringify({ format: FORMAT, savedAt: at.toISOString(), workspace: saved }, null, 2)}\n`;
}

/** @throws Error with a sentence for the person when the text is no workspace of this version */
export function readWorkspaceText(text: string): SavedWorkspace {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("The file is not JSON. It may be damaged or cut short.");
  }
  if (!isRecord(value) || value.format !== FORMAT)
    throw new Error("The file is not a workspace of Semascope.");
  const saved = readSaved(value.workspace);
  if (!saved)
    throw new Error("The workspace was saved by another version and cannot be read here.");
  return saved;
}

export function saveWorkspaceAs(): void {
  const now = new Date();
  const name = `semascope ${now.toISOString().slice(0, 10)}.json`;
  download(name, workspaceText(savedWorkspace(), now), "application/json");
  toast(`Saved the workspace as ${name}`);
}

/** Replaces everything by the file's content; what was there stays one click, or one command, away. */
export async function openWorkspaceFile(file: File): Promise<void> {
  openInstead(readWorkspaceText(await file.text()), file.name);
}

/** Opens a workspace in place of the one at hand. */
export function openInstead(saved: SavedWorkspace, name: string): void {
  const before = savedWorkspace();
  openWorkspace(saved);
  void saveNow();
  offerWayBack(before, {
    text: `Opened ${name}`,
    title: `Back to the workspace before ${name} was opened`,
    onBack: () => void saveNow(),
  });
}
