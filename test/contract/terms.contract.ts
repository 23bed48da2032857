import { describe, expect, it } from "vitest";
import { ok, refused, type Send } from "./send.ts";

export function termsContract(transport: string, send: Send): void {
  describe(`retinas over ${transport}`, () => {
    it("lists both retinas with the fields of the contract", async () => {
      const list = await ok(send, "retinas.list", {});
      expect(list.map(({ retinaName }) => retinaName).sort()).toEqual([
        "en_associative",
        "en_synonymous",
      ]);
      expect(list[0]).toMatchObject({
        numberOfRows: 128,
        numberOfColumns: 128,
        numberOfTermsInRetina: 52,
      });
    });

    it("answers a list of one for a known name and refuses an unknown one", async () => {
      expect(await ok(send, "retinas.list", { retina_name: "en_synonymous" })).toHaveLength(1);
      expect(await refused(send, "retinas.list", { retina_name: "fr_general" })).toMatchObject({
        code: "unknown-retina",
        details: { field: "retina_name", value: "fr_general" },
      });
    });
  });

  describe(`terms over ${transport}`, () => {
    it("looks up one term without its positions unless they are asked for", async () => {
      const [plain] = await ok(send, "terms.list", { term: "apple" });
      expect(plain).toMatchObject({ term: "apple", score: 0, pos_types: ["NOUN"] });
      expect(plain?.fingerprint).toEqual({ positions: [] });
      const [full] = await ok(send, "terms.list", { term: "apple", get_fingerprint: true });
      expect(full?.fingerprint.positions).toHaveLength(328);
    });

    it("answers an empty list for an unknown term", async () => {
      expect(await ok(send, "terms.list", { term: "zzz" })).toEqual([]);
      expect(await ok(send, "terms.contexts", { term: "zzz" })).toEqual([]);
      expect(await ok(send, "terms.similar", { term: "zzz" })).toEqual([]);
    });

    it("pages through the whole vocabulary without loss or repetition", async () => {
      const seen: string[] = [];
      for (let start_index = 0; ; start_index += 20) {
        const page = await ok(send, "terms.list", { start_index, max_results: 20 });
        if (page.length === 0) break;
        seen.push(...page.map(({ term }) => term));
      }
      expect(seen).toHaveLength(52);
      expect(new Set(seen).size).toBe(52);
    });

    it("answers 10 terms of the vocabulary when nothing is said", async () => {
      expect(await ok(send, "terms.list", {})).toHaveLength(10);
    });

    it("finds terms by wildcards after three literal characters", async () => {
      const terms = async (term: string) =>
        (await ok(send, "terms.list", { term })).map((row) => row.term);
      expect(await terms("app*")).toEqual(["apple"]);
      expect(await terms("ban?na")).toEqual(["banana"]);
      expect(await terms("riv*bank")).toEqual(["river bank"]);
      expect(await terms("zzz*")).toEqual([]);
      for (const term of ["ap*", "*", "?pple", "a?p*"])
        expect(await refused(send, "terms.list", { term })).toMatchObject({
          code: "bad-input",
          details: { field: "term" },
        });
    });

    it("puts the term itself first among its similar terms, by falling score", async () => {
      const rows = await ok(send, "terms.similar", { term: "apple", max_results: 52 });
      expect(rows[0]).toMatchObject({ term: "apple", score: 328 });
      const scores = rows.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(rows.every(({ fingerprint }) => fingerprint.positions.length === 0)).toBe(true);
    });

    it("keeps only terms of the part of speech that is asked for", async () => {
      const rows = await ok(send, "terms.similar", { term: "play", pos_type: "VERB" });
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.every(({ pos_types }) => pos_types.includes("VERB"))).toBe(true);
      expect(
        await refused(send, "terms.similar", { term: "play", pos_type: "wrong" }),
      ).toMatchObject({ code: "bad-input", details: { field: "pos_type" } });
    });

    it("tells the senses of an ambiguous term and restricts a search to one", async () => {
      const senses = await ok(send, "terms.contexts", { term: "apple", get_fingerprint: true });
      expect(senses.map(({ context_id }) => context_id)).toEqual([0, 1]);
      const labels = senses.map(({ context_label }) => context_label);
      expect(new Set(labels).size).toBe(2);
      for (const { context_id } of senses) {
        const rows = await ok(send, "terms.similar", { term: "apple", context_id });
        expect(rows.length).toBeGreaterThan(0);
      }
      const all = await ok(send, "terms.similar", { term: "apple" });
      expect(await ok(send, "terms.similar", { term: "apple", context_id: -1 })).toEqual(all);
      expect(await refused(send, "terms.similar", { term: "apple", context_id: 99 })).toMatchObject(
        { code: "unknown-context" },
      );
    });

    it("counts context ids from the beginning of the full list when paging", async () => {
      const [second] = await ok(send, "terms.contexts", { term: "apple", start_index: 1 });
      expect(second?.context_id).toBe(1);
      expect(await ok(send, "terms.contexts", { term: "apple", start_index: 50 })).toEqual([]);
    });

    it("cuts too large a page and refuses an impossible one", async () => {
      expect(await ok(send, "terms.list", { max_results: 5_000_000 })).toHaveLength(52);
      for (const [field, value] of [
        ["max_results", 0],
        ["max_results", -3],
        ["start_index", -1],
      ] as const)
        expect(await refused(send, "terms.list", { [field]: value })).toMatchObject({
          code: "bad-input",
          details: { field },
        });
    });

    it("says what is wrong with a value, and what it was", async () => {
      const message = async (args: Record<string, unknown>) =>
        (await refused(send, "terms.similar", { term: "apple", ...args })).message;
      expect(await message({ start_index: -1 })).toBe("“start_index” must be at least 0, not -1.");
      expect(await message({ pos_type: "wrong" })).toBe(
        "“pos_type” must be one of NOUN, VERB, ADJECTIVE, not “wrong”.",
      );
      expect(await message({ max_results: 1.5 })).toMatch(/must be a whole number, not .?1\.5/);
      expect(await message({ get_fingerprint: "perhaps" })).toBe(
        "“get_fingerprint” must be true or false, not “perhaps”.",
      );
    });

    it("names a missing term", async () => {
      for (const name of ["terms.similar", "terms.contexts"] as const)
        expect(await refused(send, name, {})).toMatchObject({
          code: "bad-input",
          details: { field: "term" },
        });
    });

    it("takes terms of any script for unknown, not for a fault", async () => {
      for (const term of [
        "日本語",
        "naïve café",
        "👩‍👩‍👧",
        "a".repeat(3000),
        "__proto__",
        "constructor",
      ])
        expect(await ok(send, "terms.list", { term })).toEqual([]);
    });
  });
}
