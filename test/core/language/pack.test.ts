import fc from "fast-check";
import { expect, test } from "vitest";
import { characterMap, readCharacterList } from "../../../core/language/characters.ts";
import { nearestRows } from "../../../core/language/make-pack.ts";
import { neighboursOf, shareByte, shareOf } from "../../../core/language/pack.ts";
import { readPack, writePack } from "../../../core/language/pack-file.ts";
import { spell } from "../../../core/language/spellings.ts";
import { readWordList } from "../../../core/language/word-list.ts";
import { tinyPack } from "../../support/tiny-pack.ts";

test("a pack says what a word means in English", async () => {
  const bytes = writePack(await tinyPack());
  const pack = readPack(bytes, "de.pack");
  expect(pack.header).toMatchObject({ language: "de", cut: ["pieces"], licence: "CC0" });
  expect(neighboursOf(pack, "hund")?.slice(0, 2)).toEqual([
    { term: "dog", weight: 255 },
    { term: "animal", weight: expect.any(Number) },
  ]);
  expect(neighboursOf(pack, "straße")).toEqual(neighboursOf(pack, "strasse"));
  expect(neighboursOf(pack, "katze")).toBeUndefined();
});

test("the same words give the same bytes", async () => {
  expect(writePack(await tinyPack())).toEqual(writePack(await tinyPack()));
});

test("refuses a damaged file with a sentence", async () => {
  const bytes = writePack(await tinyPack());
  const refused = (given: Uint8Array) => {
    try {
      readPack(given, "de.pack");
    } catch (cause) {
      return String(cause);
    }
    return "was read";
  };
  const changed = (at: number, byte: number) => {
    const copy = bytes.slice();
    copy[at] = byte;
    return copy;
  };
  expect(refused(new Uint8Array(0))).toContain("is empty");
  expect(refused(new TextEncoder().encode("WORD\t0.1 and more of a list of words"))).toContain(
    "not a language pack",
  );
  expect(refused(bytes.slice(0, 20))).toContain("within its header");
  expect(refused(bytes.slice(0, -1))).toContain("is cut short");
  expect(refused(Uint8Array.of(...bytes, 0))).toContain("is too long");
  expect(refused(changed(8, 3))).toContain("has format 3");
  fc.assert(
    fc.property(fc.nat(bytes.length - 33), fc.integer({ min: 1, max: 255 }), (at, by) => {
      expect(refused(changed(32 + at, bytes[32 + at]! ^ by))).toContain(
        "does not fit its contents",
      );
    }),
  );
});

test("refuses a pack whose parts contradict each other", async () => {
  const pack = await tinyPack();
  const read = (change: object) => () => readPack(writePack({ ...pack, ...change }), "de.pack");
  const { header, nearest } = pack;
  expect(read({ words: [...pack.words].reverse() })).toThrow("words cannot be read");
  expect(read({ terms: pack.terms.slice(1) })).toThrow("English terms cannot be read");
  expect(read({ nearest: nearest.map(() => pack.terms.length) })).toThrow("names a term");
  expect(read({ weights: pack.weights.slice(1) })).toThrow("tables do not have");
  expect(read({ characters: "鶴鹤敘" })).toThrow("characters cannot be read");
  expect(read({ header: { ...header, cut: ["pieces", "knife"] } })).toThrow("“cut”");
  expect(read({ header: { ...header, counts: { ...header.counts, words: -1 } } })).toThrow(
    "“counts”",
  );
});

test("finds the nearest terms as the plain way does", () => {
  const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 4, maxLength: 4 });
  const list = fc.array(vector, { minLength: 3, maxLength: 90 });
  const rowsOf = (vectors: readonly (readonly number[])[]) => ({
    dimensions: 4,
    count: vectors.length,
    values: Float32Array.from(vectors.flat()),
  });
  fc.assert(
    fc.property(list, list, (words, terms) => {
      const { ids } = nearestRows(rowsOf(words), rowsOf(terms), 3);
      const plain = words.flatMap((word) => {
        const scores = terms.map((term) => term.reduce((sum, x, i) => sum + x * word[i]!, 0));
        return [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, 3);
      });
      expect([...ids]).toEqual(plain);
    }),
  );
});

