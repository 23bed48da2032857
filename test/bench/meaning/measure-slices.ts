import type { BenchContext } from "./bench-context.ts";
import type { GluedDocument } from "./benchmark-data.ts";
import { mean } from "./correlation.ts";
import type { Measure } from "./measures.ts";
import { type Boundaries, pk, windowDiff } from "./segmentation.ts";
import { textTiling } from "./text-tiling.ts";
import { plainWords } from "./tf-idf.ts";

/** How well slices find the seams of glued documents. The engine sees running text; its cuts count at the nearest sentence. */
export function measureSlices({ data, engine }: BenchContext): Measure[] {
  const documents = data.glued();
  if (documents === undefined) return [];
  const glued = documents.map(readGlued);
  const ours = glued.map((document) =>
    nearestSentences(
      engine.slices(document.text).map(({ start }) => start),
      document.starts,
    ),
  );
  const tiling = glued.map(({ sentences }) => textTiling(sentences.map(plainWords)));
  const figures = { Pk: pk, WindowDiff: windowDiff };
  return Object.entries(figures).map(([figure, measure]) => {
    const average = (guesses: readonly Boundaries[]) =>
      mean(glued.map(({ seams, sentences }, i) => measure(seams, guesses[i]!, sentences.length)));
    return {
      set: "choi",
      figure: `${figure} (0 is best)`,
      value: average(ours),
      baseline: average(tiling),
      baselineName: "TextTiling-like",
    };
  });
}

interface Glued {
  readonly text: string;
  readonly sentences: readonly string[];
  /** Offset of each sentence. */
  readonly starts: readonly number[];
  /** Sentences that start a segment, without the first. */
  readonly seams: Boundaries;
}

function readGlued({ segments }: GluedDocument): Glued {
  const sentences = segments.flat();
  let offset = 0;
  const starts = sentences.map((sentence) => {
    const start = offset;
    offset += sentence.length + 1;
    return start;
  });
  let count = 0;
  const seams = segments.slice(0, -1).map((segment) => {
    count += segment.length;
    return count;
  });
  return { text: sentences.join(" "), sentences, starts, seams };
}

/** The sentences that start nearest to the given offsets, without the first sentence. */
export function nearestSentences(
  offsets: readonly number[],
  starts: readonly number[],
): Boundaries {
  const nearest = offsets.map((offset) => {
    const next = starts.findIndex((start) => start >= offset);
    const after = next < 0 ? starts.length - 1 : next;
    const before = Math.max(0, after - 1);
    return offset - starts[before]! < starts[after]! - offset ? before : after;
  });
  return [...new Set(nearest)].filter((sentence) => sentence > 0).sort((a, b) => a - b);
}
