import { download } from "../components/files/download.ts";
import { saveNow } from "./journal.ts";
import { readSaved } from "./journal-entries.ts";
import type { Change } from "./json-diff.ts";
import { isRecord } from "./slice.ts";
import { toast } from "./toasts.ts";
import { offerWayBack } from "./way-back.ts";
import { openWorkspace, type SavedWorkspace, type Step, savedWorkspace } from "./workspace.ts";

const FORMAT = "semascope-workspace";

/** Where the texts of a training lie is of no use on another machine, and nobody else's business. */
const OF_THIS_MACHINE = ["training"];

/** The whole workspace, undo included, as one readable file without a path of this machine. */
export function workspaceText(saved: SavedWorkspace, at: Date): string {
  const workspace = withoutPaths(saved);
  return `${JSON.stringify({ format: FORMAT, savedAt: at.toISOString(), workspace }, null, 2)}\n`;
}

function withoutPaths(saved: SavedWorkspace): SavedWorkspace {
  const content = Object.fromEntries(
    Object.entries(saved.content).filter(([slice]) => !OF_THIS_MACHINE.includes(slice)),
  );
  const isOfPaths = ({ forward }: Step) =>
    forward.every((change) => OF_THIS_MACHINE.includes(sliceOf(change)));
  return {
    ...saved,
    content,
    past: saved.past.filter((step) => !isOfPaths(step)),
    future: saved.future.filter((step) => !isOfPaths(step)),
  };
}

const sliceOf = (change: Change): string =>
  String(change.path[0] ?? ("key" in change ? change.key : ""));

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
