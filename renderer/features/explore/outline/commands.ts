import {
  type Expression,
  isOperation,
  type NodePath,
  OPERATORS,
} from "../../../../core/expression/ast.ts";
import { useBuild } from "../build-ui.ts";
import { commitEdit } from "../edit-subject.ts";
import { consensusOf, countsIn, type PositionsAt } from "../model/consensus.ts";
import {
  alone,
  changeOperator,
  drop,
  type EditResult,
  group,
  makeFirst,
  moveBy,
  remove,
  replace,
  ungroup,
} from "../model/edit.ts";
import type { OutlineRow } from "../model/outline-rows.ts";
import { OPERATOR_WORDS } from "../model/short-name.ts";

/** Something that can be done with a part, by key and by menu alike. */
export interface RowCommand {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly group: "part" | "place" | "operator";
  readonly disabledBecause?: string | null;
  readonly isChosen?: boolean;
  readonly run: () => void;
}

export interface RowContext {
  readonly tree: Expression;
  readonly row: OutlineRow;
  /** Selects the part in the line. */
  readonly edit: () => void;
}

/** All that can be done with a part now. What cannot, says why. */
export function commandsFor({ tree, row, edit }: RowContext): RowCommand[] {
  const { path, key, node, parent, place, siblings } = row;
  const isOperator = isOperation(node);
  const commit = (result: EditResult) => () => void commitEdit(result);
  const outermost = parent ? null : "It is the outermost part";
  const before = parent?.operands[place - 2];
  const above = path.slice(0, -1);
  const own: RowCommand[] = [
    { id: "edit", label: "Edit in the line", keys: "Enter,F2", group: "part", run: edit },
    {
      id: "alone",
      label: "Keep only this part",
      keys: "a",
      group: "part",
      disabledBecause: outermost,
      run: commit(alone(tree, path)),
    },
    {
      id: "group",
      label: place === 1 ? "Group with the next part" : "Group with the part before it",
      keys: "g",
      group: "part",
      disabledBecause: outermost ?? (siblings < 3 ? "These two are a group already" : null),
      run: () => groupRow(tree, path),
    },
    {
      id: "ungroup",
      label: "Ungroup",
      keys: "u",
      group: "part",
      disabledBecause: outermost ?? (isOperator ? null : "Only a group can be ungrouped"),
      run: commit(ungroup(tree, path)),
    },
    {
      id: "remove",
      label: "Remove",
      keys: "Delete,Backspace",
      group: "part",
      run: commit(remove(tree, path)),
    },
  ];
  const places: readonly (readonly [string, string, string, string | null, () => EditResult])[] = [
    [
      "up",
      "Move up",
      "Alt+ArrowUp",
      place === 1 ? "It is the first" : null,
      () => moveBy(tree, path, -1),
    ],
    [
      "down",
      "Move down",
      "Alt+ArrowDown",
      place === siblings ? "It is the last" : null,
      () => moveBy(tree, path, 1),
    ],
    [
      "in",
      "Move into the group before it",
      "Alt+ArrowRight",
      before && isOperation(before) ? null : "There is no group just before it",
      () => drop(tree, { from: path }, { onto: [...above, place - 2] }),
    ],
    [
      "out",
      "Move out of its group",
      "Alt+ArrowLeft",
      path.length > 1 ? null : "It is at the outermost level",
      () =>
        drop(tree, { from: path }, { parent: above.slice(0, -1), index: (above.at(-1) ?? 0) + 1 }),
    ],
    [
      "base",
      parent?.kind === "sub" ? "Make it the base" : "Swap with the first",
      "s",
      siblings > 1 ? null : "It is the only part",
      () => makeFirst(tree, path),
    ],
  ];
  const operation = isOperator ? node : parent;
  return [
    ...own,
    ...places.map(([id, label, keys, reason, edited]) => ({
      id,
      label,
      keys,
      group: "place" as const,
      disabledBecause: outermost ?? reason,
      run: () => void commitEdit(edited()),
    })),
    ...OPERATORS.map((operator, index) => ({
      id: `${operator} ${key}`,
      label: `${OPERATOR_WORDS[operator].word}: ${OPERATOR_WORDS[operator].meaning.toLowerCase()}`,
      keys: `${index + 1}`,
      group: "operator" as const,
      isChosen: operation?.kind === operator,
      disabledBecause: operation ? null : "There is no operator yet",
      run: commit(changeOperator(tree, path, operator)),
    })),
  ];
}

/** Groups a part and offers the operators of the group. */
export function groupRow(tree: Expression, path: NodePath): void {
  if (commitEdit(group(tree, path, "or")))
    useBuild.setState(({ selected }) => ({ choosing: selected }));
}

/** From two parts to all but one; of many parts only the lowest, the middle and the highest. */
const MOST_CHOICES = 3;

function choicesOf(parts: number): readonly number[] {
  const all = Array.from({ length: Math.max(0, parts - 2) }, (_, index) => index + 2);
  return all.length <= MOST_CHOICES ? all : [2, Math.ceil(parts / 2), parts - 1];
}

/** “In at least so many of these”, for an operator of three parts and more. */
export function consensusCommands(
  { tree, row: { path, node } }: RowContext,
  positionsAt: PositionsAt,
): RowCommand[] {
  if (!isOperation(node) || node.kind === "sub" || node.operands.length < 3) return [];
  const parts = node.operands.length;
  const counts = countsIn(node, path, positionsAt);
  return choicesOf(parts).map((least) => {
    const made = consensusOf(node, least, counts);
    return {
      id: `at-least-${least}`,
      label: `at least ${least} of ${parts}: cells that ${least} or more parts have`,
      group: "operator",
      disabledBecause: made ? null : "No cell is in so many of them",
      run: () => {
        if (!made) return;
        commitEdit(replace(tree, path, made), {
          label: `Change ${node.kind} to at least ${least} of ${parts}`,
        });
      },
    };
  });
}
