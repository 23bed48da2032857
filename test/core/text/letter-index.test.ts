import { describe, expect, it } from "vitest";
import { LetterIndex } from "../../../core/text/letter-index.ts";
import { textRetina } from "./text-retina.ts";

const retina = textRetina();
const index = new LetterIndex(retina);
const words = Array.from({ length: retina.termCount }, (_, id) => id).filter(
  (id) => !retina.term(id).includes(" "),
);

/** All runs of 3 to 5 letters, ends marked; one that occurs twice is there twice. */
function runsOf(word: string): string[] {
  const marked = ` ${word} `;
  return [3, 4, 5].flatMap((length) =>
    Array.from({ length: Math.max(0, marked.length - length + 1) }, (_, i) =>
      marked.slice(i, i + length),
    ),
  );
}

const counts = new Map<string, number>();
for (const id of words)
  for (const run of runsOf(retina.term(id))) counts.set(run, (counts.get(run) ?? 0) + 1);
const worth = (run: string) => Math.log((words.length + 1) / (counts.get(run) ?? 1)) ** 2;

/** The slow obvious way: every word is compared. */
function slowNearest(word: string, limit: number): number[] {
  const runs = runsOf(word);
  const scored = words.map((id) => {
    const own = runsOf(retina.term(id));
    const shared = runs.flatMap((run) => own.filter((other) => other === run));
    const length = Math.sqrt(own.reduce((sum, run) => sum + worth(run), 0));
    return { id, score: shared.reduce((sum, run) => sum + worth(run), 0) / length };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => (Math.abs(b.score - a.score) < 1e-4 ? a.id - b.id : b.score - a.score))
    .slice(0, limit)
    .map(({ id }) => id);
}

describe("the words nearest by their letters", () => {
  it("are those that share rare runs", () => {
    const near = (word: string) => index.nearest(word, 3).map((id) => retina.term(id));
    expect(near("bananarama")[0]).toBe("banana");
    expect(near("governments")[0]).toBe("government");
    expect(near("languge")[0]).toBe("language");
    expect(near("東京")).toEqual([]);
    expect(near("")).toEqual([]);
  });

  it("agree with comparing every word, for every word with a letter left out", () => {
    for (const id of words) {
      const word = retina.term(id);
      const slip = word.slice(0, word.length >> 1) + word.slice((word.length >> 1) + 1);
      expect(index.nearest(slip, 5)).toEqual(slowNearest(slip, 5));
      expect(index.nearest(slip, 1)).toEqual(slowNearest(slip, 1));
    }
  });

  it("are found for a word of any length", () => {
    expect(index.nearest("banana".repeat(100_000), 1)).toEqual([retina.idOf("banana")]);
  });
});
