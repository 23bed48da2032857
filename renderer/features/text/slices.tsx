import { Combine, RotateCcw, Scissors } from "lucide-react";
import { useState } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { ActionMenu, MenuTrigger } from "../../components/controls/menu.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { plural } from "../../model/format.ts";
import { hueOf, letterOf } from "../../model/map/layers.ts";
import { hoverTerm, useEndHover } from "../../state/hover.ts";
import type { BenchSlice } from "./model/bench-answer.ts";
import { asSource, cutsInside, nearMiddle } from "./model/text-ranges.ts";
import { SendMenu } from "./send-menu.tsx";
import { textBench, useTextLook } from "./text-bench.ts";
import { useSourceOf, useTextBench } from "./use-text-bench.ts";

/** A text of a megabyte has hundreds of slices; so many are listed at once. */
const SHOWN_SLICES = 60;

/** Where the subject changes: blocks in reading order, open to correction. */
export function Slices() {
  const { slices, isOwn, used } = useTextBench();
  const sourceOf = useSourceOf();
  useEndHover(slices);
  const { slice: chosen } = useTextLook();
  const [shown, setShown] = useState(SHOWN_SLICES);
  if (slices.length === 0) return null;
  const starts = slices.slice(1).map(({ start }) => start);
  return (
    <section aria-label="Slices">
      <div className="text-head row apart">
        <h3>{plural(slices.length, "slice")}</h3>
        {isOwn && (
          <Button
            size="small"
            tone="quiet"
            onPress={() =>
              textBench.edit("Find the slices again", (before) => ({ ...before, cuts: null }))
            }
          >
            <RotateCcw size={13} aria-hidden="true" /> Find again
          </Button>
        )}
      </div>
      {slices.length > 1 && <SlicesOnMap />}
      <ol className="slices">
        {slices.slice(0, shown).map((slice, index) => (
          <SliceRow
            key={slice.start}
            slice={slice}
            index={index}
            isChosen={index === chosen}
            starts={starts}
            source={sourceOf(
              { text: asSource(used.slice(slice.start, slice.end)) },
              slice.positions,
            )}
          />
        ))}
      </ol>
      {slices.length > shown && (
        <Button size="small" onPress={() => setShown(shown * 4)}>
          Show more of the {plural(slices.length, "slice")}
        </Button>
      )}
    </section>
  );
}

function SlicesOnMap() {
  const { shows } = useTextLook();
  return (
    <>
      <Choice
        label="On the map"
        options={{ whole: "Whole text", slices: "Slices" }}
        value={shows}
        onChange={(next) => useTextLook.setState({ shows: next, slice: -1 })}
      />
    </>
  );
}

const cut = (label: string, starts: readonly number[]) =>
  textBench.edit(label, (before) => ({ ...before, cuts: starts }));

interface SliceRowProps {
  readonly slice: BenchSlice;
  readonly index: number;
  /** What is sent to other views: the slice without words that are left out. */
  readonly source: ExpressionJson;
  readonly isChosen: boolean;
  /** Where the slices after the first begin. */
  readonly starts: readonly number[];
}

function SliceRow({ slice, index, source, isChosen, starts }: SliceRowProps) {
  const number = index + 1;
  return (
    <li
      className="slice"
      data-chosen={isChosen || undefined}
      onPointerEnter={() => hoverTerm({ name: `slice ${number}`, positions: slice.positions })}
      onPointerLeave={() => hoverTerm(null)}
    >
      <button
        type="button"
        className="slice-face plain across"
        aria-pressed={isChosen}
        onClick={() => useTextLook.setState({ slice: isChosen ? -1 : index })}
      >
        <span className="slice-letter letter" style={{ background: `var(--${hueOf(index)})` }}>
          {letterOf(index) || number}
        </span>
        <Thumbnail positions={slice.positions} colour={hueOf(index)} size={36} />
        <SliceText slice={slice} />
      </button>
      <span className="slice-tools">
        <SplitMenu slice={slice} number={number} starts={starts} />
        <IconButton
          icon={Combine}
          isSmall
          label={index > 0 ? `Join slice ${number} with the one above` : "There is no slice above"}
          isDisabled={index === 0}
          onPress={() =>
            cut(
              `Join slices ${index} and ${number}`,
              starts.filter((start) => start !== slice.start),
            )
          }
        />
        <SendMenu what={`slice ${number}`} source={source} positions={slice.positions} isSmall />
      </span>
    </li>
  );
}

function SliceText({ slice: { heading, text } }: { readonly slice: BenchSlice }) {
  return (
    <span className="slice-text stack gap-half">
      <span className="strong" dir="auto">
        {heading || "No known word"}
      </span>
      <span className="clip-2 muted" dir="auto">
        {text.slice(0, 320).replace(/\s+/g, " ").slice(0, 160)}
      </span>
      <span className="muted figures">{plural(countWords(text), "word")}</span>
    </span>
  );
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Also of a script without spaces. */
const countWords = (text: string): number =>
  [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;

/** Places to choose from, those nearest to the middle of the slice. */
const MOST_CUTS = 40;

interface SplitMenuProps {
  readonly slice: BenchSlice;
  readonly number: number;
  readonly starts: readonly number[];
}

/** Splits a slice before the sentence that a person chooses. */
function SplitMenu({ slice, number, starts }: SplitMenuProps) {
  const { text } = useTextBench();
  const cuts = nearMiddle(cutsInside(text, slice), slice, MOST_CUTS);
  const label = cuts.length > 0 ? `Split slice ${number}…` : "One word cannot be split";
  return (
    <MenuTrigger>
      <IconButton icon={Scissors} isSmall label={label} isDisabled={cuts.length === 0} />
      <ActionMenu
        label={`Split slice ${number} before`}
        groups={[
          {
            title: "A new slice begins with",
            entries: cuts.map((at) => ({
              id: String(at),
              label: beginning(text.slice(at, Math.min(slice.end, at + 60))),
              run: () =>
                cut(
                  `Split slice ${number}`,
                  [...starts, at].sort((a, b) => a - b),
                ),
            })),
          },
        ]}
      />
    </MenuTrigger>
  );
}

const beginning = (text: string): string =>
  text.length < 60 ? text.replace(/\s+/g, " ") : `${text.replace(/\s+/g, " ").slice(0, 48)}…`;
