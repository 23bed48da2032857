import { seededRandom } from "../../support/seeded-random.ts";
import type { BenchContext } from "./bench-context.ts";
import { mean } from "./correlation.ts";
import { drawTexts, type KnownText, shareOf } from "./filter-draws.ts";
import type { Measure } from "./measures.ts";
import { FilterTrial } from "./try-filter.ts";

const EXAMPLES = 10;
const DRAWS = 5;
const BACKGROUND = 1000;
const LABELS = 40;
const SEED = 20_261_123;

/**
 * Macro F1 of a filter for each of the ten topics of Reuters, made of 10 articles that belong and 10 that do not, on all
 * others; topics are as frequent as they are, from 3 to 44 in 100. Each figure beside that of the examples' own line.
 */
export async function measureWires(context: BenchContext): Promise<Measure[]> {
  const texts = context.data.wires();
  if (texts === undefined) return [];
  const trial = new FilterTrial(context);
  const random = seededRandom(SEED);
  const topics = [...new Set(texts.flatMap((text) => text.topics))].sort();
  const found = {
    alone: [] as number[],
    known: [] as number[],
    sampled: [] as number[],
    best: [] as number[],
  };
  for (let draw = 0; draw < DRAWS; draw++)
    for (const topic of topics) {
      const { positive, negative } = drawTexts(texts, topic, {
        positive: EXAMPLES,
        negative: EXAMPLES,
        random,
      });
      const used = new Set([...positive, ...negative]);
      const rest: KnownText[] = random
        .shuffled(texts)
        .filter(({ text }) => !used.has(text))
        .map(({ text, topics: own }) => ({ text, belongs: own.includes(topic) }));
      const own = { positive, negative };
      const background = rest.slice(0, BACKGROUND).map(({ text }) => text);
      const sample = { share: shareOf(rest.slice(0, LABELS)), shareLabels: LABELS };
      found.alone.push((await trial.alone(own, rest)).real);
      const known = await trial.told({ ...own, background, share: shareOf(rest) }, rest);
      found.known.push(known.real);
      found.best.push(known.best);
      found.sampled.push((await trial.told({ ...own, background, ...sample }, rest)).real);
    }
  const measure = (figure: string, values: readonly number[]): Measure => ({
    set: "reuters-21578",
    figure: `macro F1, ten filters of ${EXAMPLES} + ${EXAMPLES}, ${figure}`,
    value: mean(values),
    baseline: mean(found.alone),
    baselineName: "line of the examples alone",
  });
  return [
    measure("true share", found.known),
    measure(`${LABELS} random labels`, found.sampled),
    measure("true share, best lines", found.best),
  ];
}
