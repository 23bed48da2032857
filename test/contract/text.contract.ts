import { describe, expect, it } from "vitest";
import { ok, refused, type Send } from "./send.ts";

const STORY = "The apple tree stands by the river. A jaguar drinks water. Money is in the bank.";

export function textContract(transport: string, send: Send): void {
  describe(`texts over ${transport}`, () => {
    it("answers one fingerprint in a list", async () => {
      const reply = await ok(send, "text.fingerprint", { text: STORY });
      expect(reply).toHaveLength(1);
      const [{ positions } = { positions: [] }] = reply;
      expect(positions.length).toBeGreaterThan(100);
      expect(positions.length).toBeLessThanOrEqual(983);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    });

    it("gives a one-word text the fingerprint of its term", async () => {
      const [text] = await ok(send, "text.fingerprint", { text: "Apple" });
      const [term] = await ok(send, "terms.list", { term: "apple", get_fingerprint: true });
      expect(text).toEqual(term?.fingerprint);
    });

    it("gives function words a usable fingerprint", async () => {
      const [reply] = await ok(send, "text.fingerprint", { text: "to or in that not" });
      expect(reply?.positions.length).toBeGreaterThan(100);
    });

    it.each([
      "text.fingerprint",
      "text.keywords",
      "text.tokenize",
      "text.slices",
      "text.language",
    ] as const)("refuses an empty text: %s", async (name) => {
      for (const text of ["", "  \n\t "])
        expect(await refused(send, name, { text })).toMatchObject({ code: "empty-text" });
    });

    it("says so when no word is known", async () => {
      expect(await refused(send, "text.fingerprint", { text: "zzqx wvut" })).toMatchObject({
        code: "no-known-words",
        details: { retina: "en_associative" },
      });
    });

    it("reads quotes, braces and control characters as they are", async () => {
      for (const text of [
        '"apple',
        '{"text": "apple"',
        '{"a":1} apple',
        "apple\u0000\u0007",
        "\ufeffapple",
      ])
        expect(await ok(send, "text.fingerprint", { text })).toHaveLength(1);
    });

    it("reads a megabyte of text", async () => {
      const text = `${STORY} `.repeat(13_000);
      expect(text.length).toBeGreaterThan(1_000_000);
      expect(await ok(send, "text.fingerprint", { text })).toHaveLength(1);
    });

    it("tells keywords once each and in lower case", async () => {
      const keywords = await ok(send, "text.keywords", { text: `${STORY} ${STORY}` });
      expect(keywords.length).toBeGreaterThan(0);
      expect(new Set(keywords).size).toBe(keywords.length);
      expect(keywords).toEqual(keywords.map((keyword) => keyword.toLowerCase()));
    });

    it("answers one line of tokens a sentence, and only those with a wanted tag", async () => {
      expect(await ok(send, "text.tokenize", { text: STORY })).toEqual([
        "the,apple,tree,the,river",
        "a,jaguar,water",
        "money,is,in,the,bank",
      ]);
      expect(await ok(send, "text.tokenize", { text: STORY, POStags: "NN, NNP" })).toEqual([
        "apple,tree,river",
        "jaguar,water",
        "money,bank",
      ]);
    });

    it("cuts a text into slices in order, and pages through them", async () => {
      const all = await ok(send, "text.slices", { text: `\n  ${STORY}`, get_fingerprint: true });
      expect(all.length).toBeGreaterThan(0);
      expect(all[0]?.text.startsWith("The apple")).toBe(true);
      expect(all[0]?.fingerprint.positions.length).toBeGreaterThan(0);
      expect(all.map(({ text }) => text).join(" ")).toBe(STORY);
      expect(await ok(send, "text.slices", { text: STORY, start_index: 1000 })).toEqual([]);
    });

    it("answers bulk texts in order, nested lists flattened", async () => {
      const body = [{ text: "apple" }, [{ text: "bank" }, [{ text: "jaguar" }]]];
      const bulk = await ok(send, "text.bulk", { body });
      const singles = await Promise.all(
        ["apple", "bank", "jaguar"].map((text) => ok(send, "text.fingerprint", { text })),
      );
      expect(bulk).toEqual(singles.flat());
      expect(await ok(send, "text.bulk", { body: [] })).toEqual([]);
    });

    it("thins bulk texts", async () => {
      const [thin] = await ok(send, "text.bulk", { body: [{ text: STORY }], sparsity: 0.005 });
      expect(thin?.positions).toHaveLength(82);
    });

    it("says which text of a bulk call is wrong", async () => {
      const empty = await refused(send, "text.bulk", { body: [{ text: "apple" }, { text: " " }] });
      expect(empty).toMatchObject({ code: "empty-text", details: { index: 1 } });
      for (const body of [[{ txt: "a" }], [{ text: 5 }], [[{}]]])
        expect(await refused(send, "text.bulk", { body })).toMatchObject({ code: "bad-input" });
      for (const body of [{ text: "a" }, "a", null, 7])
        expect(await refused(send, "text.bulk", { body })).toMatchObject({
          code: "bad-input",
          details: { field: "body" },
        });
    });

    it.each([
      ["I have a dream!", "English", "en"],
      ["Ich bin ein", "German", "de"],
      ["Je pense donc je suis.", "French", "fr"],
    ])("tells the language of %j", async (text, language, iso_tag) => {
      expect(await ok(send, "text.language", { text })).toEqual({
        language,
        iso_tag,
        wiki_url: `http://en.wikipedia.org/wiki/${language}_language`,
      });
    });

    it("answers nulls where the language cannot be told", async () => {
      expect(await ok(send, "text.language", { text: "12345 67" })).toEqual({
        language: null,
        iso_tag: null,
        wiki_url: null,
      });
    });
  });

  describe(`category filters over ${transport}`, () => {
    const positiveExamples = [{ text: "an apple and a pear" }, { text: "sweet banana" }];

    it("learns a filter from texts and echoes its name", async () => {
      const args = {
        filter_name: "fruit ü/“",
        positiveExamples,
        negativeExamples: [{ text: "a fast car" }],
      };
      const filter = await ok(send, "classify.createFilter", args);
      expect(filter.categoryName).toBe("fruit ü/“");
      expect(filter.positions.length).toBeGreaterThan(0);
      expect(filter.positions.length).toBeLessThanOrEqual(983);
    });

    it("does without negatives, missing or null", async () => {
      const without = await ok(send, "classify.createFilter", {
        filter_name: "f",
        positiveExamples,
      });
      const withNull = { filter_name: "f", positiveExamples, negativeExamples: null };
      expect(await ok(send, "classify.createFilter", withNull)).toEqual(without);
    });

    it("names what is missing", async () => {
      expect(await refused(send, "classify.createFilter", { positiveExamples })).toMatchObject({
        code: "bad-input",
        details: { field: "filter_name" },
      });
      for (const wrong of [{}, { positiveExamples: [] }, { positiveExamples: "a" }])
        expect(
          await refused(send, "classify.createFilter", { filter_name: "f", ...wrong }),
        ).toMatchObject({ code: "bad-input", details: { field: "positiveExamples" } });
    });
  });
}