test("a share survives its byte within a twentieth", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1, noNaN: true }), (share) => {
      expect(Math.abs(Math.log(shareOf(shareByte(share)) / share))).toBeLessThan(0.05);
    }),
  );
});

test("reads a word as it is usually written", () => {
  const likely = new Map([
    ["Hund", -3],
    ["hund", -4],
    ["Straße", -2],
  ]);
  const likelihood = (text: string) => likely.get(text) ?? -20;
  const hund = spell("hund", "de", likelihood).spellings;
  expect(hund.map(({ text }) => text)).toEqual(["hund", "Hund"]);
  expect(hund[1]!.amount / hund[0]!.amount).toBeCloseTo(Math.E);
  expect(spell("strasse", "de", likelihood)).toEqual({
    forms: ["strasse", "straße"],
    spellings: [{ text: "Straße", amount: 1 }],
  });
  expect(spell("ilk", "tr", (text) => (text === "İlk" ? 0 : -20)).spellings[0]?.text).toBe("İlk");
  expect(spell("犬", "ja", likelihood).spellings).toEqual([{ text: "犬", amount: 1 }]);
});

test("takes words with their shares from a list, and says which line is wrong", () => {
  expect(
    readWordList("der\t0.03\nhund\t0.0001\n2020\t0.001\nder\t0.02\nauf’s\t0.002\n", 2),
  ).toEqual([
    { word: "der", share: 0.03 },
    { word: "auf's", share: 0.002 },
  ]);
  expect(readWordList("鶴\t0.01\n鹤\t0.02\n敘\t0.001\n", 9, "敘叙鶴鹤")).toEqual([
    { word: "鹤", share: 0.02 },
    { word: "叙", share: 0.001 },
  ]);
  const even = readWordList("zug\t0.01\nauge\t0.01\nmut\t0.01\n", 2);
  expect(even.map(({ word }) => word)).toEqual(["auge", "mut"]);
  expect(() => readWordList("der\t0.03\nhund 0.1\n", 9)).toThrow("Line 2");
  expect(() => readWordList("der\t3\n", 9)).toThrow("up to 1");
  expect(() => readWordList("2020\t0.1\n", 9)).toThrow("no words");
});

test("a pack keeps other forms of characters, and a list of them says which line is wrong", async () => {
  const characters = readCharacterList("鶴\t鹤\n敘\t叙\r\n\n薴\t苧\n");
  const pack = readPack(writePack({ ...(await tinyPack()), characters }), "zh.pack");
  expect([...characterMap(pack.characters)]).toEqual([
    ["敘", "叙"],
    ["薴", "苧"],
    ["鶴", "鹤"],
  ]);
  expect(() => readCharacterList("鶴\t鹤\n敘 叙\n")).toThrow("Line 2");
  expect(() => readCharacterList("鶴\t鹤\n鶴\t叙\n")).toThrow("Line 2");
  expect(() => readCharacterList("鶴\t鹤鹤\n")).toThrow("Line 1");
});

test("a word that both a list and a worked-out spelling have keeps its own share", async () => {
  const pack = await tinyPack();
  expect(pack.words).toContain("straße");
  expect(
    await makePackOf([
      ["strasse", 0.5],
      ["straße", 0.25],
    ]),
  ).toEqual([
    ["strasse", shareByte(0.5)],
    ["straße", shareByte(0.25)],
  ]);
});

async function makePackOf(words: readonly (readonly [string, number])[]) {
  const pack = await tinyPack(words.map(([word, share]) => ({ word, share })));
  return pack.words.map((word, i) => [word, pack.shares[i]]);
}
