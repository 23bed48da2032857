import { isOperation } from "../../../../core/expression/ast.ts";
import { commitEdit } from "../edit-subject.ts";
import { consensusOf, type Known } from "../model/consensus.ts";
import { replace } from "../model/edit.ts";
import type { NodeCommand, NodeContext } from "./node-commands.ts";

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
