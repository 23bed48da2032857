import { badCorpus } from "../../errors.ts";
import { kindOf, listFiles, type TextFile } from "../files/list-files.ts";

/** Kinds of files that a training reads. */
const CORPUS_KINDS = ["txt", "md", "csv", "tsv", "jsonl", "ndjson"] as const;

/** One file of a corpus. */
export type CorpusFile = TextFile;

/** Whether a file of this name would be read. */
export const isCorpusFile = (name: string): boolean =>
  CORPUS_KINDS.some((kind) => kind === kindOf(name)?.kind);

/** The corpus files among `paths`, folders read to any depth. @throws bad-corpus */
export async function listCorpus(paths: readonly string[]): Promise<CorpusFile[]> {
  if (paths.length === 0) throw badCorpus("Name at least one file or folder to train on.");
  return listFiles(paths, { kinds: CORPUS_KINDS, inFolders: CORPUS_KINDS, refuse: badCorpus });
}
