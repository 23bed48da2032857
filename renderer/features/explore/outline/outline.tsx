import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Crosshair, Ellipsis, Group, X } from "lucide-react";
import {
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Button as AriaButton } from "react-aria-components";
import { type Expression, isOperation, OPERATORS } from "../../../../core/expression/ast.ts";
import { termQuery } from "../../../api/map-queries.ts";
import { ActionMenu, MenuTrigger } from "../../../components/controls/menu.tsx";
import { Thumbnail } from "../../../components/fingerprint-grid/thumbnail.tsx";
import { formatCount, formatShare } from "../../../model/format.ts";
import type { Missing } from "../../../model/missing-parts.ts";
import { hoverTerm } from "../../../state/hover.ts";
import { useRetina } from "../../../state/retina.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../../state/use-subject.ts";
import { focusRow, selectInLine, selectRow, useBuild } from "../build-ui.ts";
import { commitEdit } from "../edit-subject.ts";
import { alone, changeOperator, type DropTarget, remove } from "../model/edit.ts";
import { strongestLeaf } from "../model/influence.ts";
import { type OutlineRow, rowsOf } from "../model/outline-rows.ts";
import { keepsOf, meaningOf, OPERATOR_WORDS, shortName, spokenName } from "../model/short-name.ts";
import { useTrace } from "../use-trace.ts";
import { commandsFor, consensusCommands, groupRow, type RowCommand } from "./commands.ts";
import { pressOnRow } from "./outline-keys.ts";
import { useRowDrag } from "./use-row-drag.ts";
import "./outline.css";

/** The parts of the line, one below the other, with their cells. Its buttons and keys rewrite the line. */
export function Outline() {
  const { tree } = useSubjectTree();
  const trace = useTrace();
  const { missing, data } = useEvaluatedSubject();
  const strongest = useMemo(
    () => (tree && data ? strongestLeaf(tree, trace) : null),
    [tree, data, trace],
  );
  const rows = useMemo(() => (tree ? rowsOf(tree) : []), [tree]);
  const selected = useBuild((state) => state.selected);
  const frame = useRef<HTMLDivElement>(null);
  useKeptFocus(frame, rows);
  if (!tree) return null;
  const active = rows.some(({ key }) => key === selected) ? selected : "";
  return (
    <div
      ref={frame}
      role="tree"
      aria-label="Parts of the expression"
      className="outline"
      onFocus={(event: FocusEvent<HTMLElement>) => {
        const row = event.target.closest<HTMLElement>("[data-key]");
        if (row?.dataset.key !== undefined) selectRow(row.dataset.key);
      }}
    >
      {rows.map((row) => (
        <OutlineLine
          key={row.key}
          tree={tree}
          rows={rows}
          row={row}
          positions={trace(row.key)}
          missing={missing.find(({ key }) => key === row.key)}
          isStrongest={strongest === row.key}
          isActive={row.key === active}
        />
      ))}
    </div>
  );
}

