import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, truncate } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../config/system-error.ts";
import { writeSafely } from "../config/write-safely.ts";
import { readWholeText } from "../files/regular-file.ts";

/** Of a workspace or a journal; requests that save them are a small part of it. */
const MOST_BYTES = 2 ** 29;

/** The two files of a workspace. Every step is whole or not done, but for an append, which a crash may cut. */
export interface WorkspaceFiles {
  /** Undefined when there is none. */
  readSaved(): Promise<string | undefined>;
  /** At every moment the old or the new text is on disk. */
  replaceSaved(text: string): Promise<void>;
  /** Renames a file that cannot be read. @returns its new name */
  setSavedAside(): Promise<string>;
  readJournal(): Promise<string>;
  /** Resolves once the lines are on disk. */
  appendToJournal(lines: string): Promise<void>;
  /** Leaves only this many bytes. */
  cutJournal(bytes: number): Promise<void>;
  removeJournal(): Promise<void>;
  /** Removes what a killed process left half written. */
  tidy(): Promise<void>;
}

/** `workspace.json` and `journal.jsonl` of one folder, both readable. */
export function filesIn(folder: string): WorkspaceFiles {
  const saved = path.join(folder, "workspace.json");
  const journal = path.join(folder, "journal.jsonl");
  // A window may write without having loaded: the folder may have been removed since, or never been there.
  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    readSaved: () => readIfThere(saved),
    replaceSaved: async (text) => {
      await makeFolder();
      await writeSafely(saved, text);
    },
    async setSavedAside() {
      const aside = `${saved}.damaged-${randomUUID().slice(0, 8)}`;
      await rename(saved, aside);
      return path.basename(aside);
    },
    readJournal: async () => (await readIfThere(journal)) ?? "",
    appendToJournal: async (lines) => {
      await makeFolder();
      await appendDurably(journal, lines);
    },
    cutJournal: (bytes) => truncate(journal, bytes),
    removeJournal: () => rm(journal, { force: true }),
    async tidy() {
      const left = `${path.basename(saved)}.tmp-`;
      for (const name of await readdir(folder))
        if (name.startsWith(left)) await rm(path.join(folder, name), { force: true });
    },
  };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readWholeText(file, MOST_BYTES);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw cause;
  }
}

/**
 * Returns once the lines are on disk. What a full disk let through of them is taken back, or the next line would
 * be glued to its cut end and lost with it.
 */
async function appendDurably(file: string, lines: string): Promise<void> {
  const handle = await open(file, "a", 0o600);
  const { size } = await handle.stat();
  try {
    await handle.writeFile(lines);
    await handle.datasync();
  } catch (cause) {
    await handle.truncate(size).catch(() => undefined);
    throw cause;
  } finally {
    await handle.close();
  }
}
