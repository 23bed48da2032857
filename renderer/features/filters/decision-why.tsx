import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Match, matchQuery } from "../../api/match-query.ts";
import { Answer } from "../../components/controls/answer.tsx";
import { ChangeNote } from "../../components/explain/change-note.tsx";
import { CreditedText } from "../../components/explain/credited-text.tsx";
import { RegionList, type RegionRow } from "../../components/explain/region-list.tsx";
import { regionRows, wordsOfRegion } from "../../components/explain/region-words.ts";
import { WordBars } from "../../components/explain/word-bars.tsx";
import { OverlapBar } from "../../components/terms/overlap-bar.tsx";
import { editsFor } from "../../model/filters/cell-edits.ts";
import { type Example, type Filter, textsOf } from "../../model/filters/filter-model.ts";
import { prepareExamples } from "../../model/filters/prepare-examples.ts";
import type { ReadyFilter } from "../../model/filters/ready-filter.ts";
import { formatCount, plural } from "../../model/format.ts";
import { clearBrush, setBrush } from "../../state/brush.ts";
import { useBrushedPatch } from "../../state/brush-choice.ts";
import { hoverTerm } from "../../state/hover.ts";
import { useRetina } from "../../state/retina.ts";
import { ExampleLink } from "./example-link.tsx";

interface DecisionWhyProps {
  readonly filter: Filter;
  readonly ready: ReadyFilter;
  readonly text: string;
  /** What is said before it is opened; by default that the reasons are here. */
  readonly summary?: string;
  readonly onToggle?: (isOpen: boolean) => void;
}

/** Why a filter decides as it does on one text: regions, words, examples, and what would turn it. */
export function DecisionWhy(props: DecisionWhyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="explain-decision"
      name="decision"
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        props.onToggle?.(open);
      }}
    >
      <summary>{props.summary ?? `Why ${props.ready.name} decided this way`}</summary>
      {isOpen && <Reasons {...props} />}
    </details>
  );
}

function Reasons({ filter, ready, text }: DecisionWhyProps) {
  const retina = useRetina()?.name ?? "";
  const { positive } = prepareExamples(filter.examples);
  const result = useQuery({
    ...matchQuery(
      retina,
      { text },
      { positions: [...ready.positions] },
      { threshold: Math.min(1, Math.max(0, ready.threshold)), examples: textsOf(positive) },
    ),
    enabled: retina !== "" && ready.positions.length > 0,
  });
  return (
    <Answer
      result={result}
      doing="Explaining the decision"
      waiting="Looking for the words and examples behind it"
    >
      {(match) => <Explained filter={filter} ready={ready} text={text} match={match} />}
    </Answer>
  );
}

function Explained({ filter, ready, text, match }: DecisionWhyProps & { readonly match: Match }) {
  const region = useBrushedPatch(match.regions);
  const { positive } = prepareExamples(filter.examples);
  if (match.overlap === 0) return <p className="muted">The text shares no cell with the filter.</p>;
  const choose = ({ label, positions }: RegionRow) => {
    if (region === label) clearBrush();
    else setBrush(`Choose the region ${label}`, positions);
  };
  return (
    <>
      <p className="muted figures">
        {plural(match.overlap, "cell")} shared:{" "}
        {match.regions.map(({ positions }) => formatCount(positions.length)).join(" + ")}
      </p>
      <RegionList
        regions={regionRows(match)}
        chosen={region}
        onChoose={choose}
        onHover={(row) => hoverTerm(row && { name: row.label, positions: row.positions })}
      />
      <CreditedText
        title="The text"
        text={text}
        side={match.left}
        only={wordsOfRegion(match, region, "left")}
      />
      <WordBars label="Words behind the decision" side={match.left} overlap={match.overlap} />
      <ExampleCredits filter={filter} examples={positive} match={match} />
      <AddedCells filter={filter} match={match} />
      {match.cosine >= ready.threshold && (
        <ChangeNote
          match={match}
          line="the threshold"
          names={{ left: "the text", right: "the filter" }}
        />
      )}
    </>
  );
}

/** Cells that no example has put there: a person has, on the map. */
function AddedCells({ filter, match }: { readonly filter: Filter; readonly match: Match }) {
  const edits = editsFor(filter, useRetina());
  const added = new Set(edits.flatMap(({ kind, cells }) => (kind === "add" ? cells : [])));
  const shared = match.regions.flatMap(({ positions }) => positions);
  const count = shared.filter((cell) => added.has(cell)).length;
  if (count === 0) return null;
  return (
    <p className="muted figures">
      {formatCount(count)} of the shared cells {count === 1 ? "was" : "were"} added on the map.
    </p>
  );
}

const SHOWN_EXAMPLES = 3;

interface ExampleCreditsProps {
  readonly filter: Filter;
  readonly examples: readonly Example[];
  readonly match: Match;
}

/** Which texts that belong have put the shared cells into the filter. */
function ExampleCredits({ filter, examples, match }: ExampleCreditsProps) {
  const credited = examples
    .map((example, index) => ({ example, cells: match.examples[index] ?? 0 }))
    .filter(({ cells }) => cells > 0)
    .sort((a, b) => b.cells - a.cells);
  if (credited.length === 0) return null;
  return (
    <ul className="example-credits" aria-label="Examples behind the decision">
      <li className="muted" aria-hidden="true">
        <span>Example that brought them in</span>
        <span />
        <span className="figures">Cells</span>
      </li>
      {credited.slice(0, SHOWN_EXAMPLES).map(({ example, cells }) => (
        <li key={example.id}>
          <ExampleLink filter={filter} example={example} />
          <OverlapBar share={cells / match.overlap} />
          <span className="figures">{cells.toFixed(1)}</span>
        </li>
      ))}
    </ul>
  );
}
