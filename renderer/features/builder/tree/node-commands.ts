import {
  type Expression,
  isOperation,
  OPERATORS,
  type Operator,
} from "../../../../core/expression/ast.ts";
import type { EditResult } from "../../../../core/expression/draft.ts";
import {
  changeOperator,
  duplicate,
  remove,
  setSparsity,
  unwrap,
  wrap,
} from "../../../../core/expression/edit.ts";
import { moveDown, moveIn, moveOut, moveUp, swapBase } from "../../../../core/expression/move.ts";
import { shortName } from "../../../../core/expression/short-name.ts";
import { startAdding, startEditing, startRenaming, useBuild } from "../build-ui.ts";
import { commitEdit, commitNote, foldNode } from "../edit-subject.ts";
import { OPERATOR_WORDS } from "../operators.ts";
import { copyNode, cutNode, pasteNode } from "./node-clipboard.ts";
import { pickUp } from "./pick-up.ts";
import type { TreeRow } from "./tree-rows.ts";

/** Something that can be done with a node, by key and by menu alike. */
export interface NodeCommand {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly group: "edit" | "place" | "shape" | "operator" | "result" | "clipboard";
  readonly disabledBecause?: string | null;
  readonly isChosen?: boolean;
  readonly run: () => void;
}

export interface NodeContext {
  readonly tree: Expression;
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
    ...clipboardCommands(context),
  ];
}

type Edit = (tree: Expression, path: TreeRow["path"]) => EditResult;

function editCommands({ row }: NodeContext): NodeCommand[] {
  const { key, path, node } = row;
  const isOperator = isOperation(node);
  const group = "edit";
  return [
    {
      id: "edit",
      label: isOperator ? "Choose the operator" : "Edit",
      keys: "Enter",
      group,
      run: () => (isOperator ? useBuild.setState({ choosing: key }) : startEditing(key)),
    },
    {
      id: "rename",
      label: "Name this part",
      keys: "F2",
      group,
      run: () => startRenaming(key),
    },
    {
      id: "add-beside",
      label: "Add a part after it",
      keys: "Insert",
      group,
      run: () => startAdding({ place: "beside", path }),
    },
    {
      id: "add-inside",
      label: isOperator ? "Add a part inside" : "Add a part to it, as a group",
      keys: "Shift+Insert",
      group,
      run: () => startAdding({ place: "inside", path }),
    },
  ];
}

function placeCommands({ tree, row, retina }: NodeContext): NodeCommand[] {
  const { path, parent, place, siblings } = row;
  const outermost = parent ? null : "It is the outermost part";
  const make = (id: string, label: string, keys: string, edit: Edit, reason: string | null) => ({
    id,
    label,
    keys,
    group: "place" as const,
    disabledBecause: outermost ?? reason,
    run: () => void commitEdit(edit(tree, path), { retina, flashes: true }),
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
      before && isOperation(before) ? null : "No operator stands just before it",
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
    {
      id: "pick",
      label: "Pick up and move by arrow keys",
      keys: "Space",
      group: "place",
      disabledBecause: outermost,
      run: () => pickUp(path),
    },
  ];
}

function shapeCommands({ tree, row, retina }: NodeContext): NodeCommand[] {
  const { key, path, node, note } = row;
  const group = "shape";
  const isOperator = isOperation(node);
  const commit = (edit: Edit) => () => void commitEdit(edit(tree, path), { retina });
  const name = shortName(node);
  return [
    {
      id: "wrap",
      label: "Wrap in an operator",
      keys: "w",
      group,
      run: () => {
        const isMade = commitEdit(wrap(tree, path, useBuild.getState().operator), { retina });
        if (isMade) useBuild.setState({ choosing: key });
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
        commitNote(key, { mute: !note.mute }, note.mute ? `Use ${name} again` : `Mute ${name}`),
    },
    {
      id: "fold",
      label: row.isFolded ? "Open" : "Fold away",
      group,
      disabledBecause: isOperator ? null : "Only an operator can be folded",
      run: () => foldNode(key, !row.isFolded),
    },
    { id: "remove", label: "Remove", keys: "Delete,Backspace", group, run: commit(remove) },
  ];
}

function operatorCommands({ tree, row, retina }: NodeContext): NodeCommand[] {
  const { path, node, parent } = row;
  const operation = isOperation(node) ? node : parent;
  return OPERATORS.map((operator: Operator, index) => ({
    id: operator,
    label: `${OPERATOR_WORDS[operator].word}: ${OPERATOR_WORDS[operator].meaning.toLowerCase()}`,
    keys: `${index + 1}`,
    group: "operator" as const,
    isChosen: operation?.kind === operator,
    disabledBecause: operation ? null : "There is no operator yet",
    run: () => void commitEdit(changeOperator(tree, path, operator), { retina }),
  }));
}

const THINNINGS = [0.02, 0.06] as const;

function resultCommands({ tree, row, retina }: NodeContext): NodeCommand[] {
  const { path, node } = row;
  return [undefined, ...THINNINGS].map((share) => ({
    id: `thin-${share ?? "off"}`,
    label: share === undefined ? "Keep all its cells" : `Thin it to ${share * 100}% of the map`,
    group: "result" as const,
    isChosen: node.sparsity === share,
    run: () => void commitEdit(setSparsity(tree, path, share), { retina }),
  }));
}

function clipboardCommands({ tree, row, retina }: NodeContext): NodeCommand[] {
  const group = "clipboard";
  const { path } = row;
  return [
    { id: "cut", label: "Cut", keys: "$mod+x", group, run: () => void cutNode(tree, path) },
    {
      id: "copy",
      label: "Copy as JSON",
      keys: "$mod+c",
      group,
      run: () => void copyNode(tree, path),
    },
    {
      id: "paste",
      label: "Paste after it",
      keys: "$mod+v",
      group,
      run: () => void pasteNode(tree, path, retina),
    },
  ];
}
