import { Type } from "#typebox";
import { aboutField } from "../caller-fields.ts";
import { atMost, collectionUsed, only, optional, retinaUsed } from "../fields.ts";
import { defineTool } from "../tool.ts";
import { COLLECTION, collectionOf, rowsFor, someRows, usedQuery } from "../which-rows.ts";
import { rounded } from "../words.ts";

const figures = {
  inA: Type.Integer({ description: "Rows of A that have it." }),
  inB: Type.Integer({ description: "Rows of B that have it." }),
  odds: Type.Number({
    description:
      "How many times higher the odds are on this side: of A to B in moreInA, of B to A in moreInB.",
  }),
  low: Type.Number({ description: "Lower end of its interval of 95%." }),
  high: Type.Number({ description: "Upper end of that interval." }),
  q: Type.Number({ description: "Chance, corrected for all that was looked at." }),
};
const side = only(
  {
    words: Type.Array(only({ word: Type.String({ description: "The word." }), ...figures }), {
      description: "Surest first.",
    }),
    regions: Type.Array(
      only({ place: Type.String({ description: "Name of the region." }), ...figures }),
      {
        description: "Regions of the map, surest first.",
      },
    ),
  },
  "More frequent on this side.",
);

export const difference = defineTool({
  name: "difference",
  fields: { "": "like" },
  title: "What tells rows apart",
  description:
    "Words and regions of the map that are more frequent in rows A than in rows B, or in the rest: odds with intervals of 95%, and the chance corrected for how much was looked at.",
  input: {
    collection: COLLECTION,
    a: someRows,
    b: optional(someRows),
    other: optional(
      Type.String({
        description: "Another collection that B is taken from; the same if left out.",
      }),
    ),
    limit: atMost(10, 25, "Words and regions of either side to list"),
  },
  output: {
    collection: collectionUsed,
    other: Type.String({ description: "The collection that B is from." }),
    retina: retinaUsed,
    a: usedQuery,
    b: Type.Union([usedQuery, Type.Null()], { description: "null for the rest of the rows." }),
    rows: only(
      {
        a: Type.Integer({ description: "Rows of A." }),
        b: Type.Integer({ description: "Rows of B." }),
      },
      "How many were compared.",
    ),
    moreInA: side,
    moreInB: side,
  },
  async run({ collection: name, a, b, other = name, limit = 10 }, question) {
    const info = await collectionOf(question, name);
    const { retina } = info;
    const hasB = b !== undefined || other !== name;
    const inA = await rowsFor(question, info, a, "a.");
    const infoB =
      other === name
        ? info
        : await collectionOf(question, other).catch((cause: unknown) => {
            throw aboutField(cause, "other");
          });
    const inB = hasB ? await rowsFor(question, infoB, b ?? {}, "b.") : null;
    const found = await question.ask(
      "app.collectionDifference",
      {
        name,
        a: inA.query,
        ...(inB === null ? {} : { b: { name: other, query: inB.query } }),
        limit: LOOKED_AT,
      },
      "comparing the rows",
    );
    const [moreWords, lessWords] = sides(found.words, ({ word }) => ({ word }));
    const [moreRegions, lessRegions] = sides(found.regions, ({ place }) => ({ place }));
    const moreInA = { words: moreWords.slice(0, limit), regions: moreRegions.slice(0, limit) };
    const moreInB = { words: lessWords.slice(0, limit), regions: lessRegions.slice(0, limit) };
    const sure = moreWords.length + lessWords.length + moreRegions.length + lessRegions.length;
    const listed = [moreInA, moreInB].reduce(
      (sum, side) => sum + side.words.length + side.regions.length,
      0,
    );
    const rest =
      sure > listed
        ? `${sure - listed} of ${sure} sure differences are not listed; ask with a larger limit, or narrower rows.`
        : null;
    return {
      text: [
        `A has ${found.rows.a} rows, B ${found.rows.b}${hasB ? "" : " (the rest)"}. Differences with q up to 0.05, each with how many times higher its odds are there.`,
        `Words more in A: ${named(moreInA.words.map((each) => ({ name: each.word, ...each })))}.`,
        `Words more in B: ${named(moreInB.words.map((each) => ({ name: each.word, ...each })))}.`,
        `Regions more in A: ${named(moreInA.regions.map((each) => ({ name: each.place, ...each })))}.`,
        `Regions more in B: ${named(moreInB.regions.map((each) => ({ name: each.place, ...each })))}.`,
      ],
      data: {
        collection: name,
        other,
        retina,
        a: inA.shown,
        b: inB?.shown ?? null,
        rows: found.rows,
        moreInA,
        moreInB,
      },
      leftOut: rest,
    };
  },
});

/** What is sure may be anywhere in the list. */
const LOOKED_AT = 10_000;
const SURE = 0.05;

interface Effect {
  readonly inA: number;
  readonly inB: number;
  readonly effect: number;
  readonly low: number;
  readonly high: number;
  readonly q: number;
}

/** What is sure, more in A and more in B, each from its end of the list. */
function sides<T extends Effect, N>(found: readonly T[], nameOf: (each: T) => N) {
  const sure = found.filter(({ q }) => q <= SURE);
  const shown = (each: T, { effect, low, high }: Pick<Effect, "effect" | "low" | "high">) => ({
    ...nameOf(each),
    inA: each.inA,
    inB: each.inB,
    odds: ratio(effect),
    low: ratio(low),
    high: ratio(high),
    q: rounded(each.q, 4),
  });
  return [
    sure.filter(({ effect }) => effect > 0).map((each) => shown(each, each)),
    sure
      .filter(({ effect }) => effect < 0)
      .reverse()
      .map((each) => shown(each, { effect: -each.effect, low: -each.high, high: -each.low })),
  ] as const;
}

/** To three digits. */
const ratio = (logarithm: number) => Number(Math.exp(logarithm).toPrecision(3));

const named = (
  found: readonly { name: string; odds: number; low: number; high: number }[],
): string =>
  found.map(({ name, odds, low, high }) => `${name} x${odds} (${low} to ${high})`).join("; ") ||
  "none beyond chance";
