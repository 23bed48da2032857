import { OPERATORS } from "../../../../core/expression/ast.ts";
import { useBuild } from "../build-ui.ts";
import { meaningOf, OPERATOR_WORDS } from "../model/operators.ts";

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
