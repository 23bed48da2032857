import type { Engine } from "../analysis/engine.ts";
import type { Handler } from "../api/client-types.ts";
import { toNumbers } from "../fingerprint/positions.ts";
import { checkCount, MOST_TEXTS } from "./limits.ts";

/** Filters as the contract has them. */
export function classifyHandlers(engine: Engine) {
  const createFilter: Handler<"classify.createFilter"> = (input) => {
    const { retina_name, filter_name, positiveExamples, negativeExamples } = input;
    const positive = positiveExamples.map(({ text }) => text);
    const negative = (negativeExamples ?? []).map(({ text }) => text);
    checkCount("examples", positive.length + negative.length, MOST_TEXTS);
    const filter = engine.model(retina_name).text.createFilter(filter_name, positive, negative);
    return { categoryName: filter.name, positions: toNumbers(filter.positions) };
  };
  return { "classify.createFilter": createFilter };
}
