import { useMemo } from "react";
import { withSparsity } from "../../../core/expression/ast.ts";
import { type ContractRequest, printContract } from "../../../core/expression/print-json.ts";
import { pathName, walk } from "../../../core/expression/walk.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../state/use-subject.ts";

/** What is evaluated now as the service takes it; null where a part has neither a form nor positions. */
export function useContract(): ContractRequest | null {
  const { prepared, sparsity } = useSubjectTree();
  const { data } = useEvaluatedSubject();
  return useMemo(() => {
    const sent = prepared?.sent;
    if (!sent || !data) return null;
    const isThinned = sparsity < 1 && sent.sparsity === undefined;
    const places = new Map(data.trace.map(({ path, positions }) => [path, positions]));
    const paths = new Map([...walk(sent)].map(({ node, path }) => [node, pathName(sent, path)]));
    try {
      return printContract(isThinned ? withSparsity(sent, sparsity) : sent, (node) => {
        const positions = places.get(paths.get(node) ?? "nowhere");
        return positions && Uint16Array.from(positions);
      });
    } catch {
      return null;
    }
  }, [prepared, sparsity, data]);
}
