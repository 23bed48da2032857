import type {
  Column,
  Field,
  Predicate,
  Value,
} from "../../../../core/api/schema/collection-types.ts";
import { closeness, densestPlace } from "../../../../core/collection/port/cells.ts";
import { listCollections } from "../../../../core/collection/port/list-collections.ts";
import { drawOf, sampleKey } from "../../../../core/collection/port/sample-key.ts";
import type {
  Collection,
  CollectionHead,
  CollectionInfo,
  CollectionStore,
  FacetOptions,
  FoundRow,
  HistogramOptions,
  LabelMark,
  NewRow,
  RowPage,
  RowPart,
  ScannedRow,
  ScoreOptions,
  Selection,
  StreamedRow,
  TimelineOptions,
} from "../../../../core/collection/port/store.ts";
import { startOfUnit } from "../../../../core/collection/port/time-units.ts";
import { byCodePoint, dayOf, fold, keyOf } from "../../../../core/collection/port/values.ts";
import { hasWords, tokensOf } from "../../../../core/collection/port/words.ts";
import { ApiError, conflict, unknownCollection } from "../../../../core/errors.ts";
import { CELLS, type Positions } from "../../../../core/kernel/grid.ts";

interface KeptRow {
  row: NewRow;
  labels: Map<string, { readonly belongs: boolean; readonly author?: string }>;
  scores: Map<string, number>;
}
type Columns = ReadonlyMap<string, Column & { readonly at: number }>;
interface Kept {
  head: CollectionHead;
  rows: Map<string, KeptRow>;
  notes: Map<string, string>;
}

/** What a store has to answer, in the shortest way that can be read: every call looks at every row. */
export class ObviousStore implements CollectionStore {
  readonly #kept = new Map<string, Kept>();
  readonly #damaged = new Set<string>();

  /** From now on nothing can be asked of it. */
  damage(name: string): void {
    this.#damaged.add(name);
  }

