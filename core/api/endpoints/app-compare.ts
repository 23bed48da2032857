import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { limit, reader, retinaName } from "../schema/parameters.ts";
import {
  count,
  documentFrequency,
  expression,
  metric,
  nullable,
  oneOf,
  positions,
  reply,
} from "../schema/replies.ts";

const GROUP = "Application: compare";
const ERRORS = [
  "bad-input",
  "bad-expression",
  "bad-position",
  "unknown-term",
  "empty-text",
  "no-known-words",
  "unknown-retina",
] as const;

const sharedTerm = reply({ term: Type.String(), score: count, df: documentFrequency });

const side = reply({ positions, size: count });

export const compare = defineEndpoint({
  method: "POST",
  path: "/semascope/compare-view",
  group: GROUP,
  summary:
    "Two expressions side by side: measures, regions they share, terms of each part, chance.",
  notes: [
    "`metrics` is null when a side has no position.",
    "`chance` comes from pairs of the retina's own terms, thinned or added up to the sizes in question; null for an empty side, and for one denser than 12%.",
  ],
  query: { retina_name: retinaName },
  body: {
    as: "fields",
    fields: { left: expression, right: expression, limit: limit(20, 200) },
  },
  output: reply({
    left: side,
    right: side,
    relation: oneOf([
      "identical",
      "disjoint",
      "left-in-right",
      "right-in-left",
      "partial",
      "empty",
    ]),
    metrics: nullable(metric),
    terms: reply({
      left: Type.Array(sharedTerm),
      both: Type.Array(sharedTerm),
      right: Type.Array(sharedTerm),
    }),
    regions: Type.Array(
      reply({
        label: Type.String(),
        positions,
        share: Type.Number({ description: "Share of the overlap, 0 to 1." }),
        terms: Type.Array(Type.String()),
      }),
      { description: "Clusters of the overlap, largest first; they partition it." },
    ),
    chance: nullable(
      reply({
        mean: Type.Number({ description: "Cells that random pairs of these sizes share." }),
        p999: Type.Integer({ description: "99.9% of random pairs share fewer." }),
        pairs: Type.Integer({ description: "Pairs this was measured on." }),
      }),
    ),
  }),
  work: "pool",
  errors: ERRORS,
});

const creditedSide = reply({
  size: count,
  credits: Type.Array(
    reply({
      word: Type.String(),
      start: Type.Integer({ minimum: 0, description: "Character offset into the text as given." }),
      end: count,
      cells: Type.Number({
        description: "Shared cells it accounts for; all words of a side add up to the overlap.",
      }),
      near: Type.Array(Type.String(), {
        description:
          "The known words among which a number or unknown word has cells, nearest first.",
      }),
      literal: Type.Boolean({ description: "Whether the other text has the same word." }),
      meaning: Type.Optional(
        Type.Array(Type.String(), {
          description: "Of a word of another language that counts, the closest English terms.",
        }),
      ),
    }),
    { description: "The words of a side that is one text; empty for any other side." },
  ),
  verified: nullable(
    reply({
      word: Type.String({ description: "The one that accounts for most." }),
      before: count,
      after: Type.Integer({ minimum: 0, description: "Overlap computed again without the word." }),
    }),
  ),
});

const regionWords = Type.Array(
  reply({
    place: Type.Integer({ minimum: 0, description: "Place in the `credits` of the side." }),
    cells: Type.Number({ description: "Cells of the region it accounts for." }),
  }),
);

export const explainMatch = defineEndpoint({
  method: "POST",
  path: "/semascope/explain-match",
  group: GROUP,
  summary: "Why two expressions match: the regions they share and the words that cause them.",
  notes: [
    "With a reader, texts are read by its encoder, and a word's credit is the overlap that is lost when it is left out: `by` says so. Words of a text with more than 60 different ones have none, and `examples` is empty.",
    "`examples` divides the overlap among the texts that a filter on the right was made of.",
  ],
  query: { retina_name: retinaName, reader },
  body: {
    as: "fields",
    fields: {
      left: expression,
      right: expression,
      examples: Type.Optional(Type.Array(Type.String(), { maxItems: 5000 })),
    },
  },
  output: reply({
    overlap: count,
    cosine: Type.Number(),
    regions: Type.Array(
      reply({
        label: Type.String(),
        positions,
        share: Type.Number({ description: "Share of the overlap, 0 to 1." }),
        terms: Type.Array(Type.String()),
        left: regionWords,
        right: regionWords,
      }),
      { description: "Clusters of the overlap, largest first; they partition it." },
    ),
    left: creditedSide,
    right: creditedSide,
    examples: Type.Array(Type.Number(), {
      description: "Shared cells that each of the given texts accounts for.",
    }),
    by: Type.Optional(oneOf(["leaving-out"])),
  }),
  work: "pool",
  errors: ERRORS,
});
