import { type FocusEvent, type RefObject, useEffect, useMemo, useRef } from "react";
import { useEvaluatedSubject, useSubjectTree } from "../../../state/use-subject.ts";
import { selectRow, useBuild } from "../build-ui.ts";
import { strongestLeaf } from "../model/influence.ts";
import { type OutlineRow, rowsOf } from "../model/outline-rows.ts";
import { useTrace } from "../use-trace.ts";
import { OutlineLine } from "./outline-row.tsx";
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
