import { scoreTexts } from "../../../analysis/score-texts.ts";
import type { JobKind } from "../job-kind.ts";
import { writeRows } from "../write-rows.ts";

/** Together under half a second on a thread that has read a text before: 200 texts take 75 ms. */
const MOST_QUICK = 2000;
const MOST_CHARACTERS = 250_000;

/** Every text against every filter: one row per text. */
export const classify: JobKind<"classify"> = {
  needsRetina: true,
  resumes: false,
  isQuick: ({ texts, filters }) =>
    texts.length * filters.length <= MOST_QUICK &&
    texts.reduce((sum, text) => sum + text.length, 0) <= MOST_CHARACTERS,
  check: () => {},
  run: async (input, context) => {
    const rows = scoreTexts(await context.model(), input, context.signal);
    await writeRows(rows, input.texts.length, context);
  },
};
