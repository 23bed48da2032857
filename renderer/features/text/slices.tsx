import { Combine, RotateCcw, Scissors } from "lucide-react";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { IconButton } from "../../components/controls/icon-button.tsx";
import { hueOf, letterOf } from "../../components/fingerprint-grid/layers.ts";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { plural } from "../../components/format.ts";
import { hoverTerm, useEndHover } from "../../state/hover.ts";
import { SendMenu } from "./send-menu.tsx";
import { textBench, useTextLook } from "./text-bench.ts";
import { asSource, cutInside } from "./text-ranges.ts";
import { type BenchSlice, useSlices, useTextBench } from "./use-text-bench.ts";

/** Where the subject changes: blocks in reading order, open to correction. */
export function Slices() {
  useEndHover();
  const { slices, isOwn } = useSlices();
  const { text, used } = useTextBench();
  const { shows, slice: chosen } = useTextLook();
  if (slices.length === 0) return null;
  const cut = (label: string, starts: readonly number[]) =>
    textBench.edit(label, (before) => ({ ...before, cuts: starts }));
  const starts = slices.slice(1).map(({ start }) => start);
  return (
    <section aria-label="Slices">
      <div className="text-head">
        <h3>{plural(slices.length, "slice")}</h3>
        {isOwn && (
          <Button
            size="small"
            tone="quiet"
            onPress={() =>
              textBench.edit("Find the slices anew", (before) => ({ ...before, cuts: null }))
            }
          >
            <RotateCcw size={13} aria-hidden="true" /> Find anew
          </Button>
        )}
      </div>
      {slices.length > 1 && (
        <Choice
          label="On the map"
          options={{ whole: "Whole text", slices: "Slices" }}
          value={shows}
          onChange={(next) => useTextLook.setState({ shows: next, slice: -1 })}
        />
      )}
      <ol className="slices">
        {slices.map((slice, index) => (
          <SliceRow
            key={slice.start}
            slice={slice}
            index={index}
            isChosen={index === chosen}
            onChoose={() => useTextLook.setState({ slice: index === chosen ? -1 : index })}
            source={asSource(used.slice(slice.start, slice.end))}
            onSplit={splitter(text, slice, (at) =>
              cut(
                `Split slice ${index + 1}`,
                [...starts, at].sort((a, b) => a - b),
              ),
            )}
            onMerge={
              index === 0
                ? null
                : () =>
                    cut(
                      `Join slices ${index} and ${index + 1}`,
                      starts.filter((start) => start !== slice.start),
                    )
            }
          />
        ))}
      </ol>
    </section>
  );
}

function splitter(text: string, slice: BenchSlice, split: (at: number) => void) {
  const at = cutInside(text, slice);
  return at === null ? null : () => split(at);
}

interface SliceRowProps {
  readonly slice: BenchSlice;
  readonly index: number;
  /** What is sent to other views: the slice without words that are left out. */
  readonly source: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onSplit: (() => void) | null;
  readonly onMerge: (() => void) | null;
}

function SliceRow({ slice, index, source, isChosen, onChoose, onSplit, onMerge }: SliceRowProps) {
  const number = index + 1;
  return (
    <li
      className="slice"
      data-chosen={isChosen || undefined}
      onPointerEnter={() => hoverTerm({ name: `slice ${number}`, positions: slice.positions })}
      onPointerLeave={() => hoverTerm(null)}
    >
      <button type="button" className="slice-face" aria-pressed={isChosen} onClick={onChoose}>
        <span className="slice-letter" style={{ background: `var(--${hueOf(index)})` }}>
          {letterOf(index) || number}
        </span>
        <Thumbnail positions={slice.positions} colour={hueOf(index)} size={36} />
        <span className="slice-text">
          <span className="slice-heading" dir="auto">
            {slice.heading || "No known word"}
          </span>
          <span className="slice-begin muted" dir="auto">
            {slice.text.replace(/\s+/g, " ").slice(0, 160)}
          </span>
          <span className="muted figures">
            {plural(slice.text.trim().split(/\s+/).length, "word")} ·{" "}
            {plural(slice.positions.length, "cell")} ·{" "}
            {slice.language.language ?? "language unclear"}
          </span>
        </span>
      </button>
      <span className="slice-tools">
        <IconButton
          icon={Scissors}
          isSmall
          label={onSplit ? `Split slice ${number}` : "One word cannot be split"}
          isDisabled={onSplit === null}
          onPress={() => onSplit?.()}
        />
        <IconButton
          icon={Combine}
          isSmall
          label={onMerge ? `Join slice ${number} with the one above` : "There is no slice above"}
          isDisabled={onMerge === null}
          onPress={() => onMerge?.()}
        />
        <SendMenu
          what={`slice ${number}`}
          source={{ text: source }}
          positions={slice.positions}
          isSmall
        />
      </span>
    </li>
  );
}