/** When the row that had the focus is gone, as after undo, the focus goes to the one selected now. */
function useKeptFocus(frame: RefObject<HTMLDivElement | null>, rows: readonly OutlineRow[]): void {
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

interface OutlineLineProps {
  readonly tree: Expression;
  readonly rows: readonly OutlineRow[];
  readonly row: OutlineRow;
  readonly positions: readonly number[] | undefined;
  readonly missing: Missing | undefined;
  readonly isStrongest: boolean;
  /** Takes part in the Tab order. */
  readonly isActive: boolean;
}

/** One part: its picture, operator or name, cells and buttons. */
function OutlineLine(props: OutlineLineProps) {
  const { tree, rows, row, positions, missing, isActive } = props;
  const { key, node, path, role } = row;
  const element = useRef<HTMLDivElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { spans } = useSubjectTree();
  const drag = useRowDrag(row, positions);
  useFocusTurn(element, isActive);
  const mark = useBuild((state) => dropMark(state.dropTarget, row));
  const light = (isOn: boolean) =>
    hoverTerm(isOn && positions ? { name: `part ${key} ${shortName(node)}`, positions } : null);
  const edit = () => selectInLine(spans.get(key));
  return (
    <>
      {role === "minus" && row.place === 2 && (
        <div className="outline-minus row muted strong" role="none" style={indent(path.length)}>
          minus
        </div>
      )}
      <div
        ref={element}
        role="treeitem"
        className="outline-row row"
        data-key={key}
        data-missing={missing !== undefined || undefined}
        data-drop={mark ?? undefined}
        aria-level={path.length + 1}
        aria-posinset={row.place}
        aria-setsize={row.siblings}
        aria-selected={isActive}
        aria-label={spokenName(row, missing ? "not found" : positions?.length)}
        tabIndex={isActive ? 0 : -1}
        style={indent(path.length)}
        draggable
        {...drag}
        onPointerEnter={() => light(true)}
        onPointerLeave={() => light(false)}
        onFocus={() => light(true)}
        onBlur={() => light(false)}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget) return;
          pressOnRow(event, { tree, rows, row, edit, openMenu: () => setMenuOpen(true) });
        }}
        onDoubleClick={edit}
        onContextMenu={(event: MouseEvent) => {
          event.preventDefault();
          setMenuOpen(true);
        }}
      >
        <span className="outline-picture">
          {positions && <Thumbnail positions={positions} size={24} />}
        </span>
        {isOperation(node) && <OperatorChoice row={row} tree={tree} />}
        <Name {...props} />
        {missing && (
          <span className="outline-missing fixed fine">
            <CircleAlert size={13} aria-hidden="true" />
            {missing.kind === "no-words" ? "no known word" : "not found"}
          </span>
        )}
        <span className="outline-size figures fixed fine nowrap">
          {positions && formatCount(positions.length)}
        </span>
        {row.parent && <Shortcuts row={row} tree={tree} />}
        <AriaButton
          className="icon-button small fixed"
          aria-label={`Remove ${shortName(node)}`}
          excludeFromTabOrder
          onPress={() => commitEdit(remove(tree, path))}
        >
          <X size={14} aria-hidden="true" />
        </AriaButton>
        <RowMenu row={row} tree={tree} edit={edit} isOpen={isMenuOpen} onOpen={setMenuOpen} />
      </div>
    </>
  );
}

/** Seen while the pointer or the focus is on the row. */
function Shortcuts({ row: { path, node, siblings }, tree }: OperatorChoiceProps) {
  const name = shortName(node);
  return (
    <span className="outline-shortcuts row gap-0 fixed">
      <AriaButton
        className="icon-button small fixed"
        aria-label={`Keep only ${name}`}
        excludeFromTabOrder
        onPress={() => commitEdit(alone(tree, path))}
      >
        <Crosshair size={14} aria-hidden="true" />
      </AriaButton>
      {siblings > 2 && (
        <AriaButton
          className="icon-button small fixed"
          aria-label={`Group ${name} with its neighbour`}
          excludeFromTabOrder
          onPress={() => groupRow(tree, path)}
        >
          <Group size={14} aria-hidden="true" />
        </AriaButton>
      )}
    </span>
  );
}

const STEP = 16;

const indent = (depth: number) => ({ "--indent": `${depth * STEP}px` }) as CSSProperties;

function Name({ row, isStrongest }: OutlineLineProps) {
  const { node, role } = row;
  if (isOperation(node))
    return (
      <span className="outline-name muted clip grow">
        {node.operands.length === 1
          ? "one part, as it is"
          : keepsOf(node.kind, node.operands.length)}
        <Thinned row={row} />
      </span>
    );
  return (
    <span
      className="outline-name outline-leaf clip grow row on-baseline gap-0"
      title={`${shortName(node)} · Enter edits it in the line, drag moves it`}
    >
      <bdi>{shortName(node)}</bdi>
      {node.kind === "term" && node.language === undefined && <UsedForm term={node.term} />}
      {node.kind === "text" && <WordsUsed row={row} />}
      {role === "base" && !isStrongest && <span className="outline-tag fixed muted">base</span>}
      {isStrongest && (
        <span className="outline-tag fixed muted" title="Without it the result would change most">
          strongest
        </span>
      )}
      <Thinned row={row} />
    </span>
  );
}

function Thinned({ row: { node, path } }: { readonly row: OutlineRow }) {
  if (node.sparsity === undefined || path.length === 0) return null;
  return (
    <span className="outline-tag fixed muted" title="Thinned to this share of the map">
      ≤ {formatShare(node.sparsity)}
    </span>
  );
}

