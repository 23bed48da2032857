import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokeniseBatch } from "../../../core/train/corpus/token-stream.ts";
import { mergeCounts } from "../../../core/train/counting/associate.ts";
import {
  type CountInput,
  countContexts,
  indexChunk,
} from "../../../core/train/counting/count-contexts.ts";
import type { SparseShard } from "../../../core/train/counting/sparse-shard.ts";

/** Counts of a text whose words are numbered by `words`, with phrases given as words. */
function countText(
  text: string,
  words: readonly string[],
  shape: { window: number; phrases?: readonly string[] },
) {
  const batch = tokeniseBatch([{ title: "", text }]);
  const ids = batch.ids.map((id) => (id >= 0 ? words.indexOf(batch.forms[id]!) : id));
  const phrases = (shape.phrases ?? []).flatMap((phrase) => {
    const [a, b, c] = phrase.split(" ").map((word) => words.indexOf(word));
    return [a!, b!, c ?? -1];
  });
  const input: CountInput = {
    firstWord: 0,
    endWord: words.length,
    phrases: Int32Array.from(phrases),
    contexts: words.length,
    window: shape.window,
    conjunctions: ["and", "or"].map((word) => words.indexOf(word)),
    chunk: indexChunk({ ids, flags: batch.flags }, words.length),
  };
  return rowsOf(countContexts(input), words);
}

function rowsOf(shard: SparseShard<Uint32Array | Float32Array>, words: readonly string[]) {
  return Array.from({ length: shard.starts.length - 1 }, (_, row) => {
    const entries: [string, number][] = [];
    for (let k = shard.starts[row]!; k < shard.starts[row + 1]!; k++)
      entries.push([words[shard.columns[k]!]!, shard.values[k]!]);
    return Object.fromEntries(entries);
  });
}

/** Weights of neighbours the obvious way: every pair of tokens of a paragraph. */
function slowCounts(text: string, words: readonly string[], window: number) {
  const rows = words.map((): Record<string, number> => ({}));
  for (const paragraph of text.split("\n")) {
    const list = paragraph.split(" ").filter((word) => word !== "");
    list.forEach((word, i) => {
      list.forEach((other, j) => {
        const distance = Math.abs(i - j);
        const row = rows[words.indexOf(word)];
        if (row === undefined || !words.includes(other) || distance === 0 || distance > window)
          return;
        row[other] = (row[other] ?? 0) + window + 1 - distance;
      });
    });
  }
  return rows;
}

describe("counting contexts", () => {
  it("weighs near neighbours more and stops at paragraphs", () => {
    const words = ["owl", "hunts", "mice"];
    expect(countText("owl hunts mice\nowl", words, { window: 2 })).toEqual([
      { hunts: 2, mice: 1 },
      { owl: 2, mice: 2 },
      { hunts: 2, owl: 1 },
    ]);
  });

  it("agrees with looking at every pair", () => {
    const words = ["aa", "bb", "cc", "dd"];
    const text = fc
      .array(fc.constantFrom(...words, "unknown", "\n"), { maxLength: 40 })
      .map((list) => list.join(" "));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 6 }), (given, window) => {
        expect(countText(given, words, { window })).toEqual(slowCounts(given, words, window));
      }),
    );
  });

  it("starts the window of a phrase at its ends, and finds no phrase across a comma", () => {
    const words = ["new", "york", "city", "in", "rain"];
    const shape = { window: 1, phrases: ["new york", "new york city"] };
    const rows = countText("in new york rain in New-York city rain new, york", words, shape);
    expect(rows.slice(words.length)).toEqual([
      { in: 2, rain: 1, city: 1 },
      { in: 1, rain: 1 },
    ]);
  });

  it("begins a phrase with its own first word only", () => {
    const words = ["cold", "hot", "water", "tea"];
    const rows = countText("cold tea hot water", words, {
      window: 1,
      phrases: ["cold water", "hot tea"],
    });
    expect(rows.slice(words.length)).toEqual([{}, {}]);
  });

  it("finds fellow members of lists", () => {
    const words = ["and", "or", "cats", "dogs", "birds", "ran", "small"];
    const shape = { window: 0 };
    const listed = countText("cats, dogs, and birds ran", words, shape);
    expect(listed[2]).toEqual({ dogs: 1, birds: 1 });
    expect(listed[3]).toEqual({ birds: 1, cats: 1 });
    expect(listed[4]).toEqual({ dogs: 1, cats: 1 });
    expect(countText("cats or dogs", words, shape)[2]).toEqual({ dogs: 1 });
    expect(countText("cats, small, ran", words, shape)[2]).toEqual({});
    expect(countText("cats ran. And dogs", words, shape)[5]).toEqual({});
  });

  it("merges chunks to what one chunk would have given", () => {
    const words = ["aa", "bb"];
    const one = {
      starts: Uint32Array.of(0, 1, 3),
      columns: Uint16Array.of(1, 0, 1),
      values: Uint32Array.of(5, 5, 2),
    };
    const two = {
      starts: Uint32Array.of(0, 2, 3),
      columns: Uint16Array.of(0, 1, 0),
      values: Uint32Array.of(1, 2, 3),
    };
    const { counts, rowSums, columnSums } = mergeCounts({
      runs: [one, two],
      rowScale: Float32Array.of(1, 0.5),
      columnScale: Float32Array.of(0.5, 1),
      countedRows: 2,
    });
    expect(rowsOf(counts, words)).toEqual([
      { aa: 1, bb: 7 },
      { aa: 8, bb: 2 },
    ]);
    expect([...rowSums]).toEqual([7.5, 6]);
    expect([...columnSums]).toEqual([(1 + 4) * 0.5, 7 + 1]);
  });
});
