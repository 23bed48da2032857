import { useCallback } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { idOf, type NodeId, nodeWith } from "../../../core/expression/draft.ts";
import { printContract } from "../../../core/expression/print-json.ts";
import { useSubjectTree } from "../../state/use-subject.ts";
import { useTrace } from "./use-trace.ts";

/** A part of the tree exactly as the service takes it; what it has no form for is written as positions. */
export function useSentPart(): (id: NodeId) => ExpressionJson | null {
  const { tree } = useSubjectTree();
  const trace = useTrace();
  return useCallback(
    (id) => {
      const node = tree && nodeWith(tree, id);
      if (!node) return null;
      try {
        return printContract(node, (part) => {
          const positions = trace(idOf(part) ?? "");
          return positions && Uint16Array.from(positions);
        }).expression as ExpressionJson;
      } catch {
        return null;
      }
    },
    [tree, trace],
  );
}
