import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tinyRetina } from "../../support/tiny-retina.ts";
import { parsePairs } from "./benchmark-data.ts";
import { pearson, ranks, spearman, spread } from "./correlation.ts";
import { denseAverage, denseCosine, parseDense } from "./dense-vectors.ts";
import { bestF1, f1At } from "./filter-draws.ts";
import { judgeWord } from "./judge-senses.ts";
import { keywordScores } from "./keyword-scores.ts";
import { type FilterFigures, WAYS } from "./measure-filters.ts";
import { headlineGroups } from "./measure-keywords.ts";
import { goByLetters } from "./measure-map.ts";
import { summarise } from "./measure-senses.ts";
import { weightedOverlap } from "./measure-sentences.ts";
import { nearestSentences } from "./measure-slices.ts";
import { mapUse } from "./measure-use.ts";
import { overlapCosine } from "./measures.ts";
import { printFilters } from "./print-filters.ts";
import { printMeasures } from "./print-measures.ts";
import { pk, windowDiff } from "./segmentation.ts";
import { textTiling } from "./text-tiling.ts";
import { centroid, dot, InverseFrequencies, plainWords } from "./tf-idf.ts";

describe("correlations", () => {
  it("agree with figures worked out by hand", () => {
    expect(pearson([1, 2, 3, 4], [2, 4, 6, 8])).toBeCloseTo(1, 12);
    expect(pearson([1, 2, 3], [1, 3, 2])).toBeCloseTo(0.5, 12);
    expect(spearman([1, 2, 3], [1, 100, 50])).toBeCloseTo(0.5, 12);
    expect(pearson([1, 1], [1, 2])).toBe(0);
    expect(spread([1, 3])).toBeCloseTo(Math.SQRT2, 12);
  });

  it("give equal values equal ranks, and ranks that add up", () => {
    expect(ranks([5, 1, 5, 0])).toEqual([3.5, 2, 3.5, 1]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 })), (values) => {
        const sum = ranks(values).reduce((total, rank) => total + rank, 0);
        expect(sum).toBeCloseTo((values.length * (values.length + 1)) / 2, 9);
      }),
    );
  });
});

describe("the use of the map", () => {
  it("agrees with figures worked out by hand", () => {
    const rows = (...sets: number[][]) => sets.map((cells) => Uint16Array.from(cells));
    expect(mapUse(rows([1, 2], [3, 4])).evenly).toBeCloseTo(4 / 16_384, 12);
    expect(mapUse(rows([1, 2], [3, 4])).rarely).toBe(16_380 / 16_384);
    // Half on one cell, a quarter on each of two: e to the entropy of 1.5 ln 2.
    expect(mapUse(rows([7, 8], [7, 9])).evenly).toBeCloseTo(2 ** 1.5 / 16_384, 12);
    expect(mapUse([])).toEqual({ evenly: 0, rarely: 0 });
  });

  it("counts a cell as rare below one row in a hundred", () => {
    const hundred = Array.from({ length: 100 }, (_, i) => Uint16Array.from(i === 0 ? [5] : [6]));
    expect(mapUse(hundred).rarely).toBe(16_382 / 16_384);
    expect(mapUse([...hundred, Uint16Array.of(6)]).rarely).toBe(16_383 / 16_384);
  });
});

describe("a list of terms", () => {
  it("goes by letters where two in five begin alike", () => {
    expect(goByLetters(["a", "b", "a", "c", "d"])).toBe(true);
    expect(goByLetters(["a", "b", "a", "c", "d", "e"])).toBe(false);
    expect(goByLetters(["a", "b"])).toBe(false);
    expect(goByLetters([])).toBe(false);
  });
});

describe("segmentation measures", () => {
  it("are 0 for the truth", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 29 })), (cuts) => {
        const truth = cuts.sort((a, b) => a - b);
        expect(pk(truth, truth, 30)).toBe(0);
        expect(windowDiff(truth, truth, 30)).toBe(0);
      }),
    );
  });

  it("agree with figures worked out by hand", () => {
    // Eight units, one seam in the middle: probes of two units, six of them, two across the seam.
    expect(pk([4], [], 8)).toBeCloseTo(2 / 6, 12);
    expect(windowDiff([4], [3, 4], 8)).toBeCloseTo(2 / 6, 12);
    expect(pk([4], [3, 4], 8)).toBeCloseTo(1 / 6, 12);
  });
});

