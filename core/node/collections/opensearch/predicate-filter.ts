import type { Predicate } from "../../../api/collection-types.ts";
import { dayNumber } from "../../../collection/time-units.ts";
import { cleanText, dayOf, fold, keyOf } from "../../../collection/values.ts";
import { ALL, allOf, anyOf, NONE, not } from "./combine.ts";
import { hasScore, scoreRange } from "./computed-score.ts";
import { type Dsl, type Fields, fieldOf, foldedField, type Known, labelTerm } from "./fields.ts";

/**
 * A condition as a filter. Opposites are moved to the leaves and "or" is no bool query, since clusters limit how deep
 * those may be nested: 32 levels of conditions become at most 17 of theirs.
 */
export function predicateFilter(node: Predicate, fields: AskedFields, isOpposite = false): Dsl {
  if ("not" in node) return predicateFilter(node.not, fields, !isOpposite);
  if ("and" in node) return combine(node.and, fields, isOpposite, isOpposite ? anyOf : allOf);
  if ("or" in node) return combine(node.or, fields, isOpposite, isOpposite ? allOf : anyOf);
  const leaf = leafFilter(node, fields);
  return isOpposite ? not(leaf) : leaf;
}

/** `isShort` counts the overlaps of scores by script. */
export type AskedFields = Fields & { readonly isShort?: boolean };

type Leaf = Exclude<Predicate, { and: unknown } | { or: unknown } | { not: unknown }>;

function combine(
  parts: readonly Predicate[],
  fields: AskedFields,
  isOpposite: boolean,
  join: (filters: readonly Dsl[]) => Dsl,
): Dsl {
  return join(parts.map((part) => predicateFilter(part, fields, isOpposite)));
}

function leafFilter(node: Leaf, fields: AskedFields): Dsl {
  if ("label" in node) return labelFilter(node);
  const field = fieldOf(fields, "score" in node ? { score: node.score } : { column: node.column });
  if ("missing" in node) return missingFilter(field, node.missing);
  if (field === undefined) return NONE;
  if ("equals" in node) return oneOf(field, [node.equals]);
  if ("in" in node) return oneOf(field, node.in);
  if ("contains" in node) return containsFilter(foldedField(field.place), node.contains);
  if (field.score !== undefined) return scoreRange(field.score, node, fields.isShort ?? false);
  return rangeFilter(field, node);
}

function labelFilter({ label, is }: Extract<Leaf, { label: string }>): Dsl {
  if (is !== "unlabelled") return termsFilter("labels", [labelTerm(label, is === "belongs")]);
  return not(termsFilter("labels", [labelTerm(label, true), labelTerm(label, false)]));
}

function missingFilter(field: Known | undefined, isMissing: boolean): Dsl {
  if (field === undefined) return isMissing ? ALL : NONE;
  const exists =
    field.score === undefined ? { exists: { field: field.name } } : hasScore(field.score);
  return isMissing ? not(exists) : exists;
}

function oneOf({ name, type }: Known, values: readonly (string | number)[]): Dsl {
  if (type === "number") return termsFilter(name, values);
  const texts = values.map(String);
  if (type === "date") return termsFilter(name, texts.map(dayOf).map(dayNumber));
  return termsFilter(name, texts.filter(isKept).map(keyOf));
}

/** A text with half a character is never kept, so no row has it; on its way it would become another one. */
export const isKept = (text: string) => cleanText(text) === text;

export const termsFilter = (field: string, values: readonly (string | number)[]): Dsl =>
  values.length === 0 ? NONE : { terms: { [field]: [...new Set(values)] } };

const CONTAINS =
  "for (def value : doc[params.field]) if (value.contains(params.part)) return true; return false;";

function containsFilter(field: string, text: string): Dsl {
  return { script: { script: { source: CONTAINS, params: { field, part: fold(text) } } } };
}

function rangeFilter({ name, type }: Known, node: Extract<Leaf, { from?: unknown }>): Dsl {
  const limit = (value: string | number | undefined) =>
    type === "date" && value !== undefined ? dayNumber(dayOf(String(value))) : value;
  const limits = { gte: limit(node.from), lte: limit(node.to), lt: limit(node.below) };
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  // `to` and `below` share one slot of the range query.
  return allOf(given.map(([operator, value]) => ({ range: { [name]: { [operator]: value } } })));
}
