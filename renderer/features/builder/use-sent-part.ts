import { useCallback } from "react";
import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { printContract } from "../../../core/expression/print-json.ts";
import { nodeAt, pathKey, pathOf } from "../../../core/expression/walk.ts";
import { useSubjectTree } from "../../state/use-subject.ts";
import { useTrace } from "./use-trace.ts";

/** A part of the tree exactly as the service takes it; what it has no form for is written as positions. */
export function useSentPart(): (key: string) => ExpressionJson | null {
  const { tree } = useSubjectTree();
  const trace = useTrace();
  return useCallback(
    (key) => {
      const path = pathOf(key);
      const node = tree && nodeAt(tree, path);
      if (!node) return null;
      const at = (inner: readonly number[]) => {
        const positions = trace(pathKey([...path, ...inner]));
        return positions && Uint16Array.from(positions);
      };
      try {
        return printContract(node, at).expression as ExpressionJson;
      } catch {
        return null;
      }
    },
    [tree, trace],
  );
}
