import { create } from "zustand";
import type { RetinaStamp } from "../../core/workspace/cells.ts";
import { isText } from "../../core/workspace/fit.ts";
import { retinaCardsQuery } from "../api/map-queries.ts";
import { queryClient } from "../api/query-client.ts";
import { formatBytes } from "../model/format.ts";
import type { WorkspaceFile } from "../model/workspace-file.ts";
import { undoableToast } from "./edits.ts";
import { openAsStep } from "./workspace.ts";

interface MissingRetina {
  readonly file: {
    readonly read: WorkspaceFile;
    readonly name: string;
    readonly retina: string;
  } | null;
  /** The person is about to install it. */
  readonly isInstalling: boolean;
}

/** A file that was not opened, as its retina is not installed. */
export const useMissingRetina = create<MissingRetina>(() => ({ file: null, isInstalling: false }));

const MOST_BYTES = 200_000_000;

/**
 * Replaces everything by the file's content; what was there is one step of undo away. Where its retina
 * is not installed nothing is replaced until the person has chosen another, or installed it.
 * @throws Error with a sentence for the person
 */
export async function openWorkspaceFile(file: File): Promise<void> {
  if (file.size > MOST_BYTES)
    throw new Error(
      `“${file.name}” has ${formatBytes(file.size)}; a workspace has at most ${formatBytes(MOST_BYTES)}.`,
    );
  const { readWorkspace } = await import("../model/workspace-file.ts");
  const read = readWorkspace(new Uint8Array(await file.arrayBuffer()));
  const retina = retinaOf(read);
  if (retina && !(await isInstalled(retina.name)))
    useMissingRetina.setState({
      file: { read, retina: retina.name, name: file.name },
      isInstalling: false,
    });
  else openInstead(inRetina(read, retina?.name ?? ""), file.name);
}

/** The retina that a file is about: the one it names, else the one that was chosen in it. */
function retinaOf({ retina, saved }: WorkspaceFile): RetinaStamp | null {
  const { retina: chosen } = saved.content;
  if (isText(chosen) && chosen !== "" && chosen !== retina?.name)
    return { name: chosen, checksum: "" };
  return retina;
}

/** Where the engine cannot be asked, the file is opened all the same. */
async function isInstalled(name: string): Promise<boolean> {
  try {
    const cards = await queryClient.fetchQuery(retinaCardsQuery());
    return cards.some((card) => card.name === name && card.state === "ready");
  } catch {
    return true;
  }
}

/** One that was made with whatever was the usual retina there goes on with that one. */
function inRetina(file: WorkspaceFile, name: string): WorkspaceFile {
  const cards = queryClient.getQueryData(retinaCardsQuery().queryKey);
  const isUsual = cards?.find(({ isDefault }) => isDefault)?.name === name;
  return name === "" || isUsual ? file : withRetina(file, name);
}

export const withRetina = (file: WorkspaceFile, retina: string): WorkspaceFile => ({
  ...file,
  saved: { ...file.saved, content: { ...file.saved.content, retina } },
});

/** Opens a workspace in place of the one at hand, as a step that undo takes back. */
export function openInstead({ saved, isAsSaved }: WorkspaceFile, name: string): void {
  openAsStep(saved, `Open ${name}`);
  undoableToast(
    isAsSaved
      ? `Opened ${name}`
      : `Opened ${name}. It was edited or damaged after it was saved: check it before you go on.`,
  );
}
