import { isOperation, OPERATORS, type Operator } from "../../../../core/expression/ast.ts";
import type { Draft, NodeId } from "../../../../core/expression/draft.ts";
import { startAdding, startEditing, startRenaming, useBuild } from "../build-ui.ts";
import { commitEdit, commitNote, foldNode } from "../edit-subject.ts";
import { consensusOf, type Known } from "../model/consensus.ts";
import {
  changeOperator,
  duplicate,
  moveDown,
  moveIn,
  moveOut,
  moveUp,
  remove,
  replace,
  setSparsity,
  swapBase,
  unwrap,
  wrap,
} from "../model/edit.ts";
import { OPERATOR_WORDS, shortName } from "../model/short-name.ts";
import type { TreeRow } from "../model/tree-rows.ts";
import type { EditResult } from "../model/working-tree.ts";

/** Something that can be done with a node, by key and by menu alike. */
export interface NodeCommand {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly group: "edit" | "place" | "shape" | "operator" | "result";
  readonly disabledBecause?: string | null;
  readonly isChosen?: boolean;
  readonly run: () => void;
}

export interface NodeContext {
  readonly tree: Draft;
  readonly row: TreeRow;
  readonly retina: string;
}

/** All that can be done with a node now. What cannot, says why. */
export function commandsFor(context: NodeContext): NodeCommand[] {
  return [
    ...editCommands(context),
    ...placeCommands(context),
    ...shapeCommands(context),
    ...operatorCommands(context),
    ...resultCommands(context),
  ];
}

type Edit = (tree: Draft, id: NodeId) => EditResult;

function editCommands({ row }: NodeContext): NodeCommand[] {
  const { id, node } = row;
  const isOperator = isOperation(node);
  const group = "edit";
  return [
    {
      id: "edit",
      label: isOperator ? "Choose the operator" : "Edit",
      keys: "Enter",
      group,
      run: () => (isOperator ? useBuild.setState({ choosing: id }) : startEditing(node)),
    },
    {
      id: "rename",
      label: "Name this part",
      keys: "F2",
      group,
      run: () => startRenaming(id),
    },
    {
      id: "add-beside",
      label: "Add a part after it",
      keys: "Insert",
      group,
      run: () => startAdding({ place: "beside", id }),
    },
    {
      id: "add-inside",
      label: isOperator ? "Add a part inside" : "Add a part to it, as a group",
      keys: "Shift+Insert",
      group,
      run: () => startAdding({ place: "inside", id }),
    },
  ];
}

function placeCommands({ tree, row, retina }: NodeContext): NodeCommand[] {
  const { id, path, parent, place, siblings } = row;
  const outermost = parent ? null : "It is the outermost part";
  const make = (name: string, label: string, keys: string, edit: Edit, reason: string | null) => ({
    id: name,
    label,
    keys,
    group: "place" as const,
    disabledBecause: outermost ?? reason,
    run: () => void commitEdit(edit(tree, id), { retina, flashes: true }),
  });
  const before = parent?.operands[place - 2];
  return [
    make("up", "Move up", "Alt+ArrowUp", moveUp, place === 1 ? "It is the first" : null),
    make(
      "down",
      "Move down",
      "Alt+ArrowDown",
      moveDown,
      place === siblings ? "It is the last" : null,
    ),
    make(
      "in",
      "Move into the operator before it",
      "Alt+ArrowRight",
      moveIn,
      before && isOperation(before) ? null : "There is no operator just before it",
    ),
    make(
      "out",
      "Move out of its operator",
      "Alt+ArrowLeft",
      moveOut,
      path.length > 1 ? null : "It is at the outermost level",
    ),
    make(
      "base",
      parent?.kind === "sub" ? "Make it the base" : "Swap with the first",
      "s",
      swapBase,
      siblings > 1 ? null : "It is the only part",
    ),
  ];
}

