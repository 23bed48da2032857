import { setTimeout as wait } from "node:timers/promises";
import type { LabelMark, NewRow, PutCount } from "../../../collection/port/store.ts";
import { tooLarge } from "../../../errors.ts";
import type { Entry } from "./catalogue.ts";
import { type BulkItem, type ClusterClient, type Dropped, longer } from "./cluster-client.ts";
import { clusterProblem, passes } from "./cluster-problem.ts";
import { authorPrefix, authorTerm, documentOf, labelTerm } from "./fields.ts";

interface Known {
  readonly labels: readonly string[];
  /** As it was read; a row that has changed since is refused. */
  readonly version: { readonly if_seq_no: number; readonly if_primary_term: number };
}

/** A cluster takes requests of 100 MB by default. */
const LONGEST_ROW = 90_000_000;
/** Bytes of a row besides its text and values, about. */
const BYTES_OF_A_ROW = 6_000;

/** Writes rows under their own ids; an older row is replaced only as it was when its labels were read. */
export async function putRows(
  cluster: ClusterClient,
  { index, head, nextScore }: Entry,
  rows: readonly NewRow[],
): Promise<PutCount> {
  const last = new Map(rows.map((row) => [row.id, row]));
  let updated: number | undefined;
  await untilDone(cluster, index, [...last.keys()], async (ids) => {
    const known = await knownRows(cluster, index, ids, "labels");
    updated ??= known.size;
    return ids.map((id) => {
      const row = last.get(id) as NewRow;
      checkSize(row);
      const old = known.get(id);
      const own = { labels: old?.labels ?? [], since: nextScore };
      const document = documentOf(row, head.columns, own);
      return old === undefined
        ? { id, create: document }
        : { id, index: document, version: old.version };
    });
  });
  return { added: last.size - (updated ?? 0), updated: updated ?? 0 };
}

function checkSize({ id, text, values }: NewRow): void {
  // The text is sent twice: as it is, and as its words.
  const size = BYTES_OF_A_ROW + 4 * text.length + 2 * JSON.stringify(values).length;
  if (size > LONGEST_ROW) throw tooLarge(`The row “${id.slice(0, 80)}”`, size, LONGEST_ROW);
}

export async function removeRows(
  cluster: ClusterClient,
  { index }: Entry,
  ids: readonly string[],
): Promise<number> {
  // Counted beforehand: a request that is repeated finds no row any more.
  const known = await knownRows(cluster, index, [...new Set(ids)], "size");
  await untilDone(cluster, index, [...known.keys()], (left) =>
    left.map((id) => ({ id, delete: true })),
  );
  return known.size;
}

/** Takes the old label of this filter away and puts the new one, in one step within the cluster. */
const RELABEL = `
  def labels = new ArrayList();
  for (def label : ctx._source.labels)
    if (label != params.yes && label != params.no && !label.startsWith(params.authors)) labels.add(label);
  labels.addAll(params.labels);
  ctx._source.labels = labels;`;

interface Labelling {
  readonly filter: string;
  readonly marks: readonly LabelMark[];
  /** Whoever gives them; nothing for the person. */
  readonly author: string | undefined;
}

/** @returns how many rows there were */
export async function labelRows(
  cluster: ClusterClient,
  { index }: Entry,
  { filter, marks, author }: Labelling,
): Promise<number> {
  const last = new Map(marks.map(({ id, belongs }) => [id, belongs]));
  const terms = {
    yes: labelTerm(filter, true),
    no: labelTerm(filter, false),
    authors: authorPrefix(filter),
  };
  const whose = author === undefined ? [] : [authorTerm(filter, author)];
  const outcomes = await untilDone(cluster, index, [...last.keys()], (ids) =>
    ids.map((id) => {
      const belongs = last.get(id) ?? null;
      const labels = belongs === null ? [] : [labelTerm(filter, belongs), ...whose];
      const script = { source: RELABEL, params: { ...terms, labels } };
      return { id, script };
    }),
  );
  return [...outcomes.values()].filter((outcome) => outcome === "done").length;
}

