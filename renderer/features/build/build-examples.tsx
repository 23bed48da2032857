import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { Empty } from "../../components/controls/states.tsx";
import { subject } from "../../state/subject.ts";

const EXAMPLES: readonly { title: string; note: string; expression: ExpressionJson }[] = [
  {
    title: "jaguar − car",
    note: "an ambiguous word without one of its senses",
    expression: { sub: [{ term: "jaguar" }, { term: "car" }] },
  },
  {
    title: "music & physics",
    note: "what two subjects have in common",
    expression: { and: [{ term: "music" }, { term: "physics" }] },
  },
  {
    title: "bank & river",
    note: "one sense of a word, kept",
    expression: { and: [{ term: "bank" }, { term: "river" }] },
  },
];

/** What a newcomer can do at once. */
export function BuildExamples() {
  return (
    <Empty title="A word is a set of cells on the map. Try one of these:">
      <ul className="build-examples">
        {EXAMPLES.map(({ title, note, expression }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => subject.edit(`Load ${title}`, (before) => ({ ...before, expression }))}
            >
              <strong>{title}</strong>
              <span className="muted">{note}</span>
            </button>
          </li>
        ))}
      </ul>
    </Empty>
  );
}
