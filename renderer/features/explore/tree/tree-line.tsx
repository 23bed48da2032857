import { type DragEvent, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { isOperation } from "../../../../core/expression/ast.ts";
import type { Draft } from "../../../../core/expression/draft.ts";
import { hoverTerm } from "../../../state/hover.ts";
import { useRetina } from "../../../state/retina.ts";
import { useBuild } from "../build-ui.ts";
import { NodeEditor } from "../editors/node-editor.tsx";
import type { DropTarget } from "../model/drop-targets.ts";
import { nameOfRow, spokenName } from "../model/line-name.ts";
import type { TreeRow } from "../model/tree-rows.ts";
import { LineContent } from "./line-content.tsx";
import { TreeContext } from "./tree-context.ts";
import { pressOnRow } from "./tree-keys.ts";
import { useLineDrag } from "./use-line-drag.ts";

interface TreeLineProps {
  readonly tree: Draft;
  readonly rows: readonly TreeRow[];
  readonly row: TreeRow;
  readonly positions: readonly number[] | undefined;
  /** Takes part in the Tab order. */
  readonly isActive: boolean;
  /** Under the line: where a new part is typed. */
  readonly children: ReactNode;
}

/** One node: its picture, name, count and menu; or its editor. */
export function TreeLine(props: TreeLineProps) {
  const { tree, rows, row, positions, isActive, children } = props;
  const { id, node, level } = row;
  const element = useRef<HTMLDivElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const retina = useRetina()?.name ?? "";
  const isEditing = useBuild((state) => state.editing === id);
  const drag = useLineDrag(row, tree, positions);
  useFocusTurn(element, isActive);
  const drop = useBuild((state) => dropMark(state.dropTarget, row));
  const isMissing = useContext(TreeContext).missing.has(id);
  const isFlashed = useBuild((state) => state.flashed === id);
  const light = (isOn: boolean) =>
    hoverTerm(isOn && positions ? { name: `part ${id} ${nameOfRow(row)}`, positions } : null);
  return (
    <>
      {row.role === "minus" && isFirstMinus(rows, row) && (
        <div className="tree-minus row muted strong" role="none" style={indent(level)}>
          minus
        </div>
      )}
      <div
        ref={element}
        role="treeitem"
        className="tree-line row"
        data-node={id}
        data-role={row.role}
        data-muted={row.isMuted || undefined}
        data-flashed={isFlashed || undefined}
        data-missing={isMissing || undefined}
        data-drop={drop ?? undefined}
        aria-level={level}
        aria-posinset={row.place}
        aria-setsize={row.siblings}
        aria-selected={isActive}
        {...(isOperation(node) ? { "aria-expanded": !row.isFolded } : {})}
        aria-label={spokenName(row, isMissing ? "not found" : positions?.length)}
        tabIndex={isActive ? 0 : -1}
        style={indent(level)}
        draggable={!isEditing}
        {...drag}
        onPointerEnter={() => light(true)}
        onPointerLeave={() => light(false)}
        onFocus={() => light(true)}
        onBlur={() => light(false)}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return;
          pressOnRow(event, { tree, rows, row, retina, openMenu: () => setMenuOpen(true) });
        }}
        onContextMenu={(event: DragEvent | React.MouseEvent) => {
          event.preventDefault();
          setMenuOpen(true);
        }}
      >
        {isEditing ? (
          <NodeEditor row={row} tree={tree} />
        ) : (
          <LineContent
            row={row}
            tree={tree}
            positions={positions}
            isMenuOpen={isMenuOpen}
            onMenu={setMenuOpen}
          />
        )}
      </div>
      {children}
    </>
  );
}

const STEP = 16;
const indent = (level: number) =>
  ({ "--indent": `${(level - 1) * STEP}px` }) as React.CSSProperties;

const isFirstMinus = (rows: readonly TreeRow[], row: TreeRow): boolean =>
  rows.find(({ parent, role }) => parent === row.parent && role === "minus") === row;

/** The last wish to focus a row that was granted; rows come and go, so it is not kept in one. */
let answered = 0;

/** Takes the focus when the keyboard was sent here. */
function useFocusTurn(element: React.RefObject<HTMLDivElement | null>, isActive: boolean): void {
  const turn = useBuild((state) => state.focusTurn);
  useEffect(() => {
    if (!isActive || turn === answered) return;
    answered = turn;
    element.current?.focus();
  }, [turn, isActive, element]);
}

/** How the line shows that something would land here. */
function dropMark(
  target: DropTarget | null,
  row: TreeRow,
): "before" | "after" | "onto" | "first" | null {
  if (target === null) return null;
  if (target.kind === "onto") return target.id === row.id ? "onto" : null;
  if (target.parent === row.id && target.index === 0) return "first";
  if (target.parent !== row.parent?.id) return null;
  if (target.index === row.place - 1) return "before";
  return target.index === row.place && row.place === row.siblings ? "after" : null;
}
