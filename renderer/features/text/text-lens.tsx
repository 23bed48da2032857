import { X } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { natureOfFile } from "../../components/files/dropped-files.ts";
import { FileDrop, giveToWindow, useFileDrop } from "../../components/files/file-drop.tsx";
import { readTextFile } from "../../components/files/read-file.ts";
import { labelOf } from "../../model/fingerprint.ts";
import { formatCount, plural } from "../../model/format.ts";
import { hueOf, letterOf, type MapLayer, MOST_LAYERS } from "../../model/map/layers.ts";
import { type MapContent, NOTHING } from "../../model/map-content.ts";
import { useOpenedWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { MarkedText } from "./marked-text.tsx";
import type { BenchSlice } from "./model/bench-answer.ts";
import { firstPart, looksLikeHtml, plainOfHtml, plainOfMarkdown } from "./model/text-ranges.ts";
import { SendMenu } from "./send-menu.tsx";
import { LONGEST_TEXT, setText, textBench, useTextLook } from "./text-bench.ts";
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
