import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../../core/kernel/seeded-random.ts";
import { openRetina } from "../../../../core/retina/open-retina.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { DEFAULT_OPTIONS } from "../../../../core/train/options.ts";
import { trainFromVectors } from "../../../../core/train/train-from-vectors.ts";
import {
  type GivenVectors,
  givenTerms,
  givenVectorsOf,
  partsOfGiven,
} from "../../../../core/train/vectors/given-vectors.ts";
import { InlineRunner, inlineContext, MemoryScratch } from "../../../support/train-support.ts";

const given = (words: readonly string[], rows: readonly (readonly number[])[]): GivenVectors => ({
  words,
  dimensions: rows[0]!.length,
  values: Float32Array.from(rows.flat()),
  card: { vectors: "test.vec" },
});

describe("given words", () => {
  const vectors = given(["new", "york", "new york", "old york", "city"], [[1], [2], [3], [4], [5]]);

  it("are words and phrases of known words, more frequent the earlier they come", () => {
    const { names, counts, vocabulary, documents } = givenTerms(vectors, 10);
    expect(names).toEqual(["new", "york", "city", "new york"]);
    expect(vocabulary.words).toHaveLength(3);
    expect(counts[0]! / counts[1]!).toBeCloseTo(3.7 / 2.7, 4);
    expect([...counts].every((count, i) => documents[i]! > 0 && documents[i]! <= count)).toBe(true);
    expect(givenTerms(vectors, 2).names).toEqual(["new", "york"]);
  });

  it("have centred vectors of length 1; a phrase without one has that of its words", () => {
    const known = given(
      ["new", "york", "city"],
      [
        [3, 1],
        [1, 3],
        [-1, -1],
      ],
    );
    const terms = givenTerms(vectors, 10);
    const { values } = givenVectorsOf(terms, known);
    // The mean is (1, 1), which leaves (2, 0), (0, 2) and (-2, -2).
    const root = Math.SQRT1_2;
    const expected = [1, 0, 0, 1, -root, -root, root, root];
    expected.forEach((value, at) => {
      expect(values[at]).toBeCloseTo(value, 5);
    });
  });

  it("have the part of speech of their last word as it is tagged alone, however many there are", async () => {
    const known = ["london", "quickly", "walked", "of"];
    const names = Array.from({ length: 4_501 }, (_, i) => known[(i * i + (i >> 3)) % 4]!);
    const parts = async (words: readonly string[], threads = 1) =>
      partsOfGiven({ ...givenTerms(vectors, 1), names: words }, inlineContext(threads));
    const alone = new Map<string, number>();
    for (const word of known) alone.set(word, (await parts([word]))[0]!);
    expect(new Set(alone.values()).size).toBeGreaterThan(2);
    expect([...(await parts(names, 4))]).toEqual(names.map((word) => alone.get(word)));
    expect([...(await parts(["of london"]))]).toEqual([alone.get("london")]);
  });

  it("of which the texts have none are refused", () => {
    const foreign = given(["chien", "chat"], [[1], [2]]);
    expect(() => givenVectorsOf(givenTerms(vectors, 10), foreign)).toThrow(
      /^None of the 3 words of these texts is among the 2 words that have vectors/,
    );
  });
});

describe("a training from vectors alone", () => {
  it("puts words together whose vectors are alike", async () => {
    const random = seededRandom(4);
    const centre = Array.from({ length: 6 }, () =>
      Array.from({ length: 12 }, () => random() - 0.5),
    );
    const words = Array.from({ length: 240 }, (_, i) => {
      const [a, b] = [i % 26, Math.floor(i / 26)];
      return `w${String.fromCharCode(97 + a)}${String.fromCharCode(97 + b)}`;
    });
    const rows = words.map((_, i) => centre[i % 6]!.map((x) => x + 0.3 * (random() - 0.5)));
    const train = (threads: number) =>
      trainFromVectors(given(words, rows), {
        options: { ...DEFAULT_OPTIONS, name: "given" },
        runner: new InlineRunner(threads),
        scratch: new MemoryScratch(),
        signal: { aborted: false },
        onProgress: () => {},
        now: () => 0,
      });
    const file = writeRetina((await train(4)).data);
    const retina = openRetina(file);
    expect(retina.card.options).toMatchObject({ vectors: "test.vec", counts: expect.anything() });
    expect(retina.posTypes(retina.idOf(words[0]!))).not.toContain("UNKNOWN");
    const query = retina.positions(retina.idOf(words[60]!));
    const near = retina
      .similar(query, { offset: 0, limit: 20 })
      .map(({ term }) => retina.term(term));
    const inGroup = near.filter((word) => words.indexOf(word) % 6 === 0);
    expect(inGroup.length).toBeGreaterThan(17);
  }, 240_000);
});
