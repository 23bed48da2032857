import { type NodeId, nodeWith, parentOf } from "../../../../core/expression/draft.ts";
import { describeTarget, dropOn, targetsFor } from "../../../model/builder/drop-targets.ts";
import { shortName } from "../../../model/builder/short-name.ts";
import { rowsOf } from "../../../model/builder/tree-rows.ts";
import { notesOf } from "../../../model/expression-tree.ts";
import { announce } from "../../../state/announcer.ts";
import { focusRow, useBuild } from "../../../state/builder/build-ui.ts";
import { commitEdit, currentTree } from "../../../state/builder/edit-subject.ts";
import { subject } from "../../../state/subject.ts";

/** Starts to move a node by keys: arrows choose the place, Space or Enter drops, Escape cancels. */
export function pickUp(from: NodeId): void {
  const tree = currentTree();
  const node = tree && nodeWith(tree, from);
  if (!tree || !node) return;
  const targets = targetsFor(rowsOf(tree, notesOf(subject.read())), { from });
  const parent = parentOf(tree, from);
  const place = parent?.operands.findIndex(({ id }) => id === from);
  const own = targets.findIndex(
    (target) => target.kind === "gap" && target.parent === parent?.id && target.index === place,
  );
  const index = Math.max(0, own);
  useBuild.setState({ picked: { from, targets, index }, dropTarget: targets[index] ?? null });
  announce(`Picked up ${shortName(node)}. Arrow keys choose a place, Space drops, Escape cancels.`);
}

/** Chooses the next or previous place and says which. */
export function stepPicked(by: 1 | -1): void {
  const { picked } = useBuild.getState();
  const tree = currentTree();
  if (!picked || !tree) return;
  const index = Math.min(picked.targets.length - 1, Math.max(0, picked.index + by));
  const target = picked.targets[index] ?? null;
  useBuild.setState({ picked: { ...picked, index }, dropTarget: target });
  if (target) announce(`${describeTarget(tree, target)}, ${index + 1} of ${picked.targets.length}`);
}

export function dropPicked(options: { isCopy?: boolean; isGroup?: boolean }): void {
  const { picked, operator } = useBuild.getState();
  const tree = currentTree();
  const target = picked?.targets[picked.index];
  if (!picked || !tree || !target) return;
  const node = nodeWith(tree, picked.from);
  const where = describeTarget(tree, target);
  useBuild.setState({ picked: null, dropTarget: null });
  const isMade = commitEdit(dropOn(tree, { from: picked.from }, target, { ...options, operator }), {
    flashes: true,
  });
  if (isMade && node) announce(`Moved ${shortName(node)} ${where}`);
  else focusRow(picked.from);
}

export function cancelPicked(): void {
  const { picked } = useBuild.getState();
  if (!picked) return;
  useBuild.setState({ picked: null, dropTarget: null });
  announce("Not moved");
  focusRow(picked.from);
}
