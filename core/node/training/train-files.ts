import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { badCorpus } from "../../errors.ts";
import { codeOf } from "../config/error-code.ts";

/** Endings of the files that can be read, each also with .gz after it. */
export const CORPUS_KINDS = [".txt", ".md", ".csv", ".jsonl"] as const;
/** One of the endings. */
export type CorpusKind = (typeof CORPUS_KINDS)[number];

/** One file of a corpus. */
export interface CorpusFile {
  readonly file: string;
  readonly kind: CorpusKind;
  readonly isPacked: boolean;
  readonly bytes: number;
}

/**
 * The corpus files among `paths`, folders read to any depth, in an order that depends on names only. Hidden files
 * and other kinds are passed over in folders, but a file that is named itself must be one of the kinds.
 */
export async function listCorpus(paths: readonly string[]): Promise<CorpusFile[]> {
  if (paths.length === 0) throw badCorpus("Name at least one file or folder to train on.");
  const found: CorpusFile[] = [];
  for (const where of paths) {
    const info = await statOf(where);
    if (info.isDirectory()) found.push(...(await listFolder(where)));
    else found.push(namedFile(where, info.size));
  }
  if (found.length === 0)
    throw badCorpus(
      `There is no ${CORPUS_KINDS.join(", ")} file (plain or .gz) in ${paths.join(", ")}.`,
      { paths: [...paths] },
    );
  return found;
}

async function statOf(where: string) {
  try {
    return await stat(where);
  } catch (cause) {
    const reason = codeOf(cause) === "ENOENT" ? "does not exist" : "cannot be read";
    throw badCorpus(`${where} ${reason}.`, { path: where });
  }
}

async function listFolder(folder: string): Promise<CorpusFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: CorpusFile[] = [];
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) found.push(...(await listFolder(file)));
    else if (entry.isFile() && kindOf(file) !== undefined)
      found.push(namedFile(file, (await statOf(file)).size));
  }
  return found;
}

function namedFile(file: string, bytes: number): CorpusFile {
  const kind = kindOf(file);
  if (kind === undefined)
    throw badCorpus(`${file} is none of ${CORPUS_KINDS.join(", ")}, plain or .gz.`, { path: file });
  return { file, kind, isPacked: isPacked(file), bytes };
}

const isPacked = (file: string) => file.toLowerCase().endsWith(".gz");

function kindOf(file: string): CorpusKind | undefined {
  const plain = isPacked(file) ? file.slice(0, -3) : file;
  const extension = path.extname(plain).toLowerCase();
  return CORPUS_KINDS.find((kind) => kind === extension);
}
