import type { ReactNode } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { plural } from "../../model/format.ts";
import { Failure, Loading } from "../controls/states.tsx";
import { OverlapBar } from "../terms/overlap-bar.tsx";
import { CreditedText } from "./credited-text.tsx";
import { RegionList, type RegionRow, regionRows, wordsOfRegion } from "./region-list.tsx";
import { WordBars } from "./word-bars.tsx";
import "./explain.css";

type Match = Output<"app.explainMatch">;

/** A filter's decision on one text, with what its reasons do on the map. */
export interface Decision {
  readonly text: string;
  readonly result: {
    readonly data: Match | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  /** Label of the region that is chosen on the map. */
  readonly region: string | null;
  readonly chooseRegion: (row: RegionRow) => void;
  readonly hoverRegion: (row: RegionRow | null) => void;
  readonly examples: readonly { readonly id: string; readonly text: string }[];
}

interface DecisionWhyProps {
  readonly decision: Decision;
  /** What is said before it is opened. */
  readonly summary: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** An example by its place: a link to it, or its beginning. */
  readonly example: (place: number) => ReactNode;
}

/** Why a filter decides as it does on one text: regions, words and examples. */
export function DecisionWhy({ decision, summary, isOpen, onToggle, example }: DecisionWhyProps) {
  return (
    <details
      className="fold"
      name="decision"
      onToggle={({ currentTarget: { open } }) => onToggle(open)}
    >
      <summary>{summary}</summary>
      {isOpen && (
        <Answer
          result={decision.result}
          doing="Explaining the decision"
          waiting="Looking for the words and examples behind it"
        >
          {(match) => <Explained decision={decision} match={match} example={example} />}
        </Answer>
      )}
    </details>
  );
}

interface ExplainedProps extends Pick<DecisionWhyProps, "decision" | "example"> {
  readonly match: Match;
}

function Explained({ decision, match, example }: ExplainedProps) {
  const { text, region, chooseRegion, hoverRegion } = decision;
  if (match.overlap === 0) return <p className="muted">The text shares no cell with the filter.</p>;
  return (
    <>
      <p className="muted figures">{plural(match.overlap, "cell")} shared</p>
      <RegionList
        regions={regionRows(match)}
        chosen={region}
        onChoose={chooseRegion}
        onHover={hoverRegion}
      />
      <CreditedText
        title="The text"
        text={text}
        side={match.left}
        only={wordsOfRegion(match, region, "left")}
      />
      <WordBars label="Words behind the decision" side={match.left} overlap={match.overlap} />
      <HowFound match={match} />
      <ExampleCredits decision={decision} match={match} example={example} />
    </>
  );
}

/** An encoder reads a text again without each word, unless it has too many. */
const isTried = ({ by, left }: Match) => by === undefined || left.credits.length > 0;

/** An encoder reads texts whole, so its words are credited otherwise than those that have cells of their own. */
function HowFound({ match }: Pick<ExplainedProps, "match">) {
  if (match.by === undefined) return null;
  return (
    <p className="muted">
      {isTried(match)
        ? "Each word is left out in turn and the encoder reads the rest. Meaning that only several words carry together is credited to none."
        : "No word is credited: the text has only one word, or too many to leave out each in turn."}
    </p>
  );
}

const SHOWN_EXAMPLES = 3;

/** Which texts that belong have put the shared cells into the filter. */
function ExampleCredits({ decision: { examples }, match, example }: ExplainedProps) {
  const credited = examples
    .map(({ id }, place) => ({ id, place, cells: match.examples[place] ?? 0 }))
    .filter(({ cells }) => cells > 0)
    .sort((a, b) => b.cells - a.cells);
  if (credited.length === 0) return null;
  return (
    <ul className="example-credits" aria-label="Examples behind the decision">
      <li className="muted columns" aria-hidden="true">
        <span>Example that brought them in</span>
        <span />
        <span className="figures">Cells</span>
      </li>
      {credited.slice(0, SHOWN_EXAMPLES).map(({ id, place, cells }) => (
        <li className="columns" key={id}>
          {example(place)}
          <OverlapBar share={cells / match.overlap} />
          <span className="figures">{cells.toFixed(1)}</span>
        </li>
      ))}
    </ul>
  );
}

interface AnswerProps<T> {
  readonly result: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  /** "Explaining the decision" */
  readonly doing: string;
  /** What is waited for, said once it takes long. */
  readonly waiting: string;
  readonly children: (data: T) => ReactNode;
}

/** What was asked for, or that it is on its way, or why it did not come. */
function Answer<T>({ result, doing, waiting, children }: AnswerProps<T>) {
  if (result.isError)
    return <Failure error={result.error} doing={doing} onRetry={() => void result.refetch()} />;
  return result.data === undefined ? <Loading label={waiting} /> : children(result.data);
}
