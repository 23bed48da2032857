import { findSenses, type LineReading } from "../../../core/collection/analyses/word-senses.ts";
import { tokensOf } from "../../../core/collection/port/words.ts";
import { seededRandom } from "../../../core/kernel/seeded-random.ts";
import { type BenchContext, fingerprintOrEmpty } from "./bench-context.ts";
import type { SensedLine } from "./benchmark-data.ts";
import { mean } from "./correlation.ts";
import type { Measure } from "./measures.ts";

/** Lines of each sense that are given, and how many times they are drawn. */
const GIVEN = 3;
const DRAWS = 3;

/** Lines of ambiguous nouns: how many are assigned to the right sense. */
export function measureWordsInContext({ data, retina, engine }: BenchContext): Measure[] {
  const free: Scores[] = [];
  const few: Scores[] = [];
  const all: Scores[] = [];
  const commonest: Scores[] = [];
  for (const { word, train, test } of data.ambiguousLines()) {
    const read = ({ before, after }: SensedLine): LineReading => {
      const around = `${before} ${after}`;
      return { cells: fingerprintOrEmpty(around, engine), words: tokensOf(around) };
    };
    const [learned, asked] = [train.map(read), test.map(read)];
    const truth = test.map(({ sense }) => sense);
    const contexts = retina.contexts(retina.positions(retina.idOf(word)));
    const found = findSenses(
      asked,
      contexts.map(({ positions }) => positions),
    );
    free.push(scoresOf(byMajority(found.senses, truth), truth));
    commonest.push(
      scoresOf(
        byMajority(
          truth.map(() => 0),
          truth,
        ),
        truth,
      ),
    );
    const numbers = [...new Set(train.map(({ sense }) => sense))].sort();
    const withGiven = (chosen: readonly number[]) => {
      const lines = [...asked, ...chosen.map((i) => learned[i]!)];
      const given = new Map(
        chosen.map((line, i) => [asked.length + i, numbers.indexOf(train[line]!.sense)]),
      );
      const { senses } = findSenses(
        lines,
        numbers.map(() => new Uint16Array()),
        given,
      );
      return scoresOf(
        truth.map((_, i) => numbers[senses[i]!]!),
        truth,
      );
    };
    const draws = Array.from({ length: DRAWS }, (_, seed) => withGiven(drawn(train, seed + 1)));
    few.push({
      lines: mean(draws.map(({ lines }) => lines)),
      senses: mean(draws.map(({ senses }) => senses)),
    });
    all.push(withGiven(train.map((_, i) => i)));
  }
  const measures = (set: string, scores: readonly Scores[], baseline?: readonly Scores[]) =>
    (["lines", "senses"] as const).map((part) => ({
      set,
      figure: part === "lines" ? "right lines" : "right lines, mean over senses",
      value: mean(scores.map((each) => each[part])),
      ...(baseline && {
        baseline: mean(baseline.map((each) => each[part])),
        baselineName: "always the commonest sense",
      }),
    }));
  return [
    ...measures("words in context, no label", free, commonest),
    ...measures(`words in context, ${GIVEN} lines of each sense`, few),
    ...measures("words in context, all lines of the training part", all),
  ];
}

interface Scores {
  readonly lines: number;
  readonly senses: number;
}

function scoresOf(answers: readonly number[], truth: readonly number[]): Scores {
  const right = truth.map((sense, i) => (answers[i] === sense ? 1 : 0));
  const bySense = [...new Set(truth)].map((sense) =>
    mean(right.filter((_, i) => truth[i] === sense)),
  );
  return { lines: mean(right), senses: mean(bySense) };
}

/** Each found sense stands for the one that most of its lines have. */
function byMajority(found: ArrayLike<number>, truth: readonly number[]): number[] {
  const counts = new Map<number, Map<number, number>>();
  truth.forEach((sense, i) => {
    const own = counts.get(found[i]!) ?? new Map<number, number>();
    counts.set(found[i]!, own.set(sense, (own.get(sense) ?? 0) + 1));
  });
  const stands = new Map(
    [...counts].map(([number, own]) => [number, [...own].sort((a, b) => b[1] - a[1])[0]![0]]),
  );
  return Array.from(found, (number) => stands.get(number)!);
}

function drawn(lines: readonly SensedLine[], seed: number): number[] {
  const random = seededRandom(seed);
  const order = lines.map((_, i) => ({ i, draw: random() })).sort((a, b) => a.draw - b.draw);
  const taken = new Map<number, number>();
  return order
    .map(({ i }) => i)
    .filter((i) => {
      const { sense } = lines[i]!;
      taken.set(sense, (taken.get(sense) ?? 0) + 1);
      return taken.get(sense)! <= GIVEN;
    });
}