describe("keyword scores", () => {
  it("match inflections and count each keyword once", () => {
    const scores = keywordScores(
      ["Neural Networks", "neural network", "cats"],
      ["neural network", "dog"],
      10,
    );
    expect(scores).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
  });

  it("look at the first answers only", () => {
    expect(keywordScores(["a cat", "dog"], ["dog"], 1).f1).toBe(0);
    expect(keywordScores([], ["dog"], 10)).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});

describe("the keywords of a headline", () => {
  it("are its longest runs of three words at most that the text has too", () => {
    const text = "Banks raise the interest rates of the central bank of France.";
    expect(headlineGroups("CENTRAL BANK RAISES INTEREST RATES", text)).toEqual([
      "central bank",
      "raises",
      "interest rates",
    ]);
    expect(headlineGroups("THE FRANCE OF BANKS", text)).toEqual(["france", "banks"]);
    expect(headlineGroups("WHEAT", text)).toEqual([]);
  });
});

describe("baselines", () => {
  it("weigh rare words more than frequent ones", () => {
    const idf = new InverseFrequencies([
      ["the", "cat"],
      ["the", "dog"],
    ]);
    expect(idf.of("the")).toBe(1);
    expect(idf.of("cat")).toBeCloseTo(Math.log(1.5) + 1, 12);
    expect(dot(idf.vector(["cat"]), idf.vector(["cat"]))).toBeCloseTo(1, 12);
    expect(
      dot(centroid([idf.vector(["cat"]), idf.vector(["dog"])]), idf.dampedVector(["dog"])),
    ).toBeCloseTo(Math.SQRT1_2, 12);
  });

  it("overlap by weight", () => {
    expect(weightedOverlap(["a", "b"], ["b", "c"], () => 1)).toBe(0.5);
    expect(weightedOverlap([], ["b"], () => 1)).toBe(0);
  });

  it("find the seam between two subjects", () => {
    const cat = plainWords("the cat and the kitten purr");
    const car = plainWords("an engine with wheels drives");
    expect(textTiling([cat, cat, cat, cat, car, car, car, car])).toEqual([4]);
  });
});

describe("reading sets", () => {
  it("skips the header and empty lines", () => {
    expect(parsePairs("a\tb\tscore\r\nsun\tsunlight\t50\n\n")).toEqual([
      { left: "sun", right: "sunlight", score: 50 },
    ]);
  });

  it("puts a cut at the nearest sentence", () => {
    expect(nearestSentences([0, 11, 29], [0, 10, 20, 30])).toEqual([1, 3]);
    expect(nearestSentences([99], [0, 10])).toEqual([1]);
  });

  it("reads dense vectors and averages them", () => {
    const dense = parseDense("2 2\nnew_york 1 0\nsun 0 2\n");
    expect(denseCosine(dense.of("new york"), dense.of("sun"))).toBe(0);
    expect([...denseAverage(["sun", "zzz", "new york"], dense, () => 1)!]).toEqual([1, 2]);
    expect(denseCosine(undefined, dense.of("sun"))).toBe(0);
    expect(dense.of("New York")).toEqual(dense.of("new york"));
  });
});

describe("the report", () => {
  it("prints one row a measure", () => {
    const text = printMeasures([
      {
        set: "men",
        figure: "Spearman",
        value: 0.5,
        spread: 0.01,
        baseline: 0.25,
        baselineName: "plain",
      },
    ]);
    expect(text).toMatch(/\| men +\| Spearman +\| 0\.500 ± 0\.010 +\| 0\.250 +\| plain +\| +\|/);
  });

  it("measures a line by what it takes in", () => {
    const scored = [
      { score: 0.5, belongs: true },
      { score: 0.4, belongs: false },
      { score: 0.1, belongs: true },
    ];
    expect(f1At(scored, 0.4)).toBe(0.5);
    expect(f1At(scored, 0.1)).toBe(0.8);
    expect(f1At(scored, 0.6)).toBe(0);
    expect(bestF1(scored)).toBe(0.8);
  });

  it("finds the best of all lines", () => {
    const text = fc.record({ score: fc.integer({ min: 0, max: 9 }), belongs: fc.boolean() });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (scored) => {
        fc.pre(scored.some(({ belongs }) => belongs));
        const tried = scored.map(({ score }) => f1At(scored, score));
        expect(bestF1(scored)).toBeCloseTo(Math.max(...tried), 12);
      }),
    );
  });

  it("prints how far off predictions are and what the line loses, by what is known", () => {
    const way = { real: 0.8, off: 0.046, lost: 0.0214, inside: 0.9 };
    const ways = Object.fromEntries(Object.keys(WAYS).map((name) => [name, way]));
    ways.alone = { ...way, real: 0.7, lost: 0.05 };
    const figures = { set: "BBC news", size: "5 + 3", drops: 0.025, ways } as FilterFigures;
    const [head, , row] = printFilters([figures]).split("\n");
    expect(head).toMatch(
      /^\| filters +\| best line +\| among others +\| examples alone +\| .*\| true share +\|/,
    );
    expect(row).toMatch(
      /^\| BBC news, 5 \+ 3 +\| 0\.750 +\| 0\.821 +\| 0\.05, 0\.050 +\|.*\| 90% +\| 3% +\|$/,
    );
  });

  it("measures the overlap of positions", () => {
    expect(overlapCosine(Uint16Array.of(1, 2), Uint16Array.of(2, 3))).toBe(0.5);
    expect(overlapCosine(Uint16Array.of(), Uint16Array.of(2))).toBe(0);
  });
});

describe("senses", () => {
  const retina = tinyRetina();
  const apple = retina.positions(retina.idOf("apple"));
  const word = {
    word: "apple",
    senses: { fruit: "pear banana", computing: "computer software", music: "guitar violin" },
  };
  const about = (name: string, label: string, id = 0) => {
    const cells = new Set(retina.positions(retina.idOf(name)));
    const positions = apple.filter((position) => cells.has(position));
    return { id, label: retina.idOf(label), positions };
  };

  it("are found, missed or found twice by what fills the contexts, whatever their names", () => {
    const judged = judgeWord(retina, word, [
      about("pear", "fruit"),
      about("banana", "computer", 1),
      about("computer", "software", 2),
    ]);
    expect(judged.contexts).toMatchObject([
      { sense: "fruit", isDouble: false, nameHolds: true },
      { sense: "fruit", isDouble: true, nameHolds: false },
      { sense: "computing", isDouble: false, nameHolds: true },
    ]);
    expect(judged.missed).toEqual(["music"]);
    const [found] = summarise("apple", [judged], [word]);
    expect(found).toMatchObject({ figure: "found, of 3", value: 2 / 3 });
  });

  it("are invented where no listed sense has words there", () => {
    const judged = judgeWord(retina, { ...word, senses: { music: "guitar violin" } }, [
      about("pear", "fruit"),
    ]);
    expect(judged).toMatchObject({ contexts: [{ sense: undefined }], missed: ["music"] });
    expect(judged.covered).toBeLessThan(1);
  });
});
