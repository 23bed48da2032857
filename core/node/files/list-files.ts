import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { ApiError, badInput, type ErrorDetails } from "../../errors.ts";
import type { Nature } from "../../tables/what-is-it.ts";
import { reasonOf } from "../config/system-error.ts";
import { DOCUMENT_FORMATS, isWorkbook, WORKBOOK_FORMATS } from "../documents/formats.ts";
import { archiveEntries } from "./archive-entries.ts";
import { natureOf, readingTrouble } from "./regular-file.ts";
import { whatFileIs } from "./what-is-it.ts";

/** Rows with columns. */
const DATA = ["csv", "tsv", "jsonl", "json", "parquet"] as const;
/** One text each. */
const TEXTS = ["txt", "md", ...DOCUMENT_FORMATS] as const;
/** Kinds of files that texts are read from. */
export const FILE_KINDS = [...DATA, ...TEXTS, ...WORKBOOK_FORMATS] as const;
export type FileKind = (typeof FILE_KINDS)[number];
/** What a folder gives: its texts, with workbooks as texts among them; without texts its tables. */
export const TEXT_KINDS: readonly FileKind[] = [...TEXTS, ...WORKBOOK_FORMATS];
export const TABLE_KINDS: readonly FileKind[] = [...DATA, ...WORKBOOK_FORMATS];

const isText = (kind: FileKind) => TEXTS.some((each) => each === kind);

/** One file that texts are read from. */
export interface TextFile {
  readonly file: string;
  /** Name for a person and for ids: relative to the folder that was named. */
  readonly name: string;
  readonly kind: FileKind;
  readonly isPacked: boolean;
  readonly bytes: number;
  /** Of the last change, in milliseconds. */
  readonly changed: number;
  /** Path inside `file`, where that is an archive. */
  readonly entry?: string;
  /** A workbook among documents is one text, like them. */
  readonly isOneText?: boolean;
}

/** A file that was passed over. */
export interface PassedFile {
  readonly place: string;
  readonly reason: string;
}

/** What is looked for. */
export interface Wanted {
  /** Kinds that a file may have that is named itself. */
  readonly kinds: readonly FileKind[];
  /** Kinds that are taken out of folders and archives. */
  readonly inFolders: readonly FileKind[];
  /** Kinds that are taken out of them instead where they hold no text. */
  readonly orElse?: readonly FileKind[];
  readonly refuse?: (message: string, details: ErrorDetails) => ApiError;
  /** Told of files in folders and archives that are not taken. */
  readonly onPassed?: ((passed: PassedFile) => void) | undefined;
}

/** A file in a folder or archive, with what it is. */
interface Inside {
  readonly file: Omit<TextFile, "kind" | "isPacked">;
  readonly nature: Nature;
}

/**
 * The files among the paths, those of folders and archives in an order that depends on names only. What a file is depends on
 * its content. Hidden files are passed over; a file that is named itself must be one of the kinds, and a regular one.
 */
export async function listFiles(paths: readonly string[], wanted: Wanted): Promise<TextFile[]> {
  const refuse = wanted.refuse ?? ((message, details) => badInput("file", message, details));
  const named: TextFile[] = [];
  const inside: Inside[] = [];
  const passed: PassedFile[] = [];
  for (const given of paths) {
    const where = await asOnDisk(given);
    const info = await stat(where).catch((cause: unknown) => {
      throw refuse(`${where} cannot be read: ${reasonOf(cause)}.`, { file: where });
    });
    if (info.isDirectory()) {
      inside.push(...(await listFolder(where, where, passed)));
      continue;
    }
    if (!info.isFile())
      throw refuse(`${where} cannot be read: it is ${natureOf(info)}, not a file.`, {
        file: where,
      });
    const file = fileOf(where, path.basename(where), info);
    const nature = await natureOfFile(where);
    if (nature.kind === "archive") inside.push(...(await listArchive(file, passed)));
    else named.push({ ...file, ...kindIn(file, nature, wanted.kinds, refuse) });
  }
  const found = [...named, ...fitting(inside, wanted, named, passed)];
  if (found.length === 0)
    throw refuse(
      `There is no ${endings(wanted.inFolders)} file in ${paths.join(", ")}.${listed(passed)}`,
      { paths: [...paths] },
    );
  for (const each of passed) wanted.onPassed?.(each);
  const hasTexts = found.some(({ kind }) => isText(kind));
  return found.map((file) =>
    hasTexts && isWorkbook(file.kind) ? { ...file, isOneText: true } : file,
  );
}

