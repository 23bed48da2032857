import { queryOptions } from "@tanstack/react-query";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { engineQuery } from "./query-client.ts";

interface MatchOptions {
  /** Asks which words would have to go for the cosine to fall below it. */
  readonly threshold?: number;
  /** Texts that a filter on the right was made of. */
  readonly examples?: readonly string[];
}

/** Why two expressions match: regions, words, and what would end it. */
export const matchQuery = (
  retina: string,
  left: ExpressionJson,
  right: ExpressionJson,
  { threshold, examples }: MatchOptions = {},
) =>
  queryOptions(
    engineQuery(retina, "app.explainMatch", {
      retina_name: retina,
      left,
      right,
      ...(threshold === undefined ? {} : { threshold }),
      ...(examples === undefined ? {} : { examples: [...examples] }),
    }),
  );
