import { useMemo } from "react";
import { withSparsity } from "../../../core/expression/ast.ts";
import { type ContractRequest, printContract } from "../../../core/expression/print-json.ts";
import { pathKey } from "../../../core/expression/walk.ts";
import { subject } from "../../state/subject.ts";
import { useEvaluatedSubject } from "../../state/use-subject.ts";

/** What is evaluated now as the service takes it; null where a part has neither a form nor positions. */
export function useContract(): ContractRequest | null {
  const { meant, traced } = useEvaluatedSubject();
  const { sparsity } = subject.use();
  return useMemo(() => {
    if (!meant) return null;
    const { tree, placeOf } = meant;
    const whole = sparsity < 1 && tree.sparsity === undefined ? withSparsity(tree, sparsity) : tree;
    const byPlace = new Map(traced?.trace.map(({ path, positions }) => [path, positions]));
    try {
      return printContract(whole, (path) => {
        const positions = byPlace.get(placeOf(pathKey(path)) ?? "nowhere");
        return positions && Uint16Array.from(positions);
      });
    } catch {
      return null;
    }
  }, [meant, traced, sparsity]);
}
