import type { Predicate } from "../../../core/api/schema/collection-types.ts";
import type { Side } from "../../../core/workspace/filters/filter-model.ts";
import { call } from "../../api/client.ts";
import type { CollectionRow } from "../../api/collection-queries.ts";
import {
  collectionsQuery,
  refreshCollection,
  refreshLabels,
  rowsQuery,
} from "../../api/collection-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { queryOf, type Restriction } from "../../model/collection/restrictions.ts";
import { makeExample } from "../../model/filters/make-filter.ts";
import { plural } from "../../model/format.ts";
import {
  forgetScore,
  keepLearned,
  renameCategory,
} from "../../state/collection/collection-look.ts";
import { addExamples, addFilter, openFilter } from "../../state/filters/filter-state.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { openWith } from "../../state/open-with.ts";
import { announce } from "../../state/toasts.ts";
import { asOneStep } from "../../state/workspace.ts";
import { runChange, type ServerChange } from "./server-change.ts";

export type Mark = boolean | null;

type Marked = Pick<CollectionRow, "id" | "labels">;

const ofFilter = ({ labels }: Marked, filter: string): Label | null =>
  labels.find((each) => each.filter === filter) ?? null;

/** Of a row; without an author it is the user's own. */
interface Label {
  readonly belongs: boolean;
  readonly author?: string;
}

/** Labels that the service has acknowledged while the rows that are shown are still older. */
const acknowledged = new Map<string, Label | null>();

const keyOf = (collection: string, filter: string, id: string) =>
  JSON.stringify([collection, filter, id]);

/** What is shown may be older than what the service has acknowledged. */
function currentLabel(collection: string, filter: string, id: string, shown: Label | null) {
  const known = acknowledged.get(keyOf(collection, filter, id));
  return known === undefined ? shown : known;
}

interface LabelMark {
  readonly id: string;
  readonly was: Label | null;
  readonly now: Label | null;
}

const markOf = (id: string, was: Label | null, now: Mark): LabelMark => ({
  id,
  was,
  now: now === null ? null : { belongs: now },
});

type Labels = readonly (readonly [id: string, label: Label | null])[];

async function sendLabels(name: string, filter: string, labels: Labels): Promise<void> {
  for (const author of new Set(labels.map(([, label]) => label?.author))) {
    const whose = author === undefined ? {} : { author };
    const theirs = labels.filter(([, label]) => label?.author === author);
    const marks = theirs.map(([id, label]) => ({ id, belongs: label?.belongs ?? null }));
    await call("app.collectionLabel", { name, filter, marks, ...whose });
    for (const [id, label] of theirs) acknowledged.set(keyOf(name, filter, id), label);
  }
}

function labelChange(
  collection: string,
  filter: string,
  marks: readonly LabelMark[],
): ServerChange {
  return {
    run: () =>
      sendLabels(
        collection,
        filter,
        marks.map(({ id, now }) => [id, now]),
      ),
    undo: () =>
      sendLabels(
        collection,
        filter,
        marks.map(({ id, was }) => [id, was]),
      ),
    show: async () => {
      await refreshLabels(collection);
      for (const { id } of marks) acknowledged.delete(keyOf(collection, filter, id));
    },
  };
}

/** The labels of a category, and its score, get another name. */
function renaming(collection: string, former: string, name: string, labels: Labels): ServerChange {
  const move = async (from: string, to: string) => {
    // Kept under the one name before they leave the other: a fault between them loses no label.
    await sendLabels(collection, to, labels);
    await sendLabels(
      collection,
      from,
      labels.map(([id]) => [id, null]),
    );
    const { collections } = await queryClient.fetchQuery(collectionsQuery());
    const scores = collections.find((each) => each.name === collection)?.scores ?? [];
    if (scores.includes(from))
      await call("app.collectionScoreName", { name: collection, score: from, to });
    renameCategory(collection, from, to);
  };
  return {
    run: () => move(former, name),
    undo: () => move(name, former),
    show: async () => {
      // A renamed category takes its score along, which more is asked by than by labels.
      await refreshCollection(collection);
      for (const [id] of labels)
        for (const each of [former, name]) acknowledged.delete(keyOf(collection, each, id));
    },
  };
}

/**
 * Labels rows for a category, or takes the label away (null). Acknowledged means on disk.
 * @throws ApiError
 */
