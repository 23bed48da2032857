/** A query or mapping in the language of OpenSearch. */
export type Dsl = Readonly<Record<string, unknown>>;

export const ALL: Dsl = { match_all: {} };
export const NONE: Dsl = { match_none: {} };

export function allOf(filters: readonly Dsl[]): Dsl {
  const [only, ...others] = filters;
  if (only === undefined) return ALL;
  return others.length === 0 ? only : { bool: { filter: filters } };
}

export function anyOf(filters: readonly Dsl[]): Dsl {
  const [only, ...others] = filters;
  if (only === undefined) return NONE;
  return others.length === 0 ? only : { dis_max: { queries: filters } };
}

export const not = (filter: Dsl): Dsl => ({ bool: { must_not: [filter] } });
