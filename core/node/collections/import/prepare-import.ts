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
import type { ImportStore, ImportTools, Split } from "./import-types.ts";
import type { ParquetChunks } from "./read-parquet.ts";
import { listSource, readSource } from "./read-source.ts";
import { emptyTally, type TallyJson } from "./tally.ts";

const PREVIEW = 1000;
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

/** What a file would become, from its first records. @throws bad-input, unknown-column */
export async function previewSource(
  paths: readonly string[],
  wishes: PlanWishes,
  parquet?: ParquetChunks,
) {
  const files = await listSource(paths);
  const records: SourceRecord[] = [];
  for (const file of files) {
    for await (const batch of readSource(file, ignore, ignore, parquet)) {
      records.push(...batch.map(({ record }) => record));
      if (records.length >= PREVIEW) break;
    }
    if (records.length >= PREVIEW) break;
  }
  if (records.length === 0) throw badInput("file", `There is no row in ${paths.join(", ")}.`);
  return { files, plan: proposeColumns(records.slice(0, PREVIEW), wishes), records };
}

const ignore = () => undefined;

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
