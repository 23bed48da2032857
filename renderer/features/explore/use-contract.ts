import { useMemo } from "react";
import { withSparsity } from "../../../core/expression/ast.ts";
import { idOf } from "../../../core/expression/draft.ts";
import { type ContractRequest, printContract } from "../../../core/expression/print-json.ts";
import { subject } from "../../state/subject.ts";
import { useEvaluatedSubject } from "../../state/use-subject.ts";

/** What is evaluated now as the service takes it; null where a part has neither a form nor positions. */
export function useContract(): ContractRequest | null {
  const { meant, positionsAt } = useEvaluatedSubject();
  const { sparsity } = subject.use();
  return useMemo(() => {
    if (!meant) return null;
    const isThinned = sparsity < 1 && meant.sparsity === undefined;
    const whole = isThinned ? withSparsity(meant, sparsity) : meant;
    try {
      return printContract(whole, (node) => {
        const positions = positionsAt(idOf(node) ?? "");
        return positions && Uint16Array.from(positions);
      });
    } catch {
      return null;
    }
  }, [meant, positionsAt, sparsity]);
}
