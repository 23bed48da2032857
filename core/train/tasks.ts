import { associate } from "./associate.ts";
import { anchorCandidates } from "./choose-anchors.ts";
import { countContexts } from "./count-contexts.ts";
import { gramOfRows, multiplySlab, transformRows } from "./dense-tasks.ts";
import { encodeRows } from "./encode.ts";
import { nearestCells } from "./lay-out-map.ts";
import { measureCrowds } from "./level-crowds.ts";
import { mergeCounts } from "./merge-counts.ts";
import { refineRows } from "./refine-rows.ts";
import { tagSentences } from "./tag-sentences.ts";
import { fitSlab } from "./teacher/fit-slab.ts";
import { joinRows } from "./teacher/join-vectors.ts";
import { projectRows } from "./term-vectors.ts";
import { tokeniseBatch } from "./tokenise-batch.ts";
import { contrastPairs } from "./weights/contrast-pairs.ts";

/**
 * The work that threads share: pure functions of their input, except that some fill in their own part of a
 * shared array named in it. Inputs and outputs survive structured cloning.
 */
export const tasks = {
  tokeniseBatch,
  tagSentences,
  countContexts,
  mergeCounts,
  associate,
  multiplySlab,
  gramOfRows,
  transformRows,
  projectRows,
  nearestCells,
  anchorCandidates,
  encodeRows,
  measureCrowds,
  refineRows,
  fitSlab,
  joinRows,
  contrastPairs,
} as const;

/** The name of a task. */
export type TaskName = keyof typeof tasks;
/** What a task is given. */
export type TaskInput<N extends TaskName> = Parameters<(typeof tasks)[N]>[0];
/** What a task answers, once it is done. */
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<(typeof tasks)[N]>>;
