import { parseLine } from "../../../core/expression/parse-line.ts";
import { printLeaf } from "../../../core/expression/print-line.ts";
import { Chip } from "../../components/controls/chip.tsx";
import { Empty } from "../../components/controls/states.tsx";
import { runAction } from "../../state/actions.ts";
import { exploreTerm } from "../../state/open-with.ts";
import { useAtlas } from "../../state/retina.ts";
import { useSettings } from "../../state/settings.ts";
import { writeLine } from "./edit-subject.ts";

interface Example {
  readonly title: string;
  readonly note: string;
  readonly line: string;
}

const WORDS: readonly Example[] = [
  {
    title: "jaguar without car",
    note: "An ambiguous word minus one of its senses",
    line: "jaguar - car",
  },
  {
    title: "What two texts share",
    note: "A concert review and a note on a choir",
    line: 'text:"The orchestra played the symphony with a warm sound." & text:"Our choir sings songs for piano and voices."',
  },
];

const FIRST_WORDS = ["jaguar", "bank", "music", "java"];
const MOST_RECENT = 8;

/** What a newcomer can do at once. */
export function Examples() {
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const atlas = useAtlas();
  const region = atlas?.regions.find(({ level }) => level === 1)?.name;
  return (
    <Empty title="A word is a set of cells on the map. Type one, or try:">
      <div className="row gap-1 wrap">
        {(recent.length > 0 ? recent.slice(0, MOST_RECENT) : FIRST_WORDS).map((term) => (
          <Chip key={term} onPress={() => exploreTerm(term)}>
            {term}
          </Chip>
        ))}
      </div>
      <ul className="build-examples stack gap-1">
        {WORDS.map((example) => (
          <ExampleItem key={example.title} example={example} />
        ))}
        {/* Its place is kept until the map has come: nothing below may move under the pointer. */}
        {(region || !atlas) && (
          <ExampleItem
            isWaiting={region === undefined}
            example={{
              title: `The region ${region ?? "…"}`,
              note: "A part of the map alone",
              line: printLeaf({ kind: "region", name: region ?? "…" }),
            }}
          />
        )}
        <li>
          <button
            className="stack gap-0 pick"
            type="button"
            onClick={() => runAction("collection.open-sample")}
          >
            <strong>230 years of speeches</strong>
            <span className="muted">A sample collection on the map</span>
          </button>
        </li>
      </ul>
      <p className="muted">
        The map has 16,384 cells; neighbours have related meanings. The cells of a word, sentence or
        expression form its fingerprint. Similar meanings share more cells.
      </p>
      <p className="muted">
        Type three letters and * or ? to list matching words, such as moto*. Alt+← goes back.
      </p>
    </Empty>
  );
}

interface ExampleItemProps {
  readonly example: Example;
  readonly isWaiting?: boolean;
}

function ExampleItem({ example, isWaiting = false }: ExampleItemProps) {
  const { title, note, line } = example;
  return (
    <li>
      <button
        className="stack gap-0 pick"
        type="button"
        disabled={isWaiting}
        onClick={() => writeLine(line, parseLine(line).expression)}
      >
        <strong>{title}</strong>
        <span className="muted">{note}</span>
      </button>
    </li>
  );
}
