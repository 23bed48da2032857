import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Ellipsis, Plus, VolumeX } from "lucide-react";
import {
  type DragEvent,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { Button as AriaButton } from "react-aria-components";
import { isOperation } from "../../../../core/expression/ast.ts";
import type { Draft } from "../../../../core/expression/draft.ts";
import { termQuery } from "../../../api/map-queries.ts";
import { ActionMenu, MenuTrigger } from "../../../components/controls/menu.tsx";
import { Thumbnail } from "../../../components/fingerprint-grid/thumbnail.tsx";
import { formatCount, formatShare } from "../../../model/format.ts";
import { hoverTerm } from "../../../state/hover.ts";
import { useRetina } from "../../../state/retina.ts";
import { startAdding, startEditing, useBuild } from "../build-ui.ts";
import { commitNote, foldNode } from "../edit-subject.ts";
import { NodeEditor, NodeLabelInput } from "../editors/node-editor.tsx";
import { MissingMark } from "../missing.tsx";
import type { Known } from "../model/consensus.ts";
import { keepsOf, nameOfRow, spokenName } from "../model/short-name.ts";
import type { DropTarget, TreeRow } from "../model/tree-rows.ts";
import { commandsFor, consensusCommands, type NodeCommand } from "./node-commands.ts";
import { OperatorChoice } from "./operator-choice.tsx";
import { TreeContext } from "./tree-context.ts";
import { pressOnRow } from "./tree-keys.ts";
import { useLineDrag } from "./use-line-drag.ts";

interface LineContentProps {
  readonly row: TreeRow;
  readonly tree: Draft;
  readonly positions: readonly number[] | undefined;
  readonly isMenuOpen: boolean;
  readonly onMenu: (isOpen: boolean) => void;
}

/** What stands in a line while it is not edited. Its buttons are reached by the pointer; the keyboard has the row's keys. */
function LineContent({ row, tree, positions, isMenuOpen, onMenu }: LineContentProps) {
  const { id, node, note } = row;
  const isRenaming = useBuild((state) => state.renaming === id);
  const { known } = useContext(TreeContext);
  return (
    <>
      <Fold row={row} />
      <span className="tree-picture">
        {positions && <Thumbnail positions={positions} size={24} />}
      </span>
      {isOperation(node) && <OperatorChoice row={row} tree={tree} operation={node} />}
      {isRenaming ? <NodeLabelInput row={row} /> : <LineName row={row} />}
      <MissingMark id={id} />
      {node.sparsity !== undefined && row.level > 1 && (
        <span className="tree-tag fixed muted" title="Thinned to this share of the map">
          ≤ {formatShare(node.sparsity)}
        </span>
      )}
      {note.mute && (
        <AriaButton
          className="tree-muted press fixed fine muted"
          aria-label={`Use ${nameOfRow(row)} again`}
          excludeFromTabOrder
          onPress={() => commitNote(id, { mute: false }, `Use ${nameOfRow(row)} again`)}
        >
          <VolumeX size={13} aria-hidden="true" /> muted
        </AriaButton>
      )}
      <span className="tree-size figures fixed fine nowrap">
        {positions && !row.isMuted && formatCount(positions.length)}
      </span>
      {isOperation(node) && (
        <AriaButton
          className="icon-button small fixed"
          aria-label={`Add a part to ${nameOfRow(row)}`}
          excludeFromTabOrder
          onPress={() => startAdding({ place: "inside", id })}
        >
          <Plus size={14} aria-hidden="true" />
        </AriaButton>
      )}
      <NodeMenu row={row} tree={tree} known={known} isOpen={isMenuOpen} onOpen={onMenu} />
    </>
  );
}

function Fold({ row }: { readonly row: TreeRow }) {
  const { node, isFolded, id } = row;
  if (!isOperation(node)) return <span className="tree-fold plain fixed muted" />;
  return (
    <AriaButton
      className="tree-fold plain fixed muted"
      aria-label={isFolded ? "Expand" : "Collapse"}
      aria-expanded={!isFolded}
      excludeFromTabOrder
      onPress={() => foldNode(id, !isFolded)}
    >
      <ChevronRight size={14} aria-hidden="true" />
    </AriaButton>
  );
}

function LineName({ row }: { readonly row: TreeRow }) {
  const { node, id, role, note } = row;
  const isStrongest = useContext(TreeContext).strongest === id;
  if (isOperation(node))
    return (
      <span className="tree-name muted clip plain grow" dir="auto">
        {note.label ??
          (node.operands.length === 1
            ? "one part, as it is"
            : keepsOf(node.kind, node.operands.length))}
        {row.isFolded && ` · ${node.operands.length} parts`}
      </span>
    );
  return (
    <button
      type="button"
      tabIndex={-1}
      className="tree-name tree-leaf clip plain grow row on-baseline gap-0"
      title={titleOf(row)}
      onDoubleClick={() => startEditing(node)}
    >
      <bdi>{nameOfRow(row)}</bdi>
      {node.kind === "term" && node.language === undefined && <UsedForm term={node.term} />}
      {/* The line of “minus” below says it too; with both there is no room for the name. */}
      {role === "base" && !isStrongest && <span className="tree-tag fixed muted">base</span>}
      {isStrongest && (
        <span className="tree-tag fixed muted" title="Without it the result would change most">
          strongest
        </span>
      )}
    </button>
  );
}

const titleOf = (row: TreeRow): string =>
  `${nameOfRow(row)} · double click edits, F2 names, drag moves`;

const GROUPS: readonly (readonly [NodeCommand["group"], string])[] = [
  ["edit", ""],
  ["operator", "Operator"],
  ["shape", "This part"],
  ["place", "Place"],
  ["result", "Cells to keep"],
];

interface NodeMenuProps {
  readonly row: TreeRow;
  readonly tree: Draft;
  readonly known: Known;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Closed, it is its button alone, which an edit of the tree leaves as it is. */
const looksAsBefore = (before: NodeMenuProps, now: NodeMenuProps): boolean =>
  !before.isOpen && !now.isOpen && nameOfRow(before.row) === nameOfRow(now.row);

/** Everything that can be done with the node, with its keys. */
const NodeMenu = memo(({ row, tree, known, isOpen, onOpen }: NodeMenuProps) => {
  const retina = useRetina()?.name ?? "";
  const context = { tree, row, retina };
  const commands = isOpen ? [...commandsFor(context), ...consensusCommands(context, known)] : [];
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpen}>
      <AriaButton
        className="icon-button small fixed"
        aria-label={`Actions for ${nameOfRow(row)}`}
        excludeFromTabOrder
      >
        <Ellipsis size={14} aria-hidden="true" />
      </AriaButton>
      <ActionMenu
        label={`Actions for ${nameOfRow(row)}`}
        groups={GROUPS.map(([group, title]) => ({
          ...(title === "" ? {} : { title }),
          entries: commands
            .filter((command) => command.group === group)
            .map(({ keys, ...command }) => ({
              ...command,
              ...(keys ? { keys: keys.split(",")[0] ?? "" } : {}),
            })),
        }))}
      />
    </MenuTrigger>
  );
}, looksAsBefore);

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

/** For a term that the retina has in another form only: which one is used. What was typed stays. */
function UsedForm({ term }: { readonly term: string }) {
  const retina = useRetina();
  const isOdd = term !== term.toLowerCase();
  const { data } = useQuery({
    ...termQuery(retina?.name ?? "", term),
    enabled: retina !== null && isOdd,
  });
  if (!isOdd || !data?.known || data.term === term) return null;
  return <span className="tree-tag fixed muted">using {data.term}</span>;
}
