import type { Engine, Model } from "../analysis/engine.ts";
import { readersOf } from "../analysis/languages.ts";
import type { Handler } from "../api/client-types.ts";
import { or } from "../fingerprint/operations.ts";
import { NO_POSITIONS, toNumbers } from "../fingerprint/positions.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import { CELLS } from "../kernel/grid.ts";
import { TEXT_LIMIT } from "../retina/types.ts";
import { after } from "./bulk.ts";
import { checkCount, MOST_TEXTS } from "./limits.ts";

interface Examples {
  readonly positive: readonly string[];
  readonly negative: readonly string[];
}

/** Filters as the contract has them. */
export function classifyHandlers(engine: Engine) {
  const createFilter: Handler<"classify.createFilter"> = (input) => {
    const positive = input.positiveExamples.map(({ text }) => text);
    const negative = (input.negativeExamples ?? []).map(({ text }) => text);
    checkCount("examples", positive.length + negative.length, MOST_TEXTS);
    const name = input.filter_name;
    return after(readersOf(engine, input, [...positive, ...negative]), (readers) => ({
      categoryName: name,
      positions: toNumbers(filterOf(name, { positive, negative }, readers)),
    }));
  };
  return { "classify.createFilter": createFilter };
}

/**
 * A filter of examples in several languages is one for each language, of which the cells that lie closest together are
 * taken: terms of different languages cannot be piled up, but all lie on the same map.
 * @param readers of the positive examples, then of the negative ones
 */
function filterOf(name: string, { positive, negative }: Examples, readers: readonly Model[]) {
  const parts = [...new Set(readers.slice(0, positive.length))].map((reader) => {
    const own = (texts: readonly string[], from: number) =>
      texts.filter((_, i) => readers[from + i] === reader);
    return reader.text.createFilter(name, own(positive, 0), own(negative, positive.length));
  });
  const [first = NO_POSITIONS, ...others] = parts.map(({ positions }) => positions);
  return others.length === 0 ? first : sparsify(or([first, ...others]), TEXT_LIMIT / CELLS);
}
