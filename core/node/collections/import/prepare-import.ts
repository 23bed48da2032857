import type { Column } from "../../../api/collection-types.ts";
import { checkColumnCount, checkColumnList } from "../../../collection/check-head.ts";
import {
  type ColumnPlan,
  type PlanWishes,
  proposeColumns,
  type SourceRecord,
} from "../../../collection/propose-columns.ts";
import type { CollectionInfo } from "../../../collection/store.ts";
import { ApiError, badInput, conflict } from "../../../errors.ts";
import { FILE_KINDS, listFiles, type TextFile } from "../../files/list-files.ts";
import { placeOf, type RecordsOptions, readRecords } from "../../files/read-records.ts";
import type { ImportStore, ImportTools, Oddity, Split } from "./import-types.ts";
import { emptyTally, type TallyJson } from "./tally.ts";

/** Records and characters from which columns are told. */
const PREVIEW = 1000;
const MOST_PREVIEWED = 2 ** 23;
/** Under which the collection keeps how far an import has come. */
export const NOTE = "import";

/** How far an import has come, kept in the collection with every batch. */
export interface Progress {
  readonly source: string;
  /** Records whose rows are all on disk. */
  readonly records: number;
  readonly plan: ColumnPlan;
  readonly tally: TallyJson;
}

/** The files of the paths; of folders the .txt and .md in them, which are a text each. @throws bad-input */
export async function listSource(paths: readonly string[]): Promise<TextFile[]> {
  if (paths.length === 0) throw badInput("file", "Name the file or folder to import.");
  return listFiles(paths, { kinds: FILE_KINDS, inFolders: ["txt", "md"] });
}

/** What a file would become, and what is odd in it, from its first records; more is not read. @throws bad-input, unknown-column, cancelled */
export async function previewSource(
  paths: readonly string[],
  wishes: PlanWishes,
  options: Pick<RecordsOptions, "parquet" | "signal"> = {},
) {
  const files = await listSource(paths);
  const records: SourceRecord[] = [];
  const oddities: Oddity[] = [];
  let characters = 0;
  const isEnough = () => records.length >= PREVIEW || characters >= MOST_PREVIEWED;
  for (const file of files) {
    for await (const batch of readRecords(file, { ...options, enough: MOST_PREVIEWED })) {
      for (const { line, fields, odd } of batch) {
        if (odd !== undefined) oddities.push({ place: placeOf(file, line), reason: odd });
        if (fields === undefined) continue;
        records.push(fields);
        characters += lengthOf(fields);
        if (isEnough()) break;
      }
      if (isEnough()) break;
    }
    if (isEnough()) break;
  }
  if (records.length === 0) throw badInput("file", `There is no row in ${paths.join(", ")}.`);
  return { files, plan: proposeColumns(records, wishes), records, oddities };
}

function lengthOf(fields: SourceRecord): number {
  let length = 0;
  for (const value of fields.values()) length += typeof value === "string" ? value.length : 0;
  return length;
}

/** Makes or extends the collection. @returns where an interrupted import of the same files goes on */
export async function prepareImport(
  name: string,
  source: string,
  plan: ColumnPlan,
  split: Split,
  { store, retina }: ImportTools,
): Promise<Progress> {
  const columns = [...plan.columns, ...(split === "none" ? [] : PART_COLUMNS)];
  const roles = { ...plan.roles, ...(split === "none" ? {} : { parent: "parent", part: "part" }) };
  checkColumnList(columns, roles);
  const known = await infoOf(store, name);
  const fresh = { source, records: 0, plan, tally: emptyTally() };
  if (known === undefined) {
    const created = new Date().toISOString();
    await store.create({ name, retina, columns, roles, created });
    return fresh;
  }
  if (known.retina.checksum !== retina.checksum)
    throw conflict(
      `“${name}” was read with the retina “${known.retina.name}”; add to it with that one, or import under another name.`,
    );
  checkColumnCount(new Set([...known.columns, ...columns].map((column) => column.name)).size);
  const types = new Map(known.columns.map((column) => [column.name, column.type]));
  await store.extend(name, columns, { ...roles, ...known.roles });
  const kept = await store.note(name, NOTE);
  const before = kept === undefined ? undefined : (JSON.parse(kept) as Progress);
  if (before?.source === source) return before;
  const asKept = plan.columns.map((column) => ({
    ...column,
    type: types.get(column.name) ?? column.type,
  }));
  return { ...fresh, plan: { ...plan, columns: asKept } };
}

const PART_COLUMNS: readonly Column[] = [
  { name: "parent", type: "text" },
  { name: "part", type: "number" },
];

async function infoOf(store: ImportStore, name: string): Promise<CollectionInfo | undefined> {
  try {
    return await store.describe(name);
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === "unknown-collection") return undefined;
    throw cause;
  }
}
