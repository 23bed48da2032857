import { create } from "zustand";
import type { RetinaStamp } from "../../core/workspace/cells.ts";
import { isText } from "../../core/workspace/fit.ts";
import { latestOf, splitAtOpening } from "../../core/workspace/journal-entries.ts";
import { EMPTY_WORKSPACE, type SavedWorkspace } from "../../core/workspace/workspace.ts";
import { call } from "../api/client.ts";
import { retinaCardsQuery } from "../api/map-queries.ts";
import { queryClient } from "../api/query-client.ts";
import { formatBytes } from "../model/format.ts";
import type { WorkspaceFile } from "../model/workspace-file.ts";
import { saveNow } from "./journal.ts";
import { offerReturn } from "./offer-return.ts";
import { openWorkspace, savedWorkspace } from "./workspace.ts";

interface Lacking {
  readonly file: {
    readonly saved: SavedWorkspace;
    readonly name: string;
    readonly retina: string;
  } | null;
  /** The person is about to install it. */
  readonly isInstalling: boolean;
}

/** A file that was not opened, as its retina is not installed. */
export const useLacking = create<Lacking>(() => ({ file: null, isInstalling: false }));

const MOST_BYTES = 200_000_000;

/**
 * Replaces everything by the file's content; what was there stays one click, or one command, away. Where its retina
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
    useLacking.setState({
      file: { saved: read.saved, retina: retina.name, name: file.name },
      isInstalling: false,
    });
  else openInstead(inRetina(read.saved, retina?.name ?? ""), file.name);
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
function inRetina(saved: SavedWorkspace, name: string): SavedWorkspace {
  const cards = queryClient.getQueryData(retinaCardsQuery().queryKey);
  const isUsual = cards?.find(({ isDefault }) => isDefault)?.name === name;
  if (name === "" || isUsual || saved.content.retina === name) return saved;
  return { ...saved, content: { ...saved.content, retina: name } };
}

/**
 * Opens a workspace that was put aside when another was opened. Its journal may tell of the other, too.
 * @throws ApiError
 */
export async function openFormer(id: string, name: string): Promise<void> {
  const { workspace, journal } = await call("app.formerWorkspace", { id });
  const [own] = splitAtOpening(journal);
  openInstead(latestOf({ workspace, journal: own })?.workspace ?? EMPTY_WORKSPACE, name);
}

/** Opens a workspace in place of the one at hand. */
export function openInstead(saved: SavedWorkspace, name: string): void {
  const before = savedWorkspace();
  openWorkspace(saved);
  void saveNow();
  offerReturn(before, {
    text: `Opened ${name}`,
    title: `Back to the workspace before ${name} was opened`,
    onBack: () => void saveNow(),
  });
}