  async list() {
    return listCollections(this.#kept.keys(), (name) => this.open(name).describe());
  }
  async create(head: CollectionHead) {
    if (this.#kept.has(head.name)) throw conflict(`There is a collection “${head.name}” already.`);
    this.#kept.set(head.name, { head, rows: new Map(), notes: new Map() });
  }
  open(name: string): Collection {
    return new ObviousCollection(() => this.#of(name));
  }
  async remove(name: string) {
    if (!this.#kept.delete(name)) throw unknownCollection(name, [...this.#kept.keys()]);
    this.#damaged.delete(name);
  }
  async close() {}

  #of(name: string): Kept {
    const kept = this.#kept.get(name);
    if (kept === undefined) throw unknownCollection(name, [...this.#kept.keys()]);
    if (this.#damaged.has(name))
      throw new ApiError({
        code: "conflict",
        message: "The collection is damaged; remove it.",
        details: { state: "damaged" },
      });
    return kept;
  }
}

class ObviousCollection implements Collection {
  readonly #of: () => Kept;

  constructor(kept: () => Kept) {
    this.#of = kept;
  }

  async describe() {
    return this.#info();
  }
  async extend(columns: CollectionHead["columns"], roles: CollectionHead["roles"]) {
    const kept = this.#of();
    const known = new Set(kept.head.columns.map((column) => column.name));
    const added = columns.filter((column) => !known.has(column.name));
    kept.head = { ...kept.head, columns: [...kept.head.columns, ...added], roles };
  }
  async put(rows: readonly NewRow[]) {
    const kept = this.#of().rows;
    const last = new Map(rows.map((row) => [row.id, row]));
    const updated = [...last.keys()].filter((id) => kept.has(id)).length;
    for (const [id, row] of last)
      kept.set(id, { row, labels: kept.get(id)?.labels ?? new Map(), scores: new Map() });
    return { added: last.size - updated, updated };
  }
  async removeRows(ids: readonly string[]) {
    const { rows } = this.#of();
    return ids.filter((id) => rows.delete(id)).length;
  }
  async rows(selection: Selection, page: RowPage) {
    const found = this.#found(selection);
    if (page.sort !== undefined) {
      const { field, descending } = page.sort;
      const read = this.#reader(field);
      const isDate = "column" in field && this.#columns().get(field.column)?.type === "date";
      const key = (row: FoundRow) => sortKey(read(row), isDate);
      found.sort((a, b) => compareValues(key(a), key(b), descending) || byCodePoint(a.id, b.id));
    }
    return found.slice(page.offset, page.offset + page.limit).map(({ cells: _, ...row }) => row);
  }
  async count(selection: Selection) {
    return this.#found(selection).length;
  }
  async heat(selection: Selection) {
    const heat = new Uint32Array(CELLS);
    for (const { cells } of this.#found(selection))
      for (const cell of cells) heat[cell] = heat[cell]! + 1;
    return heat;
  }
  async estimateHeat(selection: Selection) {
    const rows = await this.count(selection);
    return { counts: await this.heat(selection), rows, of: rows };
  }
  async facet(selection: Selection, { column, limit }: FacetOptions) {
    const read = this.#reader({ column });
    const isNumber = this.#columns().get(column)?.type === "number";
    const counts = new Map<string, number>();
    let missing = 0;
    for (const row of this.#found(selection)) {
      const value = read(row);
      if (value === null) missing++;
      for (const key of new Set(textsOf(value).map(keyOf)))
        counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const values = [...counts]
      .map(([value, rows]) => ({ value, rows }))
      .sort(
        (a, b) =>
          b.rows - a.rows ||
          (isNumber ? Number(a.value) - Number(b.value) : byCodePoint(a.value, b.value)),
      );
    const others = values.slice(limit).reduce((sum, { rows }) => sum + rows, 0);
    return { values: values.slice(0, limit), others, missing };
  }
  async span(selection: Selection, field: Field) {
    const read = this.#reader(field);
    const all = this.#found(selection).map(read);
    const values = all
      .filter((value) => value !== null)
      .map((value) => (typeof value === "string" ? dayOf(value) : value))
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const least = (values[0] ?? null) as string | number | null;
    const greatest = (values.at(-1) ?? null) as string | number | null;
    return { least, greatest, rows: values.length, missing: all.length - values.length };
  }
  async histogram(selection: Selection, { field, edges }: HistogramOptions) {
    const read = this.#reader(field);
    const counts = edges.slice(1).map(() => 0);
    const answer = { counts, below: 0, above: 0, missing: 0 };
    for (const row of this.#found(selection)) {
      const value = read(row) as number | null;
      if (value === null) answer.missing++;
      else if (value < edges[0]!) answer.below++;
      else if (value > edges.at(-1)!) answer.above++;
      else {
        const bin = edges.findIndex((_, i) => value >= edges[i]! && value < edges[i + 1]!);
        counts[bin === -1 ? counts.length - 1 : bin]!++;
      }
    }
    return answer;
  }
  async timeline(selection: Selection, { column, unit }: TimelineOptions) {
    const read = this.#reader({ column });
    const counts = new Map<string, number>();
    let missing = 0;
    for (const row of this.#found(selection)) {
      const value = read(row) as string | null;
      if (value === null) missing++;
      else {
        const start = startOfUnit(dayOf(value), unit);
        counts.set(start, (counts.get(start) ?? 0) + 1);
      }
    }
    const steps = [...counts].map(([start, rows]) => ({ start, rows }));
    return { steps: steps.sort((a, b) => (a.start < b.start ? -1 : 1)), missing };
  }
  async cells(ids: readonly string[]) {
    const { rows } = this.#of();
    return ids.map((id) => rows.get(id)?.row.cells ?? null);
  }
  async *stream(selection: Selection) {
    yield this.#found(selection).sort((a, b) => byCodePoint(a.id, b.id));
  }
  async *scan<P extends RowPart>(selection: Selection, parts: readonly P[]) {
    for await (const rows of this.stream(selection))
      yield rows.map((row) => {
        const read = ["id" as const, ...parts].map((part) => [part, row[part]]);
        return Object.fromEntries(read) as ScannedRow<P>;
      });
  }
  async points(selection: Selection, field?: Field) {
    const rows = this.#found(selection).sort((a, b) => byCodePoint(a.id, b.id));
    const isDate =
      field !== undefined &&
      "column" in field &&
      this.#of().head.columns.find((each) => each.name === field.column)?.type === "date";
    const read = field === undefined ? () => null : this.#reader(field);
    return {
      ids: rows.map(({ id }) => id),
      places: rows.map(({ cells }) => densestPlace(cells)),
      values: rows.map((row) => {
        const value = read(row);
        if (typeof value !== "string") return value as number | null;
        return isDate ? dayOf(value) : keyOf(value);
      }),
    };
  }
  async label(filter: string, marks: readonly LabelMark[], author?: string) {
    const { rows } = this.#of();
    const known = marks.filter(({ id }) => rows.has(id));
    for (const { id, belongs } of known)
      if (belongs === null) rows.get(id)!.labels.delete(filter);
      else
        rows.get(id)!.labels.set(filter, { belongs, ...(author === undefined ? {} : { author }) });
    return new Set(known.map(({ id }) => id)).size;
  }
  async score(score: ScoreOptions) {
    const rows = [...this.#of().rows.values()];
    for (const { row, scores } of rows)
      scores.set(score.name, closenessOf(row.cells, score.positions));
    return rows.length;
  }
  async renameScore(score: string, to: string | undefined) {
    const all = [...this.#of().rows.values()];
    if (!all.some(({ scores }) => scores.has(score)) || score === to) return;
    for (const { scores } of all) {
      const value = scores.get(score);
      scores.delete(score);
      if (to !== undefined) scores.delete(to);
      if (to !== undefined && value !== undefined) scores.set(to, value);
    }
  }
  async prepare() {
    this.#of();
  }
  async note(key: string) {
    return this.#of().notes.get(key);
  }
  async setNote(key: string, note: string | undefined) {
    const { notes } = this.#of();
    if (note === undefined) notes.delete(key);
    else notes.set(key, note);
  }
  #info(): CollectionInfo {
    const { head, rows } = this.#of();
    const all = [...rows.values()];
    const filters = [...new Set(all.flatMap(({ labels }) => [...labels.keys()]))].sort(byCodePoint);
    const having = (filter: string, belongs: boolean) =>
      all.filter(({ labels }) => labels.get(filter)?.belongs === belongs).length;
    return {
      ...head,
      rows: all.length,
      withoutCells: all.filter(({ row }) => row.cells.length === 0).length,
      labels: filters.map((filter) => ({
        filter,
        belongs: having(filter, true),
        not: having(filter, false),
        authors: authorsOf(all.map(({ labels }) => labels.get(filter)?.author)),
      })),
      scores: [...new Set(all.flatMap(({ scores }) => [...scores.keys()]))].sort(byCodePoint),
    };
  }

  #reader(field: Field): (row: FoundRow) => Value {
    if ("score" in field)
      return ({ scores }) => scores.find((each) => each.name === field.score)?.score ?? null;
    const at = this.#columns().get(field.column)!.at;
    return ({ values }) => values[at] ?? null;
  }

  #columns(): Columns {
    return new Map(this.#of().head.columns.map((column, at) => [column.name, { ...column, at }]));
  }

  #found(selection: Selection): StreamedRow[] {
    const { head, rows } = this.#of();
    const columns = this.#columns();
    const found = [...rows.values()]
      .filter((kept) => isSelected(kept, selection, columns))
      .map((kept) => toFound(kept, selection, head.columns.length))
      .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || byCodePoint(a.id, b.id));
    if (selection.sample === undefined) return found;
    const { seed } = selection.sample;
    const keyed = found.map((row) => ({ row, key: sampleKey(drawOf(row.id), seed) }));
    keyed.sort((a, b) => a.key - b.key || byCodePoint(a.row.id, b.row.id));
    const chosen = new Set(keyed.slice(0, selection.sample.rows).map(({ row }) => row));
    return found.filter((row) => chosen.has(row));
  }
}

const sharedOf = (left: Positions, right: Positions) =>
  left.filter((cell) => right.includes(cell)).length;
const closenessOf = (left: Positions, right: Positions) =>
  closeness(sharedOf(left, right), left.length, right.length);
const textsOf = (value: Value) =>
  value === null ? [] : typeof value === "object" ? [...value] : [String(value)];
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  byCodePoint(a, b);

const authorsOf = (given: readonly (string | undefined)[]) =>
  [...new Set(given.filter((author) => author !== undefined))].sort(byCodePoint).map((author) => ({
    author,
    rows: given.filter((each) => each === author).length,
  }));

function toFound({ row, labels, scores }: KeptRow, { like }: Selection, columns: number) {
  const { id, text, cells } = row;
  return {
    id,
    text,
    values: Array.from({ length: columns }, (_, i) => row.values[i] ?? null),
    size: cells.length,
    score: like === undefined ? null : closenessOf(like, cells),
    labels: [...labels].sort(byName).map(([filter, label]) => ({ filter, ...label })),
    scores: [...scores].sort(byName).map(([name, score]) => ({ name, score })),
    cells,
  };
}

function isSelected(kept: KeptRow, selection: Selection, columns: Columns): boolean {
  const { like, least = 0, words, where, region, labels, ids } = selection;
  const { row } = kept;
  if (like !== undefined) {
    const score = closenessOf(like, row.cells);
    if (score === 0 || score < least) return false;
  }
  if (region !== undefined) {
    const inside = sharedOf(region.positions, row.cells);
    if (inside === 0 || inside / row.cells.length < region.share) return false;
  }
  return (
    (words === undefined || hasWords(tokensOf(row.text), words)) &&
    (where === undefined || fulfils(kept, where, columns)) &&
    (labels === undefined || fulfils(kept, labels, columns)) &&
    (ids === undefined || ids.includes(row.id))
  );
}

function hasLabel({ labels }: KeptRow, node: Extract<Predicate, { readonly label: string }>) {
  const given = labels.get(node.label);
  const label = node.by === undefined || given?.author === node.by ? given : undefined;
  return node.is === (label === undefined ? "unlabelled" : label.belongs ? "belongs" : "not");
}

function fulfils(kept: KeptRow, node: Predicate, columns: Columns): boolean {
  if ("and" in node) return node.and.every((part) => fulfils(kept, part, columns));
  if ("or" in node) return node.or.some((part) => fulfils(kept, part, columns));
  if ("not" in node) return !fulfils(kept, node.not, columns);
  if ("label" in node) return hasLabel(kept, node);
  const value =
    "score" in node
      ? (kept.scores.get(node.score) ?? null)
      : (kept.row.values[columns.get(node.column)!.at] ?? null);
  if ("missing" in node) return node.missing === (value === null);
  if (value === null) return false;
  if ("contains" in node)
    return textsOf(value).some((text) => fold(text).includes(fold(node.contains)));
  const isDate = "column" in node && columns.get(node.column)!.type === "date";
  if ("equals" in node) return isOneOf(value, [node.equals], isDate);
  if ("in" in node) return isOneOf(value, node.in, isDate);
  const own = typeof value === "string" ? dayOf(value) : value;
  const limit = (given: string | number) => (typeof given === "string" ? dayOf(given) : given);
  return (
    (node.from === undefined || own >= limit(node.from)) &&
    (node.to === undefined || own <= limit(node.to)) &&
    (node.below === undefined || own < limit(node.below))
  );
}

function isOneOf(value: Value, wanted: readonly (string | number)[], isDate: boolean): boolean {
  if (typeof value === "number") return wanted.includes(value);
  const key = isDate ? dayOf : keyOf;
  return textsOf(value).some((text) => wanted.some((each) => key(text) === key(String(each))));
}

const sortKey = (value: Value, isDate: boolean) =>
  typeof value !== "string" ? value : isDate ? dayOf(value) : keyOf(value);

function compareValues(left: Value, right: Value, descending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const order =
    typeof left === "number" ? left - Number(right) : byCodePoint(String(left), String(right));
  return descending ? -order : order;
}
