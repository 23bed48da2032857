import type { Predicate } from "../../../core/api/schema/collection-types.ts";
import type { Side } from "../../../core/workspace/filters/filter-model.ts";
import { call } from "../../api/client.ts";
import type { CollectionRow } from "../../api/collection-queries.ts";
import { refreshCollection, rowsQuery } from "../../api/collection-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { queryOf, type Restriction } from "../../model/collection/restrictions.ts";
import { makeExample } from "../../model/filters/make-filter.ts";
import { plural } from "../../model/format.ts";
import { forgetScore, keepLearned } from "../../state/collection/collection-look.ts";
import { undoableToast } from "../../state/edits.ts";
import { addExamples, addFilter, openFilter } from "../../state/filters/filter-state.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { openWith } from "../../state/open-with.ts";
import { announce } from "../../state/toasts.ts";
import { asOneStep } from "../../state/workspace.ts";
import { acknowledgedLabel, doDeed, type Label } from "./do-deed.ts";

export type Mark = boolean | null;

type Marked = Pick<CollectionRow, "id" | "labels">;

const ofFilter = ({ labels }: Marked, filter: string): Label | null =>
  labels.find((each) => each.filter === filter) ?? null;

/** What is shown may be older than what the service has acknowledged. */
function currentLabel(collection: string, filter: string, id: string, shown: Label | null) {
  const known = acknowledgedLabel(collection, filter, id);
  return known === undefined ? shown : known;
}

/** What a deed notes of a row, so that it can be taken back. */
const markOf = (id: string, was: Label | null, now: Mark) => ({
  id,
  was: was?.belongs ?? null,
  now,
  ...(was?.author === undefined ? {} : { author: was.author }),
});

/**
 * Labels rows for a category, or takes the label away (null). Acknowledged means on disk; undo brings back what was.
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
  // What was is asked when all that came before is done; what is shown may be older than that.
  const seen = rows.map((row) => currentLabel(collection, filter, row.id, ofFilter(row, filter)));
  const makeDeed = () => {
    const marks = rows.map(({ id }, i) =>
      markOf(id, currentLabel(collection, filter, id, seen[i] ?? null), belongs),
    );
    return { kind: "labels", collection, filter, marks } as const;
  };
  // The table shows the label of a single row at once, and a sentence over the text would hide what is being read.
  await doDeed(told, makeDeed, () => (rows.length === 1 ? announce(told) : undoableToast(told)));
}

/** Gives a category of at most `MOST_MOVED` labels a name that none has: they move, as one step. @throws ApiError */
export async function renameLabels(collection: string, from: string, to: string): Promise<void> {
  const rows = await rowsLabelled(collection, { not: { label: from, is: "unlabelled" } });
  const marks = rows.map((row) => {
    const was = ofFilter(row, from);
    return markOf(row.id, was, was?.belongs ?? null);
  });
  const told = `Renamed ${from} to ${to}`;
  const makeDeed = () => ({ kind: "labels", collection, filter: to, former: from, marks }) as const;
  await doDeed(told, makeDeed, () => undoableToast(told));
}

/** Takes away up to `MOST_MOVED` labels that somebody else gave for a category, as one step. @throws ApiError */
export async function takeBackLabels(
  collection: string,
  filter: string,
  author: string,
): Promise<void> {
  const theirs: Restriction = { kind: "author", filter, author };
  const rows = await rowsLabelled(collection, queryOf([theirs]).labels!);
  const told = `Removed ${plural(rows.length, "label")} by ${author}`;
  const makeDeed = () => {
    const marks = rows.flatMap((row) => {
      const label = currentLabel(collection, filter, row.id, ofFilter(row, filter));
      // The person may have given one of their own meanwhile.
      return label?.author === author ? [markOf(row.id, label, null)] : [];
    });
    return { kind: "labels", collection, filter, marks } as const;
  };
  await doDeed(told, makeDeed, () => undoableToast(told));
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
