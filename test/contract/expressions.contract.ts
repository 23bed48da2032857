import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../core/errors.ts";
import { ok, refused, type Send } from "./send.ts";

const APPLE = { term: "apple" };
const FRUIT = { term: "fruit" };

/** Bodies that are no expression, and the code each is refused with. */
const WRONG: readonly (readonly [what: string, body: unknown, code: ErrorCode])[] = [
  ["an unknown key", { invalid_key: "apple" }, "bad-expression"],
  ["an empty object", {}, "bad-expression"],
  ["a list", [APPLE], "bad-expression"],
  ["a string", "apple", "bad-expression"],
  ["null", null, "bad-expression"],
  ["several keys", { term: "apple", sub: [FRUIT] }, "bad-expression"],
  ["no operand", { and: [] }, "bad-expression"],
  ["operands that are no list", { and: APPLE }, "bad-expression"],
  ["an operand that is none", { or: [APPLE, 7] }, "bad-expression"],
  ["an empty list of positions", { positions: [] }, "bad-expression"],
  ["a position beyond the map", { positions: [16384] }, "bad-position"],
  ["a negative position", { positions: [-1] }, "bad-position"],
  ["a fraction", { positions: [1.5] }, "bad-position"],
  ["a position in a string", { positions: ["1"] }, "bad-position"],
  ["an unknown term", { term: "zzz" }, "unknown-term"],
  ["a blank term", { term: " " }, "bad-expression"],
  ["a text without known words", { text: "zzqx" }, "no-known-words"],
];