interface MultiGet {
  readonly docs: readonly {
    readonly _id: string;
    readonly found?: boolean;
    readonly _seq_no: number;
    readonly _primary_term: number;
    readonly _source: Omit<Known, "version">;
    readonly error?: { readonly type: string };
  }[];
}

/** Parts of a row that are looked up. */
type Part = "labels" | "size";

/** The rows of these ids that are there, as of now, with the part of them that is named. */
async function knownRows(
  cluster: ClusterClient,
  index: string,
  ids: readonly string[],
  part: Part,
): Promise<Map<string, Known>> {
  const end = performance.now() + cluster.writingPatience;
  for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = longer(pause)) {
    const found = await lookUp(cluster, index, ids, part);
    if (found instanceof Map) return found;
    if (!passes(found) || performance.now() + pause > end)
      throw clusterProblem("busy", `The cluster could not look up a row (${found}); try again.`);
    await wait(pause);
  }
}

/** @returns the rows, or the type of the error that kept one of them from being looked up */
async function lookUp(
  cluster: ClusterClient,
  index: string,
  ids: readonly string[],
  part: Part,
): Promise<Map<string, Known> | string> {
  const known = new Map<string, Known>();
  if (ids.length === 0) return known;
  const { docs } = await cluster.send<MultiGet>({
    method: "POST",
    path: `/${index}/_mget`,
    query: { _source: part },
    body: { ids },
    isWriting: true,
  });
  for (const { _id, found, _source, _seq_no, _primary_term, error } of docs) {
    if (error !== undefined) return error.type;
    const version = { if_seq_no: _seq_no, if_primary_term: _primary_term };
    if (found) known.set(_id, { ..._source, version });
  }
  return known;
}

/** How the cluster answered for one item. */
type Outcome = "done" | "conflict" | "not-found" | "no-room";

const FIRST_PAUSE_MILLISECONDS = 100;

/**
 * Sends what `itemsFor` makes of the ids, and again for rows that somebody changed in between, or that the cluster had no room for.
 *
 * @throws cluster-problem when an item is refused for good, or patience ends
 */
async function untilDone(
  cluster: ClusterClient,
  index: string,
  ids: readonly string[],
  itemsFor: (ids: readonly string[]) => BulkItem[] | Promise<BulkItem[]>,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const end = performance.now() + cluster.writingPatience;
  let pending = ids;
  for (let pause = FIRST_PAUSE_MILLISECONDS; pending.length > 0; pause = longer(pause)) {
    const dropped = await cluster.bulk(index, await itemsFor(pending));
    for (const id of pending) outcomes.set(id, outcomeOf(cluster, dropped.get(id)));
    const isLeft = (outcome: Outcome) => pending.filter((id) => outcomes.get(id) === outcome);
    const [full, changed] = [isLeft("no-room"), isLeft("conflict")];
    pending = [...full, ...changed];
    if (pending.length > 0 && performance.now() + pause > end)
      throw clusterProblem(
        "busy",
        `The cluster at ${cluster.host} has had no room for ${full.length} rows, and others have changed ${changed.length} rows, for too long; try again later.`,
      );
    if (full.length > 0) await wait(pause);
  }
  return outcomes;
}

function outcomeOf({ host }: ClusterClient, dropped: Dropped | undefined): Outcome {
  if (dropped === undefined) return "done";
  const { status, type, reason } = dropped;
  if (status === 409) return "conflict";
  if (status === 404 && type !== "index_not_found_exception") return "not-found";
  if (status === 429 || status === 503 || passes(type)) return "no-room";
  throw clusterProblem(
    type === "strict_dynamic_mapping_exception" || status === 404 ? "changed" : "refused",
    `The cluster at ${host} refused a row (${type}): ${reason.slice(0, 300)}`,
  );
}
