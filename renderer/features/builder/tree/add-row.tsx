import { isOperation } from "../../../../core/expression/ast.ts";
import type { Draft } from "../../../../core/expression/draft.ts";
import { useRetina } from "../../../state/retina.ts";
import { focusRow, useBuild } from "../build-ui.ts";
import { commitEdit } from "../edit-subject.ts";
import { addParts } from "../editors/add-parts.ts";
import { OperatorPicker } from "../editors/operator-picker.tsx";
import { PartInput } from "../editors/part-input.tsx";
import type { TreeRow } from "./tree-rows.ts";

interface AddRowProps {
  readonly tree: Draft;
  readonly row: TreeRow;
}

/** The slot that opens in the tree where a part is being added. */
export function AddRow({ tree, row }: AddRowProps) {
  const adding = useBuild((state) => state.adding);
  const operator = useBuild((state) => state.operator);
  const retina = useRetina()?.name;
  if (!adding) return null;
  const isGrouping = adding.place === "inside" ? !isOperation(row.node) : row.parent === null;
  return (
    <div
      className="tree-add"
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
          commitEdit(addParts(tree, parts, { ...adding, operator }), {
            retina,
            ...(name ? { note: { label: name } } : {}),
          })
        }
      />
    </div>
  );
}
