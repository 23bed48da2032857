import { checkCollectionName } from "../../../collection/port/check-head.ts";
import type { ImportRequest } from "../../collections/import/import-types.ts";
import { runImport } from "../../collections/thread/run-import.ts";
import type { InputOfKind, JobKind } from "../job-kind.ts";

/** Files into a collection: one row, the report. Goes on where it was after a crash. */
export const importTexts: JobKind<"import"> = {
  needsRetina: true,
  // A training takes hours; nobody waits so long for their texts.
  lane: "imports",
  resumes: true,
  check: ({ name }) => void checkCollectionName(name),
  run: async (input, { collections, rows, signal, progress }) => {
    const report = await runImport(requestOf(input), collections(), {
      signal,
      onProgress: ({ rows: count, done }) =>
        progress({ phase: `${count} rows`, fraction: done, counted: count }),
    });
    await rows.add(report);
  },
};

function requestOf({
  name,
  paths,
  split = "none",
  ...input
}: InputOfKind<"import">): ImportRequest {
  const { text, id, title, date, category, truth, kinds } = input;
  const wishes = { text, id, title, date, category, truth, kinds };
  const given = Object.entries(wishes).filter(([, column]) => column !== undefined);
  return { name, paths, split, wishes: Object.fromEntries(given) };
}
