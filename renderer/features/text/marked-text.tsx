import { type KeyboardEvent, memo, useMemo, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { formatCount, formatShare } from "../../model/format.ts";
import { hueOf, letterOf } from "../../model/map/layers.ts";
import { useEndHover, useTermHover } from "../../state/hover.ts";
import type { BenchWord } from "./model/bench-answer.ts";
import type { Range } from "./model/text-ranges.ts";
import { chooseSlice, useTextLook } from "./text-bench.ts";
import { useTextBench } from "./use-text-bench.ts";

const SHOWN_WORDS = 1500;

interface Piece extends Range {
  readonly word: BenchWord | null;
}

/**
 * The text with every word marked: used, unknown or ignored, and why; a letter begins each slice, and a click on a word
 * chooses its slice. All words are one stop of the Tab key; arrows go from word to word.
 */
export function MarkedText() {
  const { text, words, slices } = useTextBench();
  const { slice, keyword } = useTextLook();
  const [shown, setShown] = useState(SHOWN_WORDS);
  const pieces = useMemo(
    () => piecesOf(text, words.slice(0, shown), words[shown]?.start ?? text.length),
    [text, words, shown],
  );
  const lit = slices[slice];
  const hover = useTermHover();
  useEndHover();
  const [stop, setStop] = useState(-1);
  const hits = useMemo(() => hitsOf(words, keyword), [words, keyword]);
  if (words.length === 0) return null;
  const isStop = pieces.some(({ word, start }) => word !== null && start === stop);
  const tabStop = isStop ? stop : pieces.find(({ word }) => word !== null)?.start;
  return (
    <div className="stack at-start">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends. */}
      <div
        className="marked-text"
        dir="auto"
        role="group"
        aria-label="Words of the text"
        onKeyDown={goByKey}
      >
        {pieces.map((piece) => (
          <WordMark
            key={piece.start}
            slice={slices.length > 1 ? sliceAt(slices, piece) : -1}
            isSliceStart={slices.some(({ start }) => start === piece.start)}
            piece={piece}
            text={text.slice(piece.start, piece.end)}
            onHover={hover}
            onFocused={setStop}
            isTabStop={piece.start === tabStop}
            isLit={
              (lit !== undefined && piece.start >= lit.start && piece.end <= lit.end) ||
              hits.has(piece.start)
            }
          />
        ))}
      </div>
      {words.length > shown && (
        <Button size="small" onPress={() => setShown(shown * 4)}>
          Show more of the {formatCount(words.length)} words
        </Button>
      )}
    </div>
  );
}

/** Arrows go to the word before or after, Home and End to the first and the last. */
function goByKey(event: KeyboardEvent<HTMLElement>): void {
  const words = [...event.currentTarget.querySelectorAll<HTMLElement>(".word")];
  const at = event.target instanceof HTMLElement ? words.indexOf(event.target) : -1;
  const goal = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: words.length - 1 }[event.key];
  if (at < 0 || goal === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  words[goal]?.focus();
}

/** Words and the stretches between them, in order, up to the end of the text or of the last word that is shown. */
export function piecesOf(text: string, words: readonly BenchWord[], end = text.length): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const word of words) {
    if (word.start < at || word.end > text.length) continue;
    if (word.start > at) pieces.push({ start: at, end: word.start, word: null });
    pieces.push({ start: word.start, end: word.end, word });
    at = word.end;
  }
  if (at < end) pieces.push({ start: at, end, word: null });
  return pieces;
}

function hitsOf(words: readonly BenchWord[], keyword: string): ReadonlySet<number> {
  if (keyword === "") return new Set();
  const parts = keyword.toLowerCase().split(" ");
  const starts = new Set<number>();
  words.forEach((_, first) => {
    const run = words.slice(first, first + parts.length);
    const isHit =
      matches(words[first], keyword) ||
      (run.length === parts.length && run.every((word, i) => matches(word, parts[i]!)));
    if (isHit)
      for (const { start } of matches(words[first], keyword) ? run.slice(0, 1) : run)
        starts.add(start);
  });
  return starts;
}

const matches = (word: BenchWord | undefined, name: string): boolean =>
  word !== undefined &&
  (word.word.toLowerCase() === name.toLowerCase() ||
    word.term?.toLowerCase() === name.toLowerCase());

interface WordMarkProps {
  readonly piece: Piece;
  /** Index of its slice; -1 where there is one alone. */
  readonly slice: number;
  readonly isSliceStart: boolean;
  readonly text: string;
  readonly isLit: boolean;
  readonly isTabStop: boolean;
  readonly onHover: (term: string | null) => void;
  readonly onFocused: (start: number) => void;
}

const WordMark = memo(function WordMark(props: WordMarkProps) {
  const { piece, slice, isSliceStart, text, isLit, isTabStop, onHover, onFocused } = props;
  const { word } = piece;
  const letter = isSliceStart && slice >= 0 && (
    <span className="letter" style={{ background: `var(--${hueOf(slice)})` }} aria-hidden="true">
      {letterOf(slice) || slice + 1}
    </span>
  );
  if (word === null)
    return (
      <>
        {letter}
        <span data-lit={isLit || undefined}>{text}</span>
      </>
    );
  const light = () => onHover(word.use === "used" ? word.term : null);
  const end = () => onHover(null);
  return (
    <>
      {letter}
      <button
        type="button"
        className="word plain"
        data-use={word.use}
        data-lit={isLit || undefined}
        title={explain(word)}
        aria-label={`${text}: ${explain(word)}`}
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => chooseSlice(slice)}
        onPointerEnter={light}
        onPointerLeave={end}
        onFocus={() => {
          onFocused(piece.start);
          light();
        }}
        onBlur={end}
      >
        {text}
      </button>
    </>
  );
});

const sliceAt = (slices: readonly Range[], { start }: Range): number =>
  slices.findIndex((slice) => slice.start <= start && start < slice.end);

/** One sentence on what became of a word. */
export function explain(word: BenchWord): string {
  if (word.use !== "used") return `${word.use}: ${word.reason}`;
  return `used${readAs(word)}, ${formatShare(word.weight)} of the fingerprint`;
}

/** The known words named for one that the retina does not know. */
const MOST_NEAR = 3;

function readAs({ word, term, near }: BenchWord): string {
  if (near.length > 0) return `, read as near “${near.slice(0, MOST_NEAR).join("”, “")}”`;
  return term !== null && term.toLowerCase() !== word.toLowerCase() ? ` as “${term}”` : "";
}