function shapeCommands({ tree, row, retina }: NodeContext): NodeCommand[] {
  const { id, node, note } = row;
  const group = "shape";
  const isOperator = isOperation(node);
  const commit = (edit: Edit) => () => void commitEdit(edit(tree, id), { retina });
  const name = shortName(node);
  return [
    {
      id: "wrap",
      label: "Wrap in an operator",
      keys: "w",
      group,
      run: () => {
        const isMade = commitEdit(wrap(tree, id, useBuild.getState().operator), { retina });
        if (isMade) useBuild.setState(({ selected }) => ({ choosing: selected }));
      },
    },
    {
      id: "unwrap",
      label: "Unwrap",
      keys: "u",
      group,
      disabledBecause: isOperator ? null : "Only an operator can be unwrapped",
      run: commit(unwrap),
    },
    { id: "duplicate", label: "Duplicate", keys: "$mod+d", group, run: commit(duplicate) },
    {
      id: "mute",
      label: note.mute ? "Use again" : "Mute: keep it, leave it out",
      keys: "m",
      group,
      isChosen: note.mute === true,
      run: () =>
        commitNote(id, { mute: !note.mute }, note.mute ? `Use ${name} again` : `Mute ${name}`),
    },
    {
      id: "fold",
      label: row.isFolded ? "Expand" : "Collapse",
      group,
      disabledBecause: isOperator ? null : "Only an operator can be collapsed",
      run: () => foldNode(id, !row.isFolded),
    },
    { id: "remove", label: "Remove", keys: "Delete,Backspace", group, run: commit(remove) },
  ];
}

function operatorCommands({ tree, row, retina }: NodeContext): NodeCommand[] {
  const { id, node, parent } = row;
  const operation = isOperation(node) ? node : parent;
  return OPERATORS.map((operator: Operator, index) => ({
    id: operator,
    label: `${OPERATOR_WORDS[operator].word}: ${OPERATOR_WORDS[operator].meaning.toLowerCase()}`,
    keys: `${index + 1}`,
    group: "operator" as const,
    isChosen: operation?.kind === operator,
    disabledBecause: operation ? null : "There is no operator yet",
    run: () => void commitEdit(changeOperator(tree, id, operator), { retina }),
  }));
}

const THINNINGS = [0.02, 0.06] as const;

function resultCommands({ tree, row, retina }: NodeContext): NodeCommand[] {
  const { id, node } = row;
  return [undefined, ...THINNINGS].map((share) => ({
    id: `thin-${share ?? "off"}`,
    label: share === undefined ? "Keep all its cells" : `Thin it to ${share * 100}% of the map`,
    group: "result" as const,
    isChosen: node.sparsity === share,
    run: () => void commitEdit(setSparsity(tree, id, share), { retina }),
  }));
}

/** From two parts to all but one; of many parts only the lowest, the middle and the highest. */
const MOST_CHOICES = 3;

function choicesOf(parts: number): readonly number[] {
  const all = Array.from({ length: Math.max(0, parts - 2) }, (_, index) => index + 2);
  if (all.length <= MOST_CHOICES) return all;
  return [2, Math.ceil(parts / 2), parts - 1];
}

/** “In at least so many of these”, for an operator of three parts and more. */
export function consensusCommands(
  { tree, row: { id, node }, retina }: NodeContext,
  known: Known,
): NodeCommand[] {
  if (!isOperation(node) || node.kind === "sub" || node.operands.length < 3) return [];
  const parts = node.operands.length;
  const isMuted = node.operands.some((operand) => known.notes.get(operand.id)?.mute);
  return choicesOf(parts).map((least) => {
    const consensus = isMuted ? null : consensusOf(tree, { operation: node, least }, known);
    const reason = isMuted ? "A part is muted" : "No cell is in so many of them";
    const label = `at least ${least} of ${parts}: cells that ${least} or more parts have`;
    return {
      id: `at-least-${least}`,
      label,
      group: "operator",
      disabledBecause: consensus ? null : reason,
      run: () => {
        if (!consensus) return;
        const { notes } = consensus;
        commitEdit(replace(tree, id, consensus.node), {
          retina,
          notesOn: () => notes,
          label: `Change ${node.kind} to at least ${least} of ${parts}`,
        });
      },
    };
  });
}
