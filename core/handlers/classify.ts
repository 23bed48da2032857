import type { Engine, Model } from "../analysis/engine.ts";
import { joinFilters } from "../analysis/filter-examples.ts";
import { readersOf } from "../analysis/languages.ts";
import type { Handler } from "../api/client-types.ts";
import { toNumbers } from "../fingerprint/positions.ts";
import { checkCount, MOST_TEXTS } from "./limits.ts";

interface Examples {
  readonly positive: readonly string[];
  readonly negative: readonly string[];
}

/** Filters as the contract has them. */
export function classifyHandlers(engine: Engine) {
  const createFilter: Handler<"classify.createFilter"> = async (input) => {
    const positive = input.positiveExamples.map(({ text }) => text);
    const negative = (input.negativeExamples ?? []).map(({ text }) => text);
    checkCount("examples", positive.length + negative.length, MOST_TEXTS);
    const name = input.filter_name;
    const readers = await readersOf(engine, input, [...positive, ...negative]);
    return {
      categoryName: name,
      positions: toNumbers(filterOf(name, { positive, negative }, readers)),
    };
  };
  return { "classify.createFilter": createFilter };
}

/** One filter of one for each language. @param readers of the positive examples, then of the negative ones */
function filterOf(name: string, { positive, negative }: Examples, readers: readonly Model[]) {
  const parts = [...new Set(readers.slice(0, positive.length))].map((reader) => {
    const own = (texts: readonly string[], from: number) =>
      texts.filter((_, i) => readers[from + i] === reader);
    return reader.text.createFilter(name, own(positive, 0), own(negative, positive.length));
  });
  return joinFilters(parts.map(({ positions }) => positions));
}
