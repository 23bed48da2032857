import { useState } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { plural } from "../../model/format.ts";
import { hueOf, letterOf } from "../../model/map/layers.ts";
import { hoverTerm, useEndHover } from "../../state/hover.ts";
import { SendMenu } from "./send-menu.tsx";
import { chooseSlice, useTextLook } from "./text-bench.ts";
import { type Slice, useSourceOf, useTextBench } from "./use-text-bench.ts";

/** A text of a megabyte has hundreds of slices; so many are listed at once. */
const SHOWN_SLICES = 60;

/** Where the subject changes: blocks in reading order. */
export function Slices() {
  const { slices } = useTextBench();
  const sourceOf = useSourceOf();
  useEndHover(slices);
  const { slice: chosen } = useTextLook();
  const [shown, setShown] = useState(SHOWN_SLICES);
  if (slices.length === 0) return null;
  return (
    <section aria-label="Slices">
      <div className="text-head row apart">
        <h3>{plural(slices.length, "slice")}</h3>
      </div>
      {slices.length > 1 && <SlicesOnMap />}
      <ol className="slices">
        {slices.slice(0, shown).map((slice, index) => (
          <SliceRow
            key={slice.start}
            slice={slice}
            index={index}
            isChosen={index === chosen}
            source={sourceOf({ text: slice.text }, slice.positions)}
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
    <Choice
      label="On the map"
      options={{ whole: "Whole text", slices: "Slices" }}
      value={shows}
      onChange={(next) => useTextLook.setState({ shows: next, slice: -1 })}
    />
  );
}

interface SliceRowProps {
  readonly slice: Slice;
  readonly index: number;
  /** What is sent to other views. */
  readonly source: ExpressionJson;
  readonly isChosen: boolean;
}

function SliceRow({ slice, index, source, isChosen }: SliceRowProps) {
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
        onClick={() => chooseSlice(index)}
      >
        <span className="slice-letter letter" style={{ background: `var(--${hueOf(index)})` }}>
          {letterOf(index) || number}
        </span>
        <Thumbnail positions={slice.positions} colour={hueOf(index)} size={36} />
        <SliceText slice={slice} />
      </button>
      <span className="slice-tools">
        <SendMenu what={`slice ${number}`} source={source} positions={slice.positions} isSmall />
      </span>
    </li>
  );
}

function SliceText({ slice: { heading, text } }: { readonly slice: Slice }) {
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