export async function labelRows(
  collection: string,
  filter: string,
  rows: readonly Marked[],
  belongs: Mark,
): Promise<void> {
  const what =
    belongs === null ? "no label" : belongs ? `matches ${filter}` : `does not match ${filter}`;
  const told = `${plural(rows.length, "row")}: ${what}`;
  // What is shown may be older than what the changes before leave.
  const seen = rows.map((row) => currentLabel(collection, filter, row.id, ofFilter(row, filter)));
  const isOfOthers = seen.some((label) => label?.author !== undefined);
  // A key takes the label of a single row back, and a sentence over the text would hide what is being read.
  const say = rows.length > 1 || isOfOthers ? undefined : saidAloud;
  const make = () =>
    labelChange(
      collection,
      filter,
      rows.map(({ id }, i) =>
        markOf(id, currentLabel(collection, filter, id, seen[i] ?? null), belongs),
      ),
    );
  await runChange(told, make, say);
}

function saidAloud(told: string): number {
  announce(told);
  return 0;
}

/** Gives a category of at most `MOST_MOVED` labels a name that none has. @throws ApiError */
export async function renameLabels(collection: string, from: string, to: string): Promise<void> {
  const rows = await rowsLabelled(collection, { not: { label: from, is: "unlabelled" } });
  const labels = rows.map((row) => [row.id, ofFilter(row, from)] as const);
  await runChange(`Renamed ${from} to ${to}`, () => renaming(collection, from, to, labels));
}

/** Takes away up to `MOST_MOVED` labels that somebody else gave for a category. @throws ApiError */
export async function takeBackLabels(
  collection: string,
  filter: string,
  author: string,
): Promise<void> {
  const theirs: Restriction = { kind: "author", filter, author };
  const rows = await rowsLabelled(collection, queryOf([theirs]).labels!);
  const make = () =>
    labelChange(
      collection,
      filter,
      rows.flatMap((row) => {
        const label = currentLabel(collection, filter, row.id, ofFilter(row, filter));
        // The user may have given one of their own meanwhile.
        return label?.author === author ? [markOf(row.id, label, null)] : [];
      }),
    );
  await runChange(`Removed ${plural(rows.length, "label")} by ${author}`, make);
}

/** As many labels as one page of the service holds. */
export const MOST_MOVED = 1000;

async function labelled(collection: string, filter: string, is: "belongs" | "not") {
  const rows = await rowsLabelled(collection, { label: filter, is });
  return rows.map(({ text }) => text).filter((text) => text.trim() !== "");
}

async function rowsLabelled(collection: string, labels: Predicate) {
  const asked = { query: { labels }, sort: null, offset: 0, limit: MOST_MOVED };
  const { rows } = await queryClient.fetchQuery({ ...rowsQuery(collection, asked), staleTime: 0 });
  return rows;
}

/**
 * Scores every row by the labels of a category, and keeps the threshold that goes with the scores. @returns how many rows
 * @throws ApiError
 */
export async function scoreByLabels(collection: string, filter: string): Promise<number> {
  const learned = await call("app.collectionLearn", { name: collection, filter });
  const { positions, threshold } = learned;
  const { rows } = await call("app.collectionClassify", { name: collection, filter, positions });
  keepLearned(collection, filter, threshold.suggested);
  await refreshCollection(collection);
  return rows;
}

/** Takes a score away from every row; scoring again makes a new one. @throws ApiError */
export async function removeScore(collection: string, score: string): Promise<void> {
  await call("app.collectionScoreName", { name: collection, score, to: null });
  forgetScore(collection, score);
  await refreshCollection(collection);
}

/** Hands the labelled rows of a category to the view Filters, as examples. @throws ApiError */
export async function makeFilterOfLabels(collection: string, filter: string): Promise<void> {
  const [positive, negative] = await Promise.all([
    labelled(collection, filter, "belongs"),
    labelled(collection, filter, "not"),
  ]);
  giveExamples(filter, { positive, negative }, collection);
}

/** A filter of this name gets the texts it does not have yet; if there is none, one is made, for texts of the collection. */
export function giveExamples(
  name: string,
  texts: Readonly<Record<Side, readonly string[]>>,
  collection: string,
): void {
  openWith("filters");
  const known = filters.read().find((each) => each.name === name);
  if (known === undefined) {
    const examples = (["positive", "negative"] as const).flatMap((side) =>
      texts[side].map((text) => makeExample(text, side)),
    );
    addFilter(name, examples, { kind: "collection", name: collection });
  } else {
    const has = new Set(known.examples.map(({ text }) => text));
    asOneStep(() => {
      for (const side of ["positive", "negative"] as const)
        addExamples(
          known.id,
          side,
          texts[side].filter((text) => !has.has(text.trim())),
        );
    });
    openFilter(known.id);
  }
}
