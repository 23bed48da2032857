import { useMemo } from "react";
import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import { subject } from "../../../state/subject.ts";
import { useEvaluatedSubject } from "../../../state/use-subject.ts";

/** A side of a comparison: an expression and what it is called. */
export interface Side {
  readonly source: ExpressionJson;
  readonly label: string;
}

/** What is built now, to compare with; null while it has no cells. */
export function useCurrent(): Side | null {
  const { sent, label, positions, isStale, data } = useEvaluatedSubject();
  const { sparsity } = subject.use();
  return useMemo(() => {
    if (!sent || isStale || !data || positions.length === 0) return null;
    return sideOf({ expression: sent, sparsity, positions }, label);
  }, [sent, label, positions, isStale, data, sparsity]);
}

interface Evaluated {
  readonly expression: ExpressionJson;
  readonly sparsity: number;
  readonly positions: readonly number[];
}

/** What is thinned as a whole has no form but its cells where no thinning can be told along. */
export const sideOf = ({ expression, sparsity, positions }: Evaluated, label: string): Side => ({
  source: sparsity < 1 ? { positions: [...positions] } : expression,
  label,
});
