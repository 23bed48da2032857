import { type FocusEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import { isOperation } from "../../../../core/expression/ast.ts";
import { idOf, type NodeId, nodeWith } from "../../../../core/expression/draft.ts";
import { printContract } from "../../../../core/expression/print-json.ts";
import { mutedIn } from "../../../model/prepare-expression.ts";
import { useRetina } from "../../../state/retina.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../../state/use-subject.ts";
import { focusRow, selectRow, useBuild } from "../build-ui.ts";
import { commitEdit, currentTree } from "../edit-subject.ts";
import { PartInput } from "../editors/part-input.tsx";
import { addParts } from "../model/add-parts.ts";
import { strongestLeaf } from "../model/influence.ts";
import { rowsOf, type TreeRow } from "../model/tree-rows.ts";
import { useTrace } from "../use-trace.ts";
import { OperatorPicker } from "./operator-choice.tsx";
import { TreeContext } from "./tree-context.ts";
import { TreeLine } from "./tree-line.tsx";
import "./tree.css";

/** The expression as nested operators and parts; every node can be moved, changed and looked at. */
export function ExpressionTree() {
  const { tree, notes } = useSubjectTree();
  const trace = useTrace();
  const sentPart = useSentPart();
  const { missing, data } = useEvaluatedSubject();
  const strongest = useMemo(() => {
    if (!tree || !data) return null;
    return strongestLeaf({ tree, positionsAt: trace, muted: mutedIn(notes) });
  }, [tree, notes, data, trace]);
  const context = useMemo(
    () => ({
      sentPart,
      strongest,
      missing: new Map(missing.map((each) => [each.id, each])),
      known: { positionsAt: trace, notes },
    }),
    [sentPart, strongest, missing, trace, notes],
  );
  const rows = useMemo(() => (tree ? rowsOf(tree, notes) : []), [tree, notes]);
  const selected = useBuild((state) => state.selected);
  const adding = useBuild((state) => state.adding);
  const frame = useRef<HTMLDivElement>(null);
  useKeptFocus(frame, rows);
  if (!tree) return null;
  const active = rows.some(({ id }) => id === selected) ? selected : tree.id;
  return (
    <TreeContext value={context}>
      <div
        ref={frame}
        role="tree"
        aria-label="Expression tree"
        className="tree"
        onFocus={(event: FocusEvent<HTMLElement>) => {
          const row = event.target.closest<HTMLElement>("[data-node]");
          if (row?.dataset.node !== undefined) selectRow(row.dataset.node);
        }}
      >
        {rows.map((row) => (
          <TreeLine
            key={row.id}
            tree={tree}
            rows={rows}
            row={row}
            positions={trace(row.id)}
            isActive={row.id === active}
          >
            {adding?.id === row.id && <AddRow row={row} />}
          </TreeLine>
        ))}
      </div>
    </TreeContext>
  );
}

/** When the row that had the focus is gone, as after undo, the focus goes to the one selected now. */
function useKeptFocus(frame: RefObject<HTMLDivElement | null>, rows: readonly TreeRow[]): void {
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever rows have come or gone
  useEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body;
    if (isLost)
      frame.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
    const note = () => {
      hadFocus.current = frame.current?.contains(document.activeElement) ?? false;
    };
    note();
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [rows, frame]);
}

interface AddRowProps {
  readonly row: TreeRow;
}

/** The slot that opens in the tree where a part is being added. */
function AddRow({ row }: AddRowProps) {
  const adding = useBuild((state) => state.adding);
  const operator = useBuild((state) => state.operator);
  const retina = useRetina()?.name;
  if (!adding) return null;
  const isGrouping = adding.place === "inside" ? !isOperation(row.node) : row.parent === null;
  return (
    <div
      className="tree-add stack gap-1"
      role="none"
      style={{ "--indent": `${row.level * 16}px` } as React.CSSProperties}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") focusRow(row.id);
      }}
    >
      {isGrouping && <OperatorPicker />}
      <PartInput
        label={adding.place === "inside" ? "Part to add inside" : "Part to add after it"}
        autoFocus
        onParts={(parts, name) =>
          commitEdit(addParts(currentTree(), parts, { ...adding, operator }), {
            retina,
            ...(name ? { note: { label: name } } : {}),
          })
        }
      />
    </div>
  );
}

/** A part of the tree exactly as the service takes it; what it has no form for is written as positions. */
function useSentPart(): (id: NodeId) => ExpressionJson | null {
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
