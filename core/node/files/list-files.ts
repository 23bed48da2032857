import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { type ApiError, badInput, type ErrorDetails } from "../../errors.ts";
import { reasonOf } from "../config/system-error.ts";
import { natureOf } from "./regular-file.ts";

/** Kinds of files that texts are read from, by their endings; all but Parquet also with .gz after it. */
export const FILE_KINDS = [
  "txt",
  "md",
  "csv",
  "tsv",
  "jsonl",
  "ndjson",
  "json",
  "parquet",
] as const;
type FileKind = (typeof FILE_KINDS)[number];

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
}

/** What is looked for. */
export interface Wanted {
  /** Kinds that a file may have that is named itself. */
  readonly kinds: readonly FileKind[];
  /** Kinds that are taken out of folders. */
  readonly inFolders: readonly FileKind[];
  readonly refuse?: (message: string, details: ErrorDetails) => ApiError;
}

const ENDING = /\.([a-z]+)(\.gz)?$/i;

/** The kind that a name tells, and whether the file is packed. */
export function kindOf(name: string): Pick<TextFile, "kind" | "isPacked"> | undefined {
  const [, ending = "", packed] = ENDING.exec(name) ?? [];
  const kind = FILE_KINDS.find((each) => each === ending.toLowerCase());
  const isPacked = packed !== undefined;
  return kind === undefined || (kind === "parquet" && isPacked) ? undefined : { kind, isPacked };
}

/**
 * The files among the paths, those of folders to any depth in an order that depends on names only. Hidden files, links and
 * other kinds are passed over in folders; a file that is named itself must be one of the kinds, and a regular one.
 */
export async function listFiles(paths: readonly string[], wanted: Wanted): Promise<TextFile[]> {
  const refuse = wanted.refuse ?? ((message, details) => badInput("file", message, details));
  const found: TextFile[] = [];
  for (const where of paths) {
    const info = await stat(where).catch((cause: unknown) => {
      throw refuse(`${where} cannot be read: ${reasonOf(cause)}.`, { file: where });
    });
    if (info.isDirectory()) {
      found.push(...(await listFolder(where, where, wanted.inFolders)));
      continue;
    }
    const kind = kindOf(where);
    if (kind === undefined || !wanted.kinds.includes(kind.kind))
      throw refuse(`${path.basename(where)} is none of ${endings(wanted.kinds)}.`, { file: where });
    if (!info.isFile())
      throw refuse(`${where} cannot be read: it is ${natureOf(info)}, not a file.`, {
        file: where,
      });
    found.push(fileOf(where, path.basename(where), kind, info));
  }
  if (found.length === 0)
    throw refuse(`There is no ${endings(wanted.inFolders)} in ${paths.join(", ")}.`, {
      paths: [...paths],
    });
  return found;
}

const endings = (kinds: readonly FileKind[]) =>
  `${kinds.map((each) => `.${each}`).join(", ")} file, plain or${kinds.includes("parquet") ? " (but for .parquet)" : ""} .gz`;

async function listFolder(folder: string, root: string, kinds: readonly FileKind[]) {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: TextFile[] = [];
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) found.push(...(await listFolder(file, root, kinds)));
    const kind = entry.isFile() ? kindOf(file) : undefined;
    if (kind === undefined || !kinds.includes(kind.kind)) continue;
    const name = path.relative(root, file).split(path.sep).join("/");
    found.push(fileOf(file, name, kind, await stat(file)));
  }
  return found;
}

const fileOf = (
  file: string,
  name: string,
  kind: Pick<TextFile, "kind" | "isPacked">,
  { size, mtimeMs }: Stats,
): TextFile => ({ file, name, ...kind, bytes: size, changed: mtimeMs });