/** The path of a file that was named with the same letters, composed in another way; where there is none, the path itself. */
async function asOnDisk(file: string): Promise<string> {
  const { dir, base } = path.parse(file);
  if (/^[\0-\x7f]*$/.test(base) || (await isThere(file))) return file;
  const names = await readdir(dir === "" ? "." : dir).catch(() => []);
  const name = names.find((each) => each.normalize("NFC") === base.normalize("NFC"));
  return name === undefined ? file : path.join(dir, name);
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const endings = (kinds: readonly FileKind[]) => kinds.map((each) => `.${each}`).join(", ");

const MOST_LISTED = 5;
function listed(passed: readonly PassedFile[]): string {
  if (passed.length === 0) return "";
  const some = passed.slice(0, MOST_LISTED).map(({ place, reason }) => `${place} (${reason})`);
  const more = passed.length - some.length;
  return ` Passed over: ${some.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

async function natureOfFile(file: string): Promise<Nature> {
  try {
    return await whatFileIs(file);
  } catch (cause) {
    throw readingTrouble(file, cause);
  }
}

/** Parquet is read in places, so it cannot be packed. */
function kindOf({ format, isPacked }: Nature): FileKind | undefined {
  const kind = FILE_KINDS.find((each) => each === format);
  return isPacked && kind === "parquet" ? undefined : kind;
}

function kindIn(
  { file, name }: Pick<TextFile, "file" | "name">,
  nature: Nature,
  kinds: readonly FileKind[],
  refuse: NonNullable<Wanted["refuse"]>,
) {
  const kind = kindOf(nature);
  if (kind === undefined || !kinds.includes(kind))
    throw refuse(
      `${name} is ${wordsOf(nature)}; ${nature.remedy ?? `what is read here is ${endings(kinds)}`}.`,
      { file },
    );
  // A site that asks for a sign-in sends its page under the name of the file.
  if (kind === "html" && TABLE_ENDING.test(name))
    throw refuse(
      `${name} is ${wordsOf(nature)}, not a table. Download it again, signed in if the site asks for it, save its table as .xlsx, or rename it to .html to read its text.`,
      { file },
    );
  return { kind, isPacked: nature.isPacked };
}

const TABLE_ENDING = /\.(csv|tsv|jsonl?|ndjson|parquet|xlsx?|ods)(\.gz)?$/i;

const wordsOf = ({ words, isPacked }: Nature) => (isPacked ? `${words}, packed with gzip` : words);

/** Of the files in folders and archives those that fit together; the others are passed over. */
function fitting(
  inside: readonly Inside[],
  { inFolders, orElse = inFolders }: Wanted,
  named: readonly TextFile[],
  passed: PassedFile[],
): TextFile[] {
  const known = inside.map(({ file, nature }) => ({ file, nature, kind: kindOf(nature) }));
  const hasTexts = [...named, ...known].some(
    ({ kind }) => kind !== undefined && isText(kind) && inFolders.includes(kind),
  );
  const kinds = hasTexts ? inFolders : orElse;
  return known.flatMap(({ file, nature, kind }) => {
    if (kind !== undefined && kinds.includes(kind))
      return [{ ...file, kind, isPacked: nature.isPacked }];
    const remedy = nature.remedy ?? (kind === undefined ? undefined : "import it by itself");
    const reason = `it is ${wordsOf(nature)}${remedy === undefined ? "" : `; ${remedy}`}`;
    passed.push({ place: file.name, reason });
    return [];
  });
}

/** What programs and systems leave in folders: hidden files, locks of open documents, resources of macOS. */
const isLeftover = (name: string) => /^(\.|~\$)/.test(name) || name === "__MACOSX";

async function listFolder(folder: string, root: string, passed: PassedFile[]): Promise<Inside[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: Inside[] = [];
  for (const entry of entries) {
    if (isLeftover(entry.name)) continue;
    const where = path.join(folder, entry.name);
    const name = path.relative(root, where).split(path.sep).join("/");
    if (entry.isDirectory()) {
      found.push(...(await listFolder(where, root, passed)));
      continue;
    }
    if (!entry.isFile()) {
      passed.push({ place: name, reason: "it is a link or no regular file" });
      continue;
    }
    try {
      const file = fileOf(where, name, await stat(where));
      const nature = await whatFileIs(where);
      if (nature.kind === "archive") found.push(...(await listArchive(file, passed)));
      else found.push({ file, nature });
    } catch (cause) {
      passed.push({ place: name, reason: messageOf(cause, name) });
    }
  }
  return found;
}

/** The place is named beside it, so that it need not say it again. */
const messageOf = (cause: unknown, place: string): string =>
  cause instanceof ApiError
    ? cause.message.replace(`${place} `, "it ").replace(/\.$/, "")
    : reasonOf(cause);

/** Files in a zip; a zip within it is passed over. */
async function listArchive(archive: Inside["file"], passed: PassedFile[]): Promise<Inside[]> {
  const found: Inside[] = [];
  for (const { entry, nature, problem } of await archiveEntries(archive)) {
    if (entry.name.split("/").some(isLeftover)) continue;
    const name = `${archive.name}/${entry.name}`;
    const file = { ...archive, name, bytes: entry.size, entry: entry.name };
    const isNested = nature.kind === "archive";
    const reason = problem ?? (isNested ? "it is an archive within an archive; unpack it" : "");
    if (reason !== "") passed.push({ place: name, reason });
    else found.push({ file, nature });
  }
  return found;
}

const fileOf = (file: string, name: string, { size, mtimeMs }: Stats) => ({
  file,
  name,
  bytes: size,
  changed: mtimeMs,
});
