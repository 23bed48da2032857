import type { Example, Filter } from "../../model/filters/filter-model.ts";
import { chooseExample } from "../../state/filters/filter-state.ts";

interface ExampleLinkProps {
  readonly filter: Filter;
  readonly example: Example;
}

/** The beginning of an example; pressed, it is chosen among the others of its side. */
export function ExampleLink({ filter, example: { id, text } }: ExampleLinkProps) {
  return (
    <button
      type="button"
      className="clip plain"
      dir="auto"
      title="Show it among the examples"
      onClick={() => chooseExample(filter, id)}
    >
      {text.slice(0, 120)}
    </button>
  );
}
