import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import { printJson } from "../../../../core/expression/print-json.ts";
import { openWith } from "../../../state/open-with.ts";
import { useRetina } from "../../../state/retina.ts";
import { useSubjectTree } from "../../../state/use-subject.ts";
import { useBuild } from "../build-ui.ts";
import { commitEdit, currentTree } from "../edit-subject.ts";
import { additionToWhole, addParts } from "../model/add-parts.ts";
import { OPERATOR_WORDS } from "../model/operators.ts";
import { withoutRepeats } from "../model/repeats.ts";
import { shortName } from "../model/short-name.ts";
import { OperatorPicker } from "./operator-picker.tsx";
import { PartInput } from "./part-input.tsx";

/** The one box: what is typed joins what there is, or takes its place as a step of the walk. */
export function AddBar() {
  const { tree } = useSubjectTree();
  const operator = useBuild((state) => state.operator);
  const retina = useRetina()?.name;
  return (
    <section className="stack gap-1" aria-label="Add a part" data-type-here>
      {tree && <OperatorPicker />}
      <PartInput
        label={tree ? `Add a part with ${OPERATOR_WORDS[operator].word}` : "First word or text"}
        {...(tree ? {} : { placeholder: "Word or text, e.g. jaguar - car" })}
        autoFocus={tree === undefined}
        onParts={(parts, name) => {
          // What was typed may be read only after an edit.
          const now = currentTree();
          const added = withoutRepeats(now, parts, operator);
          const result =
            added.length === 0 && parts[0]
              ? {
                  refused: `“${shortName(parts[0])}” is already in it; adding it again changes nothing.`,
                }
              : addParts(now, added, additionToWhole(now, operator));
          commitEdit(result, {
            retina,
            keepsFocus: true,
            ...(name ? { note: { label: name } } : {}),
          });
        }}
        onWhole={(whole) => openWith("explore", [printJson(whole) as ExpressionJson])}
      />
    </section>
  );
}
