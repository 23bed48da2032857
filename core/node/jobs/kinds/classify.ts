import { scoreTexts } from "../../../analysis/score-texts.ts";
import type { JobKind } from "../job-kind.ts";
import { writeRows } from "../write-rows.ts";

/** Every text against every filter: one row per text. */
export const classify: JobKind<"classify"> = {
  needsRetina: true,
  resumes: false,
  check: () => {},
  run: async (input, context) => {
    const rows = scoreTexts(await context.model(), input, context.signal);
    await writeRows(rows, input.texts.length, context);
  },
};