/** How many words of a text have a fingerprint. */
function WordsUsed({ row }: { readonly row: OutlineRow }) {
  const { texts } = useEvaluatedSubject();
  const { prepared } = useSubjectTree();
  const place = prepared?.places.get(row.key);
  const found = texts?.find(({ path }) => path === place);
  if (!found || found.used === found.words) return null;
  const unknown = found.unknownWords.slice(0, 12).join(", ");
  return (
    <span className="outline-tag fixed muted" title={unknown && `Unknown: ${unknown}`}>
      {formatCount(found.used)} of {formatCount(found.words)} words
    </span>
  );
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
  return <span className="outline-tag fixed muted">using {data.term}</span>;
}

interface OperatorChoiceProps {
  readonly row: OutlineRow;
  readonly tree: Expression;
}

/** The operator on its card; pressing it offers the others, with what each keeps. */
function OperatorChoice({ row: { key, path, node }, tree }: OperatorChoiceProps) {
  const isOpen = useBuild((state) => state.choosing === key);
  if (!isOperation(node)) return null;
  const { word } = OPERATOR_WORDS[node.kind];
  return (
    <MenuTrigger
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) focusRow(useBuild.getState().chosenFor ?? key);
        useBuild.setState({ choosing: open ? key : null, chosenFor: null });
      }}
    >
      <AriaButton
        className="outline-operator fixed fine strong"
        aria-label={`Operator ${word}; choose another`}
        excludeFromTabOrder
      >
        {word}
      </AriaButton>
      <ActionMenu
        label="Operator"
        groups={[
          {
            entries: OPERATORS.map((operator, index) => ({
              id: operator,
              label: OPERATOR_WORDS[operator].word,
              hint: meaningOf(operator, node.operands.length),
              keys: `${index + 1}`,
              isChosen: operator === node.kind,
              run: () => commitEdit(changeOperator(tree, path, operator)),
            })),
          },
        ]}
      />
    </MenuTrigger>
  );
}

const GROUPS: readonly (readonly [RowCommand["group"], string])[] = [
  ["part", ""],
  ["operator", "Operator"],
  ["place", "Place"],
];

interface RowMenuProps extends OperatorChoiceProps {
  readonly edit: () => void;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Closed, it is its button alone, which an edit of the tree leaves as it is. */
const looksAsBefore = (before: RowMenuProps, now: RowMenuProps): boolean =>
  !before.isOpen && !now.isOpen && shortName(before.row.node) === shortName(now.row.node);

/** Everything that can be done with the part, with its keys. */
const RowMenu = memo(({ row, tree, edit, isOpen, onOpen }: RowMenuProps) => {
  const trace = useTrace();
  const context = { tree, row, edit };
  const commands = isOpen ? [...commandsFor(context), ...consensusCommands(context, trace)] : [];
  const label = `Actions for ${shortName(row.node)}`;
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpen}>
      <AriaButton className="icon-button small fixed" aria-label={label} excludeFromTabOrder>
        <Ellipsis size={14} aria-hidden="true" />
      </AriaButton>
      <ActionMenu
        label={label}
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

/** The last wish to focus a row that was granted; rows come and go, so it is not kept in one. */
let answered = 0;

/** Takes the focus when the keyboard was sent here. */
function useFocusTurn(element: RefObject<HTMLDivElement | null>, isActive: boolean): void {
  const turn = useBuild((state) => state.focusTurn);
  useEffect(() => {
    if (!isActive || turn === answered) return;
    answered = turn;
    element.current?.focus();
  }, [turn, isActive, element]);
}

/** How the row shows that something would land here. */
function dropMark(target: DropTarget | null, row: OutlineRow) {
  if (target === null) return null;
  if ("onto" in target) return target.onto.join(".") === row.key ? "onto" : null;
  const parent = target.parent.join(".");
  if (parent === row.key && isOperation(row.node) && target.index === 0) return "first";
  if (row.path.length === 0 || parent !== row.path.slice(0, -1).join(".")) return null;
  if (target.index === row.place - 1) return "before";
  return target.index === row.place && row.place === row.siblings ? "after" : null;
}
