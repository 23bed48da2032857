import { compareItems, countPairs } from "../../analysis/compare-items.ts";
import { checkCollectionName } from "../../collection/port/check-head.ts";
import { forbidden } from "../../errors.ts";
import { trainingChoice } from "../training/train-request.ts";
import type { JobContext, JobKind, JobKinds } from "./job-kind.ts";

/** 60 texts take 310 ms of processor time on a thread that has read a text before, and 1,540 on a thread of their own. */
const MOST_ITEMS = 200;
const MOST_PAIRS = 20_000;

/** Metrics of pairs of items: one row per pair. */
const compareBulk: JobKind<"compareBulk"> = {
  needsRetina: true,
  resumes: false,
  isQuick: ({ items, pairs }) =>
    items.length <= MOST_ITEMS && countPairs(items.length, pairs) <= MOST_PAIRS,
  check: ({ items, pairs }) => void countPairs(items.length, pairs),
  run: async (input, context) => {
    const rows = compareItems(await context.model(), input, context.signal);
    await writeRows(rows, countPairs(input.items.length, input.pairs), context);
  },
};

/** Files into a collection: one row, the report. Goes on where it was after a crash. */
const importTexts: JobKind<"import"> = {
  needsRetina: true,
  // A training takes hours; nobody waits so long for their texts.
  lane: "imports",
  resumes: true,
  check: ({ name }) => void checkCollectionName(name),
};

/** A retina from a person's own texts: a file in the task's folder. */
const train: JobKind<"train"> = {
  needsRetina: false,
  resumes: false,
  check: (input, { mayReadFiles }) => {
    if (!mayReadFiles)
      throw forbidden("Training reads files, so a service that asks for no key does not offer it.");
    trainingChoice(input.name, input.options ?? {});
  },
};

/** Writes rows as they become known and tells how many of `total` there are. */
async function writeRows(
  found: Iterable<unknown>,
  total: number,
  { rows, progress }: Pick<JobContext, "rows" | "progress">,
): Promise<void> {
  const report = () => {
    const fraction = total === 0 ? 0 : rows.count / total;
    progress({ phase: `${rows.count} of ${total} rows`, fraction });
  };
  for (const row of found) {
    const written = rows.add(row);
    if (written !== undefined) await written;
    report();
  }
}

/**
 * Every kind of task. What imports and trains is a quarter of the files that a service would load: `runnable-kinds.ts` adds it where
 * a task has a thread of its own.
 */
export const jobKinds: JobKinds = { compareBulk, train, import: importTexts };
