import { Button as AriaButton } from "react-aria-components";
import { OPERATORS, type Operation } from "../../../../core/expression/ast.ts";
import type { Draft } from "../../../../core/expression/draft.ts";
import { ActionMenu, MenuTrigger } from "../../../components/controls/menu.tsx";
import { useRetina } from "../../../state/retina.ts";
import { focusRow, useBuild } from "../build-ui.ts";
import { commitEdit } from "../edit-subject.ts";
import { changeOperator } from "../model/edit.ts";
import { meaningOf, OPERATOR_WORDS } from "../model/short-name.ts";
import type { TreeRow } from "../model/tree-rows.ts";

interface OperatorChoiceProps {
  readonly row: TreeRow;
  readonly tree: Draft;
  readonly operation: Operation;
}

/** The operator on its card; pressing it offers the others, with what each keeps. */
export function OperatorChoice({ row, tree, operation }: OperatorChoiceProps) {
  const isOpen = useBuild((state) => state.choosing === row.id);
  const retina = useRetina()?.name;
  const { word } = OPERATOR_WORDS[operation.kind];
  return (
    <MenuTrigger
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) focusRow(useBuild.getState().chosenFor ?? row.id);
        useBuild.setState({ choosing: open ? row.id : null, chosenFor: null });
      }}
    >
      <AriaButton
        className="tree-operator fixed fine strong"
        data-operator={operation.kind}
        aria-label={`Operator ${word}; choose another`}
        excludeFromTabOrder
      >
        {word}
      </AriaButton>
      <ActionMenu
        label="Operator"
        groups={[
          {
            entries: OPERATORS.map((operator, index) => ({
              id: operator,
              label: OPERATOR_WORDS[operator].word,
              hint: meaningOf(operator, operation.operands.length),
              keys: `${index + 1}`,
              isChosen: operator === operation.kind,
              run: () => commitEdit(changeOperator(tree, row.id, operator), { retina }),
            })),
          },
        ]}
      />
    </MenuTrigger>
  );
}

/** With which operator the next part joins. */
export function OperatorPicker() {
  const operator = useBuild((state) => state.operator);
  return (
    <fieldset className="row gap-half">
      <legend className="visually-hidden">Operator of the next part</legend>
      {OPERATORS.map((each) => (
        <label key={each} className="choice-option" title={meaningOf(each, 2)}>
          <input
            type="radio"
            name="next operator"
            checked={each === operator}
            onChange={() => useBuild.setState({ operator: each })}
          />
          <span>{OPERATOR_WORDS[each].word}</span>
        </label>
      ))}
    </fieldset>
  );
}
