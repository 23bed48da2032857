import { additionToWhole, addParts } from "../../../model/builder/add-parts.ts";
import { OPERATOR_WORDS } from "../../../model/builder/operators.ts";
import { withoutRepeats } from "../../../model/builder/repeats.ts";
import { shortName } from "../../../model/builder/short-name.ts";
import { useBuild } from "../../../state/builder/build-ui.ts";
import { commitEdit } from "../../../state/builder/edit-subject.ts";
import { useRetina } from "../../../state/retina.ts";
import { useSubjectTree } from "../../../state/use-subject.ts";
import { OperatorPicker } from "./operator-picker.tsx";
import { PartInput } from "./part-input.tsx";

/** Under the tree: adds a part to the whole. */
export function AddBar() {
  const { tree } = useSubjectTree();
  const operator = useBuild((state) => state.operator);
  const retina = useRetina()?.name;
  return (
    <section className="add-bar" aria-label="Add a part" data-type-here>
      {tree && <OperatorPicker />}
      <PartInput
        label={tree ? `Add a part with ${OPERATOR_WORDS[operator].word}` : "First word or text"}
        placeholder={tree ? "Add a word" : "Type a word, e.g. jaguar"}
        autoFocus={tree === undefined}
        onParts={(parts, name) => {
          const added = withoutRepeats(tree, parts, operator);
          const result =
            added.length === 0 && parts[0]
              ? {
                  refused: `“${shortName(parts[0])}” is already in it; adding it again changes nothing.`,
                }
              : addParts(tree, added, additionToWhole(tree, operator));
          commitEdit(result, {
            retina,
            keepsFocus: true,
            ...(name ? { note: { label: name } } : {}),
          });
        }}
      />
    </section>
  );
}
