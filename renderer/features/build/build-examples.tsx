import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { parseJson } from "../../../core/expression/parse-json.ts";
import { Empty } from "../../components/controls/states.tsx";
import { useAtlas } from "../../state/atlas.ts";
import { useRetina } from "../../state/retina.ts";
import { commitTree } from "./edit-subject.ts";

interface Example {
  readonly title: string;
  readonly note: string;
  readonly expression: ExpressionJson | { readonly region: string };
}

const WORDS: readonly Example[] = [
  {
    title: "jaguar without car",
    note: "An ambiguous word minus one of its senses",
    expression: { sub: [{ term: "jaguar" }, { term: "car" }] },
  },
  {
    title: "Two texts in common",
    note: "What a review of a concert and a note on a choir share",
    expression: {
      and: [
        { text: "The orchestra played the symphony with a warm sound and the audience applauded." },
        { text: "Our choir sings songs for piano and voices on Sunday evening." },
      ],
    },
  },
];

/** What a newcomer can do at once. */
export function BuildExamples() {
  const retina = useRetina()?.name;
  const region = useAtlas()?.regions.find(({ level }) => level === 1)?.name;
  const examples: readonly Example[] = region
    ? [
        ...WORDS,
        { title: `The region ${region}`, note: "A part of the map alone", expression: { region } },
      ]
    : WORDS;
  return (
    <Empty title="A word is a set of cells on the map. Type one, or try:">
      <ul className="build-examples">
        {examples.map(({ title, note, expression }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() =>
                commitTree(parseJson(expression, "application"), `Load ${title}`, { retina })
              }
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