export function expressionsContract(transport: string, send: Send): void {
  const positions = async (body: unknown) =>
    (await ok(send, "expressions.evaluate", { body: body as object })).positions;

  describe(`expressions over ${transport}`, () => {
    it("combines positions as the operators say", async () => {
      const left = { positions: [0, 2, 4] };
      const right = { positions: [4, 0] };
      expect(await positions({ and: [left, right] })).toEqual([0, 4]);
      expect(await positions({ or: [left, right] })).toEqual([0, 2, 4]);
      expect(await positions({ sub: [left, right] })).toEqual([2]);
      expect(await positions({ xor: [left, right] })).toEqual([2]);
      expect(await positions({ xor: [left, right, { positions: [4, 9] }] })).toEqual([2, 4, 9]);
    });

    it("takes a single operand, unsorted repeats, and companions of a key", async () => {
      expect(await positions({ and: [{ positions: [5, 3, 5] }] })).toEqual([3, 5]);
      const companion = { term: "apple", df: 0, score: 0, fingerprint: { positions: [] } };
      expect(await positions(companion)).toEqual(await positions(APPLE));
      expect(await positions({ term: "apple", language: "" })).toEqual(await positions(APPLE));
    });

    it("answers an empty fingerprint where nothing is left, but finds nothing with it", async () => {
      const nothing = { sub: [APPLE, APPLE] };
      expect(await positions(nothing)).toEqual([]);
      for (const name of ["expressions.contexts", "expressions.similar"] as const)
        expect(await refused(send, name, { body: nothing })).toMatchObject({
          code: "empty-fingerprint",
        });
    });

    it("thins only fingerprints that are denser than asked", async () => {
      const size = async (sparsity: number) =>
        (await ok(send, "expressions.evaluate", { body: APPLE, sparsity })).positions.length;
      expect(await size(1)).toBe(328);
      for (const outside of [0, -1, 2]) expect(await size(outside)).toBe(328);
      expect(await size(0.5)).toBe(328);
      expect(await size(0.01)).toBe(164);
    });

    it.each(WRONG)("refuses %s", async (_, body, code) => {
      for (const name of [
        "expressions.evaluate",
        "expressions.contexts",
        "expressions.similar",
      ] as const)
        expect(await refused(send, name, { body })).toMatchObject({ code });
    });

    it("names the place of a mistake", async () => {
      const body = { and: [APPLE, { sub: [{ positions: [3, 70_000] }] }] };
      expect(await refused(send, "expressions.evaluate", { body })).toMatchObject({
        code: "bad-position",
        details: { path: "and[1].sub[0].positions[1]" },
      });
    });

    it("suggests spellings for an unknown term", async () => {
      const error = await refused(send, "expressions.evaluate", { body: { term: "bananna" } });
      expect(error.details.suggestions).toContain("banana");
    });

    it("takes 32 levels and 512 operands, and no more", async () => {
      const nested = (depth: number): object =>
        depth === 0 ? APPLE : { and: [nested(depth - 1)] };
      expect(await positions(nested(32))).toHaveLength(328);
      const or = (count: number) => ({ or: Array.from({ length: count }, () => APPLE) });
      expect(await positions(or(512))).toHaveLength(328);
      for (const body of [nested(33), nested(60), or(513)])
        expect(await refused(send, "expressions.evaluate", { body })).toMatchObject({
          code: "bad-expression",
        });
    });

    it("finds similar terms and contexts of an expression", async () => {
      const body = { sub: [APPLE, { term: "computer" }] };
      const rows = await ok(send, "expressions.similar", { body, max_results: 3 });
      expect(rows[0]?.term).toBe("apple");
      expect(rows).toHaveLength(3);
      const senses = await ok(send, "expressions.contexts", { body: APPLE });
      expect(senses).toHaveLength(2);
      const inSense = await ok(send, "expressions.similar", { body: APPLE, context_id: 1 });
      expect(inSense.length).toBeGreaterThan(0);
    });

    it("answers bulk calls like single ones, in order", async () => {
      const body = [APPLE, { or: [FRUIT, { text: "the river bank" }] }, { positions: [1, 2] }];
      const singles = async (name: "evaluate" | "contexts" | "similar") => {
        const replies: unknown[] = [];
        for (const item of body)
          replies.push(await ok(send, `expressions.${name}`, { body: item }));
        return replies;
      };
      expect(await ok(send, "expressions.evaluateBulk", { body })).toEqual(
        await singles("evaluate"),
      );
      expect(await ok(send, "expressions.contextsBulk", { body })).toEqual(
        await singles("contexts"),
      );
      expect(await ok(send, "expressions.similarBulk", { body })).toEqual(await singles("similar"));
      expect(await ok(send, "expressions.evaluateBulk", { body: [] })).toEqual([]);
    });

    it("says which expression of a bulk call is wrong", async () => {
      for (const name of [
        "expressions.evaluateBulk",
        "expressions.contextsBulk",
        "expressions.similarBulk",
      ] as const) {
        const error = await refused(send, name, { body: [APPLE, { term: "zzz" }] });
        expect(error).toMatchObject({ code: "unknown-term", details: { index: 1 } });
        expect(await refused(send, name, { body: APPLE })).toMatchObject({ code: "bad-input" });
      }
    });

    it("refuses more expressions than a bulk call may have", async () => {
      const body = Array.from({ length: 10_001 }, () => ({ positions: [1] }));
      expect(await refused(send, "expressions.evaluateBulk", { body })).toMatchObject({
        code: "too-large",
        details: { size: 10_001, limit: 10_000 },
      });
    });
  });

  describe(`comparisons over ${transport}`, () => {
    const pair = (left: number[], right: number[]) => [{ positions: left }, { positions: right }];

    it("reproduces recorded metrics", async () => {
      expect(await ok(send, "compare.pair", { body: pair([0, 1], [1, 3]) })).toMatchObject({
        overlappingAll: 1,
        sizeLeft: 2,
        sizeRight: 2,
        cosineSimilarity: 0.4999999999999999,
        jaccardDistance: 2 / 3,
        euclideanDistance: 0.5,
        overlappingLeftRight: 0.5,
        overlappingRightLeft: 0.5,
        weightedScoring: expect.closeTo(0.10124827, 7),
      });
      const same = await ok(send, "compare.pair", { body: pair([0, 13], [0, 13]) });
      expect(same.cosineSimilarity).toBe(0.9999999999999998);
      expect(same.weightedScoring).toBeCloseTo(0.147882564, 7);
    });

    it("takes exactly two expressions that are not empty", async () => {
      for (const body of [[], [APPLE], [APPLE, FRUIT, APPLE], APPLE])
        expect(await refused(send, "compare.pair", { body })).toMatchObject({
          code: "bad-input",
          details: { field: "body" },
        });
      expect((await refused(send, "compare.pair", { body: [APPLE] })).message).toBe(
        "“body” must be a list of exactly 2 items, not 1.",
      );
      expect(
        await refused(send, "compare.pair", { body: [APPLE, { sub: [APPLE, APPLE] }] }),
      ).toMatchObject({ code: "empty-fingerprint" });
    });

    it("compares many pairs like single ones", async () => {
      const body = [[APPLE, FRUIT], pair([1], [2])];
      expect(await ok(send, "compare.bulk", { body })).toEqual([
        await ok(send, "compare.pair", { body: body[0] }),
        await ok(send, "compare.pair", { body: body[1] }),
      ]);
      expect(await refused(send, "compare.bulk", { body: [[APPLE]] })).toMatchObject({
        code: "bad-input",
      });
    });
  });
}
