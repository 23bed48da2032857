import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { language, reader, retinaName } from "../schema/parameters.ts";
import { expression, metric } from "../schema/replies.ts";

const ERRORS = [
  "bad-input",
  "bad-expression",
  "bad-position",
  "unknown-term",
  "empty-text",
  "no-known-words",
  "empty-fingerprint",
  "unknown-retina",
] as const;

/** Two operands, left and right. */
const pairOfExpressions = Type.Array(expression, { minItems: 2, maxItems: 2 });

export const pair = defineEndpoint({
  method: "POST",
  path: "/compare",
  group: "Compare",
  summary: "Nine measures of how much two expressions have in common.",
  notes: ["The body holds exactly two expressions; one that leaves no position is an error."],
  query: { retina_name: retinaName, language, reader },
  body: { as: "json", schema: pairOfExpressions },
  output: metric,
  work: "pool",
  errors: ERRORS,
});

export const bulk = defineEndpoint({
  method: "POST",
  path: "/compare/bulk",
  group: "Compare",
  summary: "The measures of many pairs, in the same order.",
  query: { retina_name: retinaName, language, reader },
  body: { as: "json", schema: Type.Array(pairOfExpressions) },
  output: Type.Array(metric),
  work: "pool",
  isBulk: true,
  errors: [...ERRORS, "too-large"],
});
