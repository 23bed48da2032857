import type { DragEvent } from "react";
import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import { type Expression, isOperation, type NodePath } from "../../../../core/expression/ast.ts";
import { parseJson } from "../../../../core/expression/parse-json.ts";
import { printContract } from "../../../../core/expression/print-json.ts";
import { nodeAt, pathKey, pathOf, walk } from "../../../../core/expression/walk.ts";
import type { RetinaStamp } from "../../../../core/workspace/cells.ts";
import {
  carriesFingerprint,
  putFingerprint,
  takeFingerprint,
} from "../../../components/sharing/drag-payload.ts";
import { makeFingerprint } from "../../../model/fingerprint.ts";
import { useRetina } from "../../../state/retina.ts";
import { useBuild } from "../build-ui.ts";
import { commitEdit, currentTree, refuse } from "../edit-subject.ts";
import { type Carried, type DropTarget, drop, isWithin } from "../model/edit.ts";
import { type OutlineRow, targetAt } from "../model/outline-rows.ts";
import { shortName } from "../model/short-name.ts";
import { useTrace } from "../use-trace.ts";

/** The part of this line that is being dragged; the drag's own data cannot be read while it hovers. */
let dragged: NodePath | null = null;

/** Handlers that make a row draggable, and a place to drop on. */
export function useRowDrag(row: OutlineRow, positions: readonly number[] | undefined) {
  const retina = useRetina();
  const trace = useTrace();
  return {
    onDragStart(event: DragEvent) {
      event.stopPropagation();
      dragged = row.path;
      const label = shortName(row.node);
      const source = contractOf(row, trace);
      if (retina && positions && source)
        putFingerprint(event.dataTransfer, makeFingerprint({ label, source, positions, retina }));
      else event.dataTransfer.setData("text/plain", label);
      event.dataTransfer.effectAllowed = "copyMove";
    },
    onDragEnd() {
      dragged = null;
      useBuild.setState({ dropTarget: null });
    },
    onDragOver(event: DragEvent) {
      if (!isWanted(event.dataTransfer)) return;
      const target = targetAt(row, fractionOf(event));
      const isRefused =
        dragged !== null && isWithin("onto" in target ? target.onto : target.parent, dragged);
      event.stopPropagation();
      event.preventDefault();
      event.dataTransfer.dropEffect = isRefused ? "none" : dragged ? "move" : "copy";
      showTarget(isRefused ? null : target);
    },
    onDrop(event: DragEvent) {
      const target = targetAt(row, fractionOf(event));
      event.preventDefault();
      event.stopPropagation();
      useBuild.setState({ dropTarget: null });
      const carried = carriedBy(event.dataTransfer, retina);
      dragged = null;
      const tree = currentTree();
      if (carried === null || tree === undefined) return;
      if (typeof carried === "string") refuse(carried);
      else if (commitEdit(drop(tree, carried, target)) && "onto" in target)
        afterDropOnto(nodeAt(tree, target.onto));
    },
  };
}

/** A drop on a leaf made a group: its operator can be chosen at once. */
function afterDropOnto(hit: Expression | undefined): void {
  if (hit === undefined || isOperation(hit)) return;
  const { selected } = useBuild.getState();
  useBuild.setState({ choosing: pathKey(pathOf(selected).slice(0, -1)), chosenFor: selected });
}

/** A part as the service takes it; what it has no form for is written as positions. Null where that is not known. */
function contractOf(
  { node, path }: OutlineRow,
  trace: (key: string) => readonly number[] | undefined,
): ExpressionJson | null {
  const keys = new Map(
    [...walk(node)].map((each) => [each.node, pathKey([...path, ...each.path])]),
  );
  try {
    return printContract(node, (part) => {
      const positions = trace(keys.get(part) ?? "nowhere");
      return positions && Uint16Array.from(positions);
    }).expression as ExpressionJson;
  } catch {
    return null;
  }
}

/** What a drag brings: a part of this line, an expression from elsewhere, a sentence when it cannot be used. */
export function carriedBy(
  transfer: DataTransfer,
  retina: RetinaStamp | null,
): Carried | string | null {
  if (dragged) return { from: dragged };
  const fingerprint = takeFingerprint(transfer);
  if (!fingerprint) return null;
  const { label, source } = fingerprint;
  if (retina && fingerprint.retina.name !== retina.name && "positions" in source)
    return `“${label}” is a list of cells of ${fingerprint.retina.name}; they mean something else in ${retina.name}.`;
  try {
    const node = parseJson(source, "application");
    return { node: node.kind === "positions" ? { ...node, name: label } : node };
  } catch {
    return `“${label}” contains no readable expression.`;
  }
}

export const isWanted = (transfer: DataTransfer): boolean =>
  dragged !== null || carriesFingerprint(transfer);

function fractionOf(event: DragEvent): number {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return height === 0 ? 0.5 : (event.clientY - top) / height;
}

function showTarget(target: DropTarget | null): void {
  if (JSON.stringify(useBuild.getState().dropTarget) !== JSON.stringify(target))
    useBuild.setState({ dropTarget: target });
}
