import { X } from "lucide-react";
import { type KeyboardEvent, memo, useMemo, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { natureOfFile } from "../../components/files/dropped-files.ts";
import { FileDrop, giveToWindow, useFileDrop } from "../../components/files/file-drop.tsx";
import { readTextFile } from "../../components/files/read-file.ts";
import { labelOf } from "../../model/fingerprint.ts";
import { formatCount, formatShare, plural } from "../../model/format.ts";
import { hueOf, letterOf, type MapLayer, MOST_LAYERS } from "../../model/map/layers.ts";
import { type MapContent, NOTHING } from "../../model/map-content.ts";
import { useEndHover, useTermHover } from "../../state/hover.ts";
import { useOpenedWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import type { BenchSlice, BenchWord } from "./model/bench-answer.ts";
import {
  firstPart,
  looksLikeHtml,
  plainOfHtml,
  plainOfMarkdown,
  type Range,
} from "./model/text-ranges.ts";
import { SendMenu } from "./send-menu.tsx";
import { chooseSlice, LONGEST_TEXT, setText, textBench, useTextLook } from "./text-bench.ts";
import { TextReader } from "./text-reader.tsx";
import { cancelReading, useReadText, useSourceOf, useTextBench } from "./use-text-bench.ts";
import "./text.css";

const TEXT_FILES = ".txt,.md,.markdown,.html,.htm";

/** The text that goes in, and which of its words are used. */
export function TextLens() {
  useReadText();
  useOpenedWith("text", ([first]) => {
    if (first && "text" in first) setText("Read the text", first.text);
  });
  usePublish({ map: useTextOnMap() });
  const { text, words, answer, isFetching, error: unreadable, retry } = useTextBench();
  const sourceOf = useSourceOf();
  const bench = textBench.use();
  const [error, setError] = useState<unknown>(null);
  const open = async ([file]: readonly File[]) => {
    if (!file) return;
    setError(null);
    await readInto(file).catch(setError);
  };
  const { isOver, handlers } = useFileDrop((files) => void open(files));
  return (
    <div className="lens text-lens" data-over={isOver || undefined} {...handlers}>
      <h2>Text</h2>
      <textarea
        className="text-box across"
        aria-label="Text to look at"
        placeholder="Paste or type a text, or drop a file here"
        dir="auto"
        value={bench.text}
        onChange={({ currentTarget }) => setText("Edit the text", currentTarget.value, "text")}
      />
      <div className="row gap-1 wrap">
        <FileDrop label="Open a file…" accept={TEXT_FILES} onFiles={(files) => void open(files)} />
        {bench.text !== "" && (
          <>
            <Button size="small" tone="quiet" onPress={() => setText("Clear the text", "")}>
              <X size={13} aria-hidden="true" /> Clear
            </Button>
            <span className="grow" />
            <SendMenu
              what="the text"
              source={sourceOf({ text: text.trim() }, answer?.positions ?? [])}
              positions={answer?.positions ?? []}
            />
          </>
        )}
      </div>
      {looksLikeHtml(bench.text) && (
        <p className="note caution">
          This is the HTML source of a web page.{" "}
          <Button
            size="small"
            onPress={() => setText("Keep only the text of the page", plainOfHtml(bench.text))}
          >
            Keep only the text
          </Button>
        </p>
      )}
      {error !== null && <Failure error={error} doing="Opening the file" />}
      {unreadable && <Failure error={unreadable} doing="Reading the text" onRetry={retry} />}
      {isFetching && (
        <Loading label="Reading the text" onCancel={() => cancelReading(bench.text)} />
      )}
      <Unread />
      {bench.text.trim() === "" ? (
        <Empty title="The fingerprint of a text is made from the cells of its words.">
          <p>
            Paste up to a megabyte to see which words count, the topics, and where the subject
            changes.
          </p>
          <Button size="small" onPress={() => setText("Load the example", EXAMPLE_TEXT)}>
            Load an example of three subjects
          </Button>
        </Empty>
      ) : (
        <>
          <TextReader />
          {words.length > 0 && <WordsUsed />}
        </>
      )}
    </div>
  );
}

/** Why a text in the box is not read, with the way on. */
function Unread() {
  const { bench, isTooLong, isCancelled } = useTextBench();
  if (isTooLong)
    return (
      <p className="note caution">
        The text has {formatCount(bench.text.length)} characters; {formatCount(LONGEST_TEXT)} are
        read at once. Read its first part here, or create a collection from a file of many texts.{" "}
        <Button
          size="small"
          onPress={() =>
            setText("Keep the first part of the text", firstPart(bench.text, LONGEST_TEXT))
          }
        >
          Keep the first part
        </Button>
      </p>
    );
  if (!isCancelled) return null;
  return (
    <p className="note caution" role="status">
      The reading was cancelled.{" "}
      <Button size="small" onPress={() => useTextLook.setState({ unread: null })}>
        Read it
      </Button>
    </p>
  );
}

/** A box with more would make the page slow to type in. */
const MOST_SHOWN = 4 * LONGEST_TEXT;

/** A table holds many texts and becomes a collection. */
async function readInto(file: File): Promise<void> {
  const { kind, format } = await natureOfFile(file);
  if (kind !== "text" && format !== "html") return giveToWindow([file]);
  const { text, name } = await readTextFile(file);
  accept(name, plainOf(name, text));
}

function accept(name: string, text: string): void {
  if (text.length > MOST_SHOWN)
    throw new Error(
      `“${name}” has ${formatCount(text.length)} characters; this view reads ${formatCount(LONGEST_TEXT)}. Import a file of many texts as a collection, or open a part of it.`,
    );
  setText(`Open ${name}`, text);
}

function plainOf(name: string, text: string): string {
  if (/\.html?$/i.test(name)) return plainOfHtml(text);
  return /\.(md|markdown)$/i.test(name) ? plainOfMarkdown(text) : text;
}

function WordsUsed() {
  const { words } = useTextBench();
  const count = (use: string) => words.filter((word) => word.use === use).length;
  const [unknown, ignored] = [count("unknown"), count("ignored")];
  return (
    <section className="stack" aria-label="Words used">
      <div className="row gap-1-3 wrap">
        <h3>
          {words.length === 0
            ? "Words"
            : `${formatCount(count("used"))} of ${plural(words.length, "word")} used`}
        </h3>
        <ul className="word-key row gap-1-3 wrap fine muted">
          {unknown > 0 && <li data-use="unknown">{formatCount(unknown)} unknown</li>}
          {ignored > 0 && <li data-use="ignored">ignored</li>}
        </ul>
      </div>
      <MarkedText />
    </section>
  );
}

/** The whole text as one fingerprint, one slice of it, or all slices in their own colours. */
function useTextOnMap(): MapContent {
  const { answer, text, retina, isStale, slices } = useTextBench();
  const { shows, slice } = useTextLook();
  const { positions, readBy: { retina: readBy } = { retina: "" } } = answer ?? {};
  const sourceOf = useSourceOf();
  return useMemo(() => {
    if (!positions || !retina) return NOTHING;
    const chosen = slices[slice];
    if (shows === "slices" && slices.length > 1 && !chosen)
      return {
        title: `${slices.length} slices in reading order`,
        layers: sliceLayers(slices),
        fingerprint: null,
        emptyText: "No slice has a known word",
        isStale,
      };
    const own = chosen ? chosen.text : text.trim();
    const cells = chosen ? chosen.positions : positions;
    const label = chosen?.heading || labelOf({ text: text.trim() });
    return {
      title: label,
      layers: cells.length === 0 ? [] : [{ id: "text", label, positions: cells, colour: "first" }],
      fingerprint:
        cells.length === 0 || isStale
          ? null
          : {
              id: `text ${retina.name} ${readBy} ${own}`,
              label,
              source: sourceOf({ text: own }, cells),
              positions: cells,
              retina,
              created: new Date().toISOString(),
            },
      emptyText: "No word of this text is known",
      isStale,
    };
  }, [positions, readBy, sourceOf, text, retina, slices, shows, slice, isStale]);
}

/** The legend has little room: with many slices each is called by its first keyword. */
const shortName = (heading: string, slices: number): string =>
  slices > 3 ? (heading.split(", ")[0] ?? "") : heading;

/** A colour and a letter for each of the first slices; those beyond eight share the last layer. */
function sliceLayers(slices: readonly BenchSlice[]): MapLayer[] {
  const own = slices.length <= MOST_LAYERS ? slices.length : MOST_LAYERS - 1;
  const layers = slices.slice(0, own).map(
    (slice, index): MapLayer => ({
      id: `slice ${index}`,
      label: shortName(slice.heading, own) || "no known word",
      positions: slice.positions,
      colour: hueOf(index),
      letter: letterOf(index),
    }),
  );
  const rest = slices.slice(own);
  if (rest.length === 0) return layers;
  const cells = new Set(rest.flatMap(({ positions }) => positions));
  const others: MapLayer = {
    id: "further slices",
    label: `${rest.length} further slices`,
    positions: Uint16Array.from(cells).sort(),
    colour: "text-3",
    mark: "ring",
  };
  return [others, ...layers];
}

/** Something to look at for those who have no text at hand: two subjects in one page. */
const EXAMPLE_TEXT = `The river rose over its banks after three days of rain. Farmers moved their cattle to the hills, and boats brought food to villages that the flood had cut off. Engineers watched the dam through the night and opened its gates before dawn.

Meanwhile the central bank raised its interest rate for the second time this year. Lenders tightened credit for small firms, and investors sold shares of companies with large debts. Economists expect inflation to slow in the coming months.

In the evening the orchestra played a symphony that had not been heard for a century. The violins began so softly that the audience leaned forward; the applause lasted ten minutes.`;

const SHOWN_WORDS = 1500;

interface Piece extends Range {
  readonly word: BenchWord | null;
}

/**
 * The text with every word marked: used, unknown or ignored, and why; a letter begins each slice, and a click on a word
 * chooses its slice. All words are one stop of the Tab key; arrows go from word to word.
 */
function MarkedText() {
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
function piecesOf(text: string, words: readonly BenchWord[], end = text.length): Piece[] {
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
function explain(word: BenchWord): string {
  if (word.use !== "used") return `${word.use}: ${word.reason}`;
  return `used${readAs(word)}, ${formatShare(word.weight)} of the fingerprint`;
}

/** The known words named for one that the retina does not know. */
const MOST_NEAR = 3;

function readAs({ word, term, near }: BenchWord): string {
  if (near.length > 0) return `, read as near “${near.slice(0, MOST_NEAR).join("”, “")}”`;
  return term !== null && term.toLowerCase() !== word.toLowerCase() ? ` as “${term}”` : "";
}
