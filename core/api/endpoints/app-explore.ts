import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import {
  contextId,
  defaulted,
  limit,
  offset,
  POS_TYPE_CHOICES,
  retinaName,
  sparsity,
} from "../schema/parameters.ts";
import {
  count,
  documentFrequency,
  expression,
  givenPositions,
  nullable,
  oneOf,
  position,
  positions,
  posTypes,
  reply,
} from "../schema/replies.ts";

const GROUP = "Application: explore";
const ERRORS = ["bad-input", "bad-expression", "bad-position", "unknown-retina"] as const;

/** A ranked term with everything a table of results shows. */
const row = reply(
  {
    term: Type.String(),
    score: Type.Integer({ minimum: 0, description: "Positions shared with the query." }),
    shareOfQuery: Type.Number({ description: "score / size of the query, 0 to 1." }),
    shareOfTerm: Type.Number({ description: "score / size of the term, 0 to 1." }),
    size: Type.Integer({ minimum: 0, description: "Positions of the term." }),
    df: documentFrequency,
    pos_types: posTypes,
    contextId: nullable(
      Type.Integer({ minimum: 0, description: "The sense of the query it shares most with." }),
    ),
  },
  { title: "Row" },
);

const evaluation = reply({
  evaluated: Type.Boolean({
    description: "False where operands without positions prevent one; `positions` is empty.",
  }),
  positions,
  before: Type.Integer({ minimum: 0, description: "Positions before thinning." }),
  dropped: Type.Array(position, { description: "Positions that thinning took away." }),
  trace: Type.Array(reply({ path: Type.String(), positions })),
  unknown: Type.Array(
    reply({
      path: Type.String(),
      term: Type.String(),
      suggestions: Type.Array(Type.String()),
      parts: Type.Array(Type.String()),
    }),
  ),
  texts: Type.Array(
    reply({
      path: Type.String(),
      words: count,
      used: count,
      unknownWords: Type.Array(Type.String()),
    }),
  ),
});

export const evaluate = defineEndpoint({
  method: "POST",
  path: "/semascope/evaluate",
  group: GROUP,
  summary: "Evaluates an expression step by step, and reports unknown words instead of failing.",
  notes: [
    "Nothing is left out silently: with an operand that has no positions there is no result.",
    "`path` is the place in the expression, e.g. `and[1].sub[0]`; empty for the root.",
  ],
  query: { retina_name: retinaName },
  body: {
    as: "fields",
    fields: { expression, sparsity },
  },
  output: evaluation,
  work: "brief",
  errors: ERRORS,
});

/** What rows can be ordered by; ties keep the order of the score. */
const ROW_ORDERS = ["score", "shareOfTerm", "term", "df"] as const;

export const explore = defineEndpoint({
  method: "POST",
  path: "/semascope/explore",
  group: GROUP,
  summary: "Similar terms with shares and senses.",
  notes: [
    "Give `expression` or `positions`.",
    "With `steps` unknown words are reported in `evaluation` instead of failing, and an expression without positions has no rows.",
  ],
  query: { retina_name: retinaName },
  body: {
    as: "fields",
    fields: {
      expression: Type.Optional(expression),
      positions: Type.Optional(givenPositions),
      steps: defaulted(
        Type.Boolean({ default: false, description: "Also evaluates `expression` step by step." }),
      ),
      sparsity,
      limit: limit(50, 1000),
      offset,
      context_id: contextId,
      pos_type: Type.Optional(
        oneOf(POS_TYPE_CHOICES, { description: "Only terms used as this part of speech." }),
      ),
      least: defaulted(
        Type.Number({
          minimum: 0,
          maximum: 1,
          default: 0,
          description: "Only terms that share at least this share of the query's positions.",
        }),
      ),
      order: defaulted(oneOf(ROW_ORDERS, { default: "score" })),
      ascending: defaulted(Type.Boolean({ default: false })),
    },
  },
  output: reply({
    count: Type.Integer({ minimum: 0, description: "Positions of the query." }),
    contexts: Type.Array(
      reply({
        id: count,
        label: Type.String(),
        names: Type.Array(Type.String(), { description: "Three to five telling terms." }),
        positions,
      }),
    ),
    rows: Type.Array(row),
    total: Type.Integer({ minimum: 0, description: "Terms that share a position with the query." }),
    passed: Type.Integer({ minimum: 0, description: "Of these, terms that pass both conditions." }),
    evaluation: Type.Optional(evaluation),
  }),
  work: "pool",
  errors: [...ERRORS, "unknown-term", "no-known-words", "empty-fingerprint", "unknown-context"],
});

export const regionTerms = defineEndpoint({
  method: "POST",
  path: "/semascope/region-terms",
  group: GROUP,
  summary: "Terms that live in a part of the map.",
  notes: [
    "`lift` ranks by how much denser a term is inside than over the whole map; `overlap` by shared cells.",
  ],
  query: { retina_name: retinaName },
  body: {
    as: "fields",
    fields: {
      positions: givenPositions,
      limit: limit(50, 1000),
      by: defaulted(oneOf(["lift", "overlap"], { default: "lift" })),
    },
  },
  output: reply({
    cells: count,
    label: nullable(Type.String({ description: "The term that names the area best." })),
    rows: Type.Array(
      reply({
        term: Type.String(),
        score: count,
        shareOfTerm: Type.Number(),
        lift: Type.Number({ description: "1 is what chance gives." }),
        df: documentFrequency,
        pos_types: posTypes,
      }),
    ),
  }),
  work: "pool",
  errors: ["bad-input", "unknown-retina"],
});
