import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { JsonValue } from "../../api/schema/json-value.ts";
import { sealed, unsealed } from "../config/checksum.ts";
import { codeOf } from "../config/system-error.ts";
import { syncFolder } from "../config/write-safely.ts";
import { readWholeText } from "../files/regular-file.ts";

/** Of one document; a request that saves one is a small part of it. */
export const MOST_BYTES = 2 ** 29;

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** One save, as its file contains it. */
export interface SavedDocument {
  /** Grows by one with every save. */
  readonly revision: number;
  /** The session that saved it, and which of its saves it was. */
  readonly by: string;
  readonly save: number;
  /** ISO time. */
  readonly savedAt: string;
  readonly workspace: JsonObject;
}

export interface KeptFile {
  readonly revision: number;
  /** Milliseconds. */
  readonly at: number;
}

/** The files of a workspace, one for each kept save. A file is never changed. */
export interface WorkspaceFiles {
  /** Newest first. */
  list(): Promise<readonly KeptFile[]>;
  /** Undefined where there is none. */
  read(revision: number): Promise<string | undefined>;
  /** Resolves once the whole is on disk. @returns false where the revision is taken */
  create(revision: number, text: string): Promise<boolean>;
  remove(revision: number): Promise<void>;
  /** Renames a file that is damaged. @returns its new name */
  setAside(revision: number): Promise<string>;
  /** Removes what a killed process left half written. */
  tidy(): Promise<void>;
  /** A sentence about files of an earlier version, or null. */
  earlier(): Promise<string | null>;
}

const NAME = /^workspace-(\d+)\.json$/;
const EARLIER = "workspace.json";
const HALF_WRITTEN = /^(workspace-\d+|writer)\.json\.tmp-/;

export function filesIn(folder: string): WorkspaceFiles {
  const fileOf = (revision: number) => path.join(folder, `workspace-${revision}.json`);
  return {
    async list() {
      const found: KeptFile[] = [];
      for (const name of await namesIn(folder)) {
        const [, revision] = NAME.exec(name) ?? [];
        if (revision === undefined) continue;
        const { mtimeMs } = await stat(path.join(folder, name));
        found.push({ revision: Number(revision), at: mtimeMs });
      }
      return found.sort((a, b) => b.revision - a.revision);
    },
    read: (revision) => readIfThere(fileOf(revision)),
    create: (revision, text) => createSafely(fileOf(revision), text),
    remove: (revision) => rm(fileOf(revision), { force: true }),
    async setAside(revision) {
      const aside = `${fileOf(revision)}.damaged-${randomUUID().slice(0, 8)}`;
      await rename(fileOf(revision), aside);
      return path.basename(aside);
    },
    async tidy() {
      for (const name of await namesIn(folder)) {
        const file = path.join(folder, name);
        if (HALF_WRITTEN.test(name) && (await isOld(file))) await rm(file, { force: true });
      }
    },
    async earlier() {
      return (await namesIn(folder)).includes(EARLIER)
        ? `The workspace of an earlier development version cannot be read here. It is kept as ${path.join(folder, EARLIER)}.`
        : null;
    },
  };
}

/** What another process is writing at the moment is younger. */
const LONGEST_WRITE_MS = 60_000;

const isOld = (file: string): Promise<boolean> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs < Date.now() - LONGEST_WRITE_MS,
    () => false,
  );

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return [];
    throw cause;
  }
}

export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readWholeText(file, MOST_BYTES);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw cause;
  }
}

/** Of several that make the same file, one succeeds. At every moment the file is whole or not there. */
async function createSafely(file: string, text: string): Promise<boolean> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.tmp-${randomUUID()}`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch(async (cause) => {
      if (codeOf(cause) === "EEXIST" || (await isThere(file))) throw cause;
      // Some disks have no links.
      await rename(draft, file);
    });
    await syncFolder(folder);
    return true;
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false;
    throw cause;
  } finally {
    await rm(draft, { force: true });
  }
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

export const documentText = (saved: SavedDocument): string => `${JSON.stringify(sealed(saved))}\n`;

/** Undefined where a bit differs from what was written. */
export function parseDocument(text: string): SavedDocument | undefined {
  const saved = unsealed(parseObject(text), []);
  return Number.isSafeInteger(saved?.revision)
    ? (saved as unknown as SavedDocument | undefined)
    : undefined;
}

export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
