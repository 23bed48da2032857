import { isOperation } from "../../../../core/expression/ast.ts";
import { useRetina } from "../../../state/retina.ts";
import { focusRow, useBuild } from "../build-ui.ts";
import { commitEdit, currentTree } from "../edit-subject.ts";
import { OperatorPicker } from "../editors/operator-picker.tsx";
import { PartInput } from "../editors/part-input.tsx";
import { addParts } from "../model/add-parts.ts";
import type { TreeRow } from "../model/tree-rows.ts";

interface AddRowProps {
  readonly row: TreeRow;
}

/** The slot that opens in the tree where a part is being added. */
export function AddRow({ row }: AddRowProps) {
  const adding = useBuild((state) => state.adding);
  const operator = useBuild((state) => state.operator);
  const retina = useRetina()?.name;
  if (!adding) return null;
  const isGrouping = adding.place === "inside" ? !isOperation(row.node) : row.parent === null;
  return (
    <div
      className="tree-add stack gap-1"
      role="none"
      style={{ "--indent": `${row.level * 16}px` } as React.CSSProperties}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") focusRow(row.id);
      }}
    >
      {isGrouping && <OperatorPicker />}
      <PartInput
        label={adding.place === "inside" ? "Part to add inside" : "Part to add after it"}
        autoFocus
        onParts={(parts, name) =>
          commitEdit(addParts(currentTree(), parts, { ...adding, operator }), {
            retina,
            ...(name ? { note: { label: name } } : {}),
          })
        }
      />
    </div>
  );
}
