import { describe, expect, it } from "vitest";
import { ok, refused, type Send } from "./send.ts";

const APPLE = { term: "apple" };

export function appContract(transport: string, send: Send): void {
  describe(`the application's calls over ${transport}`, () => {
    it("completes what is typed, the exact term first", async () => {
      const rows = await ok(send, "app.complete", { prefix: "ri" });
      expect(rows.map(({ term, kind }) => `${term} ${kind}`)).toEqual([
        "river prefix",
        "river bank prefix",
      ]);
      const bank = await ok(send, "app.complete", { prefix: "Bank" });
      expect(bank.map(({ term, kind }) => `${term} ${kind}`)).toEqual([
        "bank exact",
        "river bank word",
      ]);
      const misspelt = await ok(send, "app.complete", { prefix: "bananna" });
      expect(misspelt[0]).toMatchObject({ term: "banana", kind: "spelling" });
      expect(await ok(send, "app.complete", { prefix: "qqqqqqqqqqqq" })).toEqual([]);
      expect(await refused(send, "app.complete", {})).toMatchObject({ code: "bad-input" });
    });

    it("describes a term, or what an unknown one may have meant", async () => {
      expect(await ok(send, "app.term", { term: "Apple" })).toMatchObject({
        known: true,
        term: "apple",
        typed: "Apple",
      });
      expect(await ok(send, "app.term", { term: "jagaur" })).toMatchObject({
        known: false,
        rank: null,
        suggestions: expect.arrayContaining(["jaguar"]),
      });
      expect((await ok(send, "app.term", { term: "guitars" })).suggestions[0]).toBe("guitar");
      expect((await ok(send, "app.term", { term: "lion bank" })).parts).toEqual(["lion", "bank"]);
    });

    it("describes the first and the last cell", async () => {
      for (const position of [0, 16383]) {
        const cell = await ok(send, "app.cell", { position });
        expect(cell).toMatchObject({ row: position >> 7, column: position & 127 });
        expect(cell.regions.length).toBeLessThanOrEqual(4);
        expect(cell.regions).not.toContain("");
        expect(cell.terms.length).toBeLessThanOrEqual(cell.load);
      }
      for (const position of [-1, 16384, 0.5])
        expect(await refused(send, "app.cell", { position })).toMatchObject({ code: "bad-input" });
    });

    it("divides the map into regions that lie in one another", async () => {
      const atlas = await ok(send, "app.atlas", {});
      const { anchors, load, regions, regionOf, kinship } = atlas;
      expect([anchors.length, load.length, kinship.length]).toEqual([16384, 16384, 16384]);
      expect(regionOf).toHaveLength(4);
      const sizes = new Map<number, number>();
      for (const level of regionOf) for (const id of level) sizes.set(id, (sizes.get(id) ?? 0) + 1);
      for (const region of regions) {
        expect(sizes.get(region.id)).toBe(region.cells);
        expect(regionOf[region.level]?.[region.centre]).toBe(region.id);
      }
      for (let level = 1; level < 4; level++)
        regionOf[level]?.forEach((id, cell) => {
          if (regions[id]?.parent !== regionOf[level - 1]?.[cell]) throw new Error(`cell ${cell}`);
        });
      const cell = await ok(send, "app.cell", { position: 4000 });
      const names = regionOf.map((level) => regions[level[4000] ?? 0]?.label);
      expect(cell.regions).toEqual(names.filter((name) => name !== ""));
    });

    it("evaluates step by step and leaves no unknown operand out", async () => {
      const known = { or: [APPLE, { text: "wild jaguar zzqx" }] };
      const thinned = await ok(send, "app.evaluate", { expression: known, sparsity: 0.01 });
      expect(thinned.positions).toHaveLength(164);
      expect(thinned.before).toBe(thinned.positions.length + thinned.dropped.length);
      expect(thinned.trace.map(({ path }) => path)).toEqual(["", "or[0]", "or[1]"]);
      expect(thinned.texts).toMatchObject([{ path: "or[1]", used: 2, unknownWords: ["zzqx"] }]);
      const expression = { or: [APPLE, { term: "frooit" }, known] };
      const view = await ok(send, "app.evaluate", { expression });
      expect(view).toMatchObject({ evaluated: false, positions: [] });
      expect(view.trace.map(({ path }) => path)).toEqual([
        "or[0]",
        "or[2]",
        "or[2].or[0]",
        "or[2].or[1]",
      ]);
      expect(view.unknown).toMatchObject([
        { path: "or[1]", term: "frooit", suggestions: ["fruit"] },
      ]);
    });

    it("refuses an expression that is none at all", async () => {
      expect(await refused(send, "app.evaluate", { expression: { nor: [] } })).toMatchObject({
        code: "bad-expression",
      });
    });

    it("explores an expression as its cells, with shares, senses and conditions", async () => {
      const open = await ok(send, "app.explore", { expression: APPLE, limit: 100 });
      expect(open.rows[0]).toMatchObject({ term: "apple", score: 328, shareOfQuery: 1, size: 328 });
      expect(open.rows).toHaveLength(open.total);
      expect(open.passed).toBe(open.total);
      expect(open.contexts).toHaveLength(2);
      const { positions } = await ok(send, "app.evaluate", { expression: APPLE });
      expect(await ok(send, "app.explore", { positions, limit: 100 })).toEqual(open);
      const narrow = await ok(send, "app.explore", {
        expression: APPLE,
        limit: 100,
        pos_type: "NOUN",
        least: 0.1,
      });
      const slow = open.rows.filter(
        ({ shareOfQuery, pos_types }) => pos_types.includes("NOUN") && shareOfQuery >= 0.1,
      );
      expect(narrow.rows).toEqual(slow);
      expect([narrow.passed, narrow.total]).toEqual([slow.length, open.total]);
      expect(slow.length).toBeGreaterThan(0);
      expect(slow.length).toBeLessThan(open.total);
    });

    it("orders what it explores", async () => {
      const open = await ok(send, "app.explore", { expression: APPLE, limit: 100 });
      const byName = await ok(send, "app.explore", {
        expression: APPLE,
        limit: 100,
        order: "term",
        ascending: true,
      });
      expect(byName.rows.map(({ term }) => term)).toEqual(
        open.rows.map(({ term }) => term).toSorted(),
      );
      const rarest = await ok(send, "app.explore", {
        expression: APPLE,
        limit: 100,
        order: "df",
        ascending: true,
      });
      const shares = rarest.rows.map(({ df }) => df);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    });

    it("pages through what it explores, and takes positions too", async () => {
      const args = { positions: [4, 3, 3, 2580, 2581, 2582], limit: 5 };
      const first = await ok(send, "app.explore", args);
      expect(first.count).toBe(5);
      const second = await ok(send, "app.explore", { ...args, offset: 5 });
      const both = await ok(send, "app.explore", { ...args, limit: 10 });
      expect([...first.rows, ...second.rows]).toEqual(both.rows);
      const steps = await ok(send, "app.explore", {
        expression: APPLE,
        steps: true,
        sparsity: 0.001,
      });
      const { evaluation, ...near } = steps;
      expect(evaluation).toEqual(
        await ok(send, "app.evaluate", { expression: APPLE, sparsity: 0.001 }),
      );
      expect(near).toEqual(await ok(send, "app.explore", { positions: evaluation?.positions }));
      const unknown = await ok(send, "app.explore", { expression: { term: "qqqq" }, steps: true });
      expect(unknown).toMatchObject({ rows: [], evaluation: { unknown: [{ term: "qqqq" }] } });
      expect(await refused(send, "app.explore", {})).toMatchObject({ code: "bad-input" });
      expect(await refused(send, "app.explore", { positions: [] })).toMatchObject({
        code: "empty-fingerprint",
      });
    });

    it("ranks the terms of an area by lift or by overlap", async () => {
      const [fruit] = await ok(send, "terms.list", { term: "fruit", get_fingerprint: true });
      const positions = fruit?.fingerprint.positions ?? [];
      const byLift = await ok(send, "app.regionTerms", { positions });
      expect(byLift.rows.map(({ term }) => term)).toContain("banana");
      const lifts = byLift.rows.map(({ lift }) => lift);
      expect(lifts).toEqual(lifts.toSorted((a, b) => b - a));
      const byOverlap = await ok(send, "app.regionTerms", { positions, by: "overlap" });
      expect(byOverlap.rows[0]).toMatchObject({ term: "fruit", score: 328, shareOfTerm: 1 });
      expect(await ok(send, "app.regionTerms", { positions: [] })).toEqual({
        cells: 0,
        label: null,
        rows: [],
      });
    });

    it("compares two expressions with the regions they share", async () => {
      const view = await ok(send, "app.compare", { left: APPLE, right: { term: "fruit" } });
      const shared = view.metrics?.overlappingAll ?? 0;
      expect(shared).toBeGreaterThan(0);
      expect(view.relation).toBe("partial");
      const regionCells = view.regions.flatMap(({ positions }) => positions);
      expect(regionCells.length).toBe(shared);
      expect(new Set(regionCells).size).toBe(shared);
      expect(view.chance?.mean).toBeGreaterThan(0);
      expect(view.chance?.p999).toBeGreaterThan(view.chance?.mean ?? 0);
    });

    it("names identical, disjoint, contained and empty sides", async () => {
      const relation = async (left: object, right: object) =>
        (await ok(send, "app.compare", { left, right })).relation;
      const [one, two] = [{ positions: [1, 2] }, { positions: [2] }];
      expect(await relation(APPLE, APPLE)).toBe("identical");
      expect(await relation(one, { positions: [9] })).toBe("disjoint");
      expect(await relation(one, two)).toBe("right-in-left");
      expect(await relation(two, one)).toBe("left-in-right");
      const empty = await ok(send, "app.compare", { left: one, right: { sub: [one, one] } });
      expect(empty).toMatchObject({ relation: "empty", metrics: null, chance: null, regions: [] });
    });

    it("reads a text in every way at once, also one without known words", async () => {
      const text = "The jaguar is a wild animal. The bank pays money.";
      const bench = await ok(send, "app.textBench", { text });
      expect(bench.words.map(({ start, end }) => text.slice(start, end).toLowerCase())).toEqual(
        bench.words.map(({ word }) => word),
      );
      expect(bench.language.iso_tag).toBe("en");
      expect(bench.keywords.length).toBeGreaterThan(0);
      expect(await ok(send, "app.words", { text })).toEqual(bench.words);
      expect(await ok(send, "app.textBench", { text: "zzqx" })).toMatchObject({
        positions: [],
        keywords: [],
        slices: [],
      });
      expect(await ok(send, "app.textBench", { text: "" })).toMatchObject({
        positions: [],
        words: [],
      });
    });

    it("explains a match: regions and words add up to the overlap", async () => {
      const view = await ok(send, "app.explainMatch", {
        left: { text: "The jaguar is a wild animal" },
        right: { text: "A lion and a jaguar eat" },
      });
      const total = (list: readonly { cells: number }[]) =>
        list.reduce((sum, { cells }) => sum + cells, 0);
      const shared = view.regions.flatMap(({ positions }) => positions);
      expect(new Set(shared).size).toBe(view.overlap);
      expect(shared).toHaveLength(view.overlap);
      for (const side of ["left", "right"] as const) {
        expect(total(view[side].credits)).toBeCloseTo(view.overlap, 6);
        for (const region of view.regions)
          expect(total(region[side])).toBeCloseTo(region.positions.length, 6);
      }
      const jaguar = view.left.credits.find(({ word }) => word === "jaguar");
      expect(jaguar?.literal).toBe(true);
      expect(view.left.verified?.after).toBeLessThan(view.overlap);
    });

    it("explains a decision by the words of the text and the examples of the filter", async () => {
      const positive = ["a sweet apple", "music and a song", "zzqx"];
      const { positions } = await ok(send, "app.filterReport", {
        name: "fruit",
        positive,
        negative: [],
      });
      const view = await ok(send, "app.explainMatch", {
        left: { text: "eat the apple" },
        right: { positions },
        examples: positive,
      });
      expect(view.right).toMatchObject({ size: positions.length, credits: [], verified: null });
      expect(view.examples[0]).toBeGreaterThan(view.examples[1] ?? 0);
      expect(view.examples[2]).toBe(0);
      expect(view.examples.reduce((sum, cells) => sum + cells)).toBeCloseTo(view.overlap, 6);
    });

    it("reports on a filter: warnings, scores without each example, a threshold", async () => {
      const report = await ok(send, "app.filterReport", {
        name: "fruit",
        positive: [
          "a sweet apple",
          "a  Sweet apple",
          "banana and pear tree",
          "zzqx",
          "eat fruit",
          "",
          "car",
        ],
        negative: ["a fast car engine", "music and a song", "car"],
      });
      const warnings = report.examples.map((example) => example.warnings);
      expect(warnings[1]).toContain("duplicate");
      expect(warnings[3]).toEqual(["no-known-words"]);
      expect(warnings[5]).toEqual(["empty"]);
      expect(warnings[6]).toContain("conflict");
      expect(warnings[9]).toContain("conflict");
      expect(report.threshold.basis).toBe("samples");
      expect(report.threshold.low).toBeLessThanOrEqual(report.threshold.high);
      expect(report.band).toBeNull();
    });

    it("predicts quality for a share of texts that belong, counted on unlabelled texts", async () => {
      const subjects = ["a sweet apple", "car and engine", "music and a song", "dog and cat"];
      const background = Array.from({ length: 40 }, (_, i) => `${subjects[i % 4]} ${i}`);
      const asked = {
        name: "fruit",
        positive: ["a sweet apple", "banana and apple", "eat apple fruit"],
        negative: ["a fast car engine"],
      };
      const { predicted, threshold } = await ok(send, "app.filterReport", {
        ...asked,
        background,
        share: 0.25,
      });
      expect(predicted).toMatchObject({
        share: 0.25,
        shareFrom: "given",
        threshold: threshold.suggested,
      });
      expect(threshold.basis).toBe("background");
      expect(predicted?.low).toBeLessThanOrEqual(predicted?.f1 ?? 0);
      expect(predicted?.high).toBeGreaterThanOrEqual(predicted?.f1 ?? 1);
      const sampled = await ok(send, "app.filterReport", {
        ...asked,
        background,
        share: 0.25,
        shareLabels: 40,
      });
      expect(sampled.predicted?.shareFrom).toBe("sample");
      const alone = await ok(send, "app.filterReport", asked);
      expect(alone.predicted).toBeNull();
      expect(alone.threshold.basis).not.toBe("background");
      expect(
        await refused(send, "app.filterReport", { ...asked, background: ["zzqx"] }),
      ).toMatchObject({ code: "bad-input", details: { field: "background" } });
    });

    it("learns from a background, but not from texts in it that are examples", async () => {
      const asked = {
        name: "x",
        positive: ["a sweet apple from the orchard"],
        negative: ["the engine of a car"],
      };
      const fruit = ["pear", "banana", "cherry", "plum", "orange", "lemon", "grape", "peach"];
      const cars = ["truck", "wheel", "driver", "road", "brake", "motor", "petrol", "bus"];
      const background = [...fruit, ...cars].flatMap((word) => [
        `the ${word} of the morning`,
        `we saw a ${word} and a ${word}`,
        `no ${word} in the evening`,
      ]);
      const of = async (texts?: readonly string[]) => {
        const told = texts ? { background: [...texts], share: 0.5 } : {};
        return (await ok(send, "app.filterReport", { ...asked, ...told })).positions;
      };
      const [alone, among] = [await of(), await of(background)];
      expect(among.length).toBeGreaterThan(0);
      expect(among).not.toEqual(alone);
      const { predicted } = await ok(send, "app.filterReport", {
        ...asked,
        positive: [...asked.positive, "the pear and the plum"],
        background: [...background, ...asked.positive],
      });
      expect(predicted?.background).toEqual({ texts: 24, learned: 24 });
      const withOwn = [
        ...background,
        ...asked.positive,
        ...asked.negative.map((text) => ` ${text} `),
      ];
      expect(await of(withOwn)).toEqual(among);
    });

    it("gives no quality for a single example, and refuses none", async () => {
      const one = await ok(send, "app.filterReport", {
        name: "x",
        positive: ["apple"],
        negative: [],
      });
      expect(one).toMatchObject({
        predicted: null,
        band: null,
        threshold: { basis: "samples" },
      });
      expect(
        await refused(send, "app.filterReport", { name: "x", positive: [" "], negative: ["car"] }),
      ).toMatchObject({ code: "bad-input", details: { field: "positive" } });
    });

    it("scores texts against filters", async () => {
      const { positions } = await ok(send, "classify.createFilter", {
        filter_name: "fruit",
        positiveExamples: [{ text: "apple pear banana fruit" }],
      });
      const rows = await ok(send, "app.filterScore", {
        filters: [{ name: "fruit", positions, threshold: 0.2 }],
        texts: ["sweet pear", "zzqx", "fast car"],
      });
      expect(rows.map(({ decisions }) => decisions)).toEqual([["fruit"], [], []]);
      expect(rows[1]).toMatchObject({ scores: [null], margin: null });
      expect(rows[0]?.scores[0]).toBeGreaterThan(rows[2]?.scores[0] ?? 1);
    });
  });
}
