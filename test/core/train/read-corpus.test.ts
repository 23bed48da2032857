import { describe, expect, it } from "vitest";
import { readCorpus } from "../../../core/train/corpus/read-corpus.ts";
import { inlineContext, sourceOf } from "../../support/train-support.ts";

describe("reading a corpus", () => {
  it("keeps the title and the share of every record, of more than 16,384 too", async () => {
    const records = Array.from({ length: 17_000 }, (_, i) => ({
      title: i % 5 === 0 ? "" : `volume ${i % 7}`,
      text: `word${"abc"[i % 3]}`,
      ...(i % 11 === 0 && { mapShare: i % 100 }),
    }));
    const { stream, sources, mapShares } = await readCorpus(sourceOf(records), inlineContext());
    expect(stream.words).toBe(records.length);
    expect(sources).toHaveLength(records.length);
    const byTitle = new Map<string, Set<number>>();
    records.forEach(({ title, mapShare = 100 }, i) => {
      const known = byTitle.get(title) ?? new Set();
      byTitle.set(title, known.add(sources[i]!));
      expect(mapShares?.[i]).toBe(mapShare);
    });
    for (const [title, found] of byTitle)
      expect(found.size).toBe(title === "" ? records.length / 5 : 1);
    expect(new Set([...byTitle.values()].flatMap((found) => [...found])).size).toBe(
      records.length / 5 + 7,
    );
  });
});

describe("a token stream", () => {
  it("hands threads the numbers of words as they were changed last", async () => {
    const { stream } = await readCorpus(
      sourceOf([{ title: "", text: "one two three two" }]),
      inlineContext(),
    );
    const { names } = stream.finish();
    const first = Int32Array.from(names, (name) => ["one", "two", "three"].indexOf(name));
    stream.renumber(first, () => {});
    const read = () => [...stream.chunks].flatMap((place) => [...stream.readShared(place).ids]);
    expect(read().filter((id) => id >= 0)).toEqual([0, 1, 2, 1]);
    stream.remap(Int32Array.of(5, -1, 3));
    expect(read().filter((id) => id >= 0)).toEqual([5, 3]);
  });
});
