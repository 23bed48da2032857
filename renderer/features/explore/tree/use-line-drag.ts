import type { DragEvent } from "react";
import { useContext, useRef } from "react";
import { isOperation } from "../../../../core/expression/ast.ts";
import {
  type Draft,
  isBelow,
  type NodeId,
  nodeWith,
  parentOf,
} from "../../../../core/expression/draft.ts";
import { parseJson } from "../../../../core/expression/parse-json.ts";
import type { RetinaStamp } from "../../../../core/workspace/cells.ts";
import {
  carriesFingerprint,
  putFingerprint,
  takeFingerprint,
} from "../../../components/sharing/drag-payload.ts";
import { makeFingerprint } from "../../../model/fingerprint.ts";
import { useRetina } from "../../../state/retina.ts";
import { useBuild } from "../build-ui.ts";
import { commitEdit, currentTree, foldNode } from "../edit-subject.ts";
import { nameOfRow } from "../model/short-name.ts";
import type { TreeRow } from "../model/tree-rows.ts";
import { type Carried, type DropTarget, dropOn, sameTarget, targetAt } from "../model/tree-rows.ts";
import { TreeContext } from "./tree-context.ts";

/** The node of this tree that is being dragged; the drag's own data cannot be read while it hovers. */
let dragged: NodeId | null = null;

const OPENS_AFTER_MS = 500;

/** Handlers that make a line draggable, and a place to drop on. */
export function useLineDrag(row: TreeRow, tree: Draft, positions: readonly number[] | undefined) {
  const retina = useRetina();
  const { sentPart } = useContext(TreeContext);
  const opening = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stopOpening = () => {
    clearTimeout(opening.current);
    opening.current = undefined;
  };
  return {
    onDragStart(event: DragEvent) {
      event.stopPropagation();
      dragged = row.id;
      const source = sentPart(row.id);
      if (retina && positions && source)
        putFingerprint(
          event.dataTransfer,
          makeFingerprint({ label: nameOfRow(row), source, positions, retina }),
        );
      else event.dataTransfer.setData("text/plain", nameOfRow(row));
      event.dataTransfer.effectAllowed = "copyMove";
    },
    onDragEnd() {
      dragged = null;
      stopOpening();
      useBuild.setState({ dropTarget: null });
    },
    onDragOver(event: DragEvent) {
      if (!isWanted(event.dataTransfer)) return;
      const target = targetAt(row, fractionOf(event));
      if (row.isFolded)
        opening.current ??= setTimeout(() => foldNode(row.id, false), OPENS_AFTER_MS);
      const isRefused = dragged !== null && isOwnInside(currentTree() ?? tree, dragged, target);
      event.stopPropagation();
      event.preventDefault();
      event.dataTransfer.dropEffect = isRefused
        ? "none"
        : dragged && !event.altKey
          ? "move"
          : "copy";
      showTarget(isRefused ? null : target);
    },
    onDragLeave: stopOpening,
    onDrop(event: DragEvent) {
      stopOpening();
      const target = targetAt(row, fractionOf(event));
      event.preventDefault();
      event.stopPropagation();
      useBuild.setState({ dropTarget: null });
      drop(event, target, retina);
    },
  };

  function drop(event: DragEvent, target: DropTarget, stamp: RetinaStamp | null): void {
    const carried = carriedBy(event.dataTransfer, stamp);
    dragged = null;
    if (carried === null) return;
    if (typeof carried === "string") {
      useBuild.setState({ refusal: carried });
      return;
    }
    const now = currentTree() ?? tree;
    const isGroup = event.ctrlKey || event.metaKey;
    const { operator } = useBuild.getState();
    const label = "label" in carried ? { note: { label: carried.label } } : {};
    const options = { isCopy: event.altKey, isGroup, operator };
    const isMade = commitEdit(dropOn(now, carried, target, options), {
      retina: stamp?.name,
      flashes: true,
      ...label,
    });
    const hit = target.kind === "onto" ? nodeWith(now, target.id) : undefined;
    if (isMade && hit) afterDropOnto(hit, target, isGroup);
  }
}

/** A drop on a leaf made a group: its operator can be chosen at once. */
function afterDropOnto(hit: Draft, target: DropTarget, isGroup: boolean): void {
  if (target.kind !== "onto" || (isOperation(hit) && !isGroup)) return;
  const { selected } = useBuild.getState();
  const tree = currentTree();
  const group = tree && parentOf(tree, selected);
  if (group) useBuild.setState({ choosing: group.id, chosenFor: selected });
}

/** What a drag brings: a node of this tree, an expression from elsewhere, a sentence when it cannot be used. */
export function carriedBy(
  transfer: DataTransfer,
  retina: RetinaStamp | null,
): Carried | (Carried & { readonly label: string }) | string | null {
  if (dragged) return { from: dragged };
  const fingerprint = takeFingerprint(transfer);
  if (!fingerprint) return null;
  if (retina && fingerprint.retina.name !== retina.name && "positions" in fingerprint.source)
    return `“${fingerprint.label}” is a list of cells of ${fingerprint.retina.name}; they mean something else in ${retina.name}.`;
  try {
    const node = parseJson(fingerprint.source, "application");
    return node.kind === "positions" ? { node, label: fingerprint.label } : { node };
  } catch {
    return `“${fingerprint.label}” holds no expression that can be read.`;
  }
}

export const isWanted = (transfer: DataTransfer): boolean =>
  dragged !== null || carriesFingerprint(transfer);

const isOwnInside = (tree: Draft, from: NodeId, target: DropTarget): boolean =>
  isBelow(tree, target.kind === "onto" ? target.id : target.parent, from);

function fractionOf(event: DragEvent): number {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return height === 0 ? 0.5 : (event.clientY - top) / height;
}

function showTarget(target: DropTarget | null): void {
  if (!sameTarget(useBuild.getState().dropTarget, target))
    useBuild.setState({ dropTarget: target });
}
