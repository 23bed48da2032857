import { useMemo, useState } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Empty } from "../../components/controls/states.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { OverlapBar } from "../../components/terms/overlap-bar.tsx";
import { formatCount, plural } from "../../model/format.ts";
import { languageName } from "../../model/language-name.ts";
import { hueOf, letterOf } from "../../model/map/layers.ts";
import { hoverTerm, lights, useEndHover } from "../../state/hover.ts";
import { openWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { verdictOf } from "./model/language-verdict.ts";
import { SendMenu } from "./send-menu.tsx";
import { chooseSlice, textBench, useTextLook } from "./text-bench.ts";
import { TEXT_LANGUAGES, useRetinaLanguage } from "./text-reader.tsx";
import { type Slice, useSourceOf, useTextBench } from "./use-text-bench.ts";

/** Which language it is, and how sure that is. */
function LanguageLine() {
  const { bench, text, answer, slices } = useTextBench();
  const { own } = useRetinaLanguage();
  if (!answer) return null;
  const wishes = { own: bench.language, retina: own };
  const verdict = verdictOf(text, answer.language, wishes);
  const others = mixed(slices.map((slice) => verdictOf(slice.text, slice.language, wishes).name));
  return (
    <section className="language stack gap-1" aria-label="Language">
      <h3>Language</h3>
      <p>
        <strong>{verdict.name ?? "Unknown"}</strong> <span className="muted">{verdict.detail}</span>
      </p>
      {others && <p className="muted">{others}</p>}
      <div className="row gap-1 wrap">
        <label>
          <span className="visually-hidden">Language of the text</span>
          <select
            value={bench.language}
            onChange={({ currentTarget: { value } }) =>
              textBench.edit(
                value ? `Set the language to ${value}` : "Detect the language",
                (before) => ({
                  ...before,
                  language: value,
                }),
              )
            }
          >
            <option value="">As detected</option>
            {TEXT_LANGUAGES.map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </section>
  );
}

/** "Slices in English (en) and German (de)", or nothing when all are alike. */
function mixed(names: readonly (string | null)[]): string {
  const known = [...new Set(names.filter((name) => name !== null))];
  return known.length < 2 ? "" : `Mixed: slices in ${known.join(", ")}`;
}

/** What the text is about: language, keywords, slices. */
export function TextResults() {
  const { bench, answer, isStale } = useTextBench();
  useOfferSlices();
  return (
    <div className="results">
      <h2>About the text</h2>
      {!answer && (
        <Empty>
          Language, keywords and changes of subject appear here once{" "}
          {bench.text.trim() === "" ? "there is a text" : "the text has been read"}.
        </Empty>
      )}
      {answer && (
        <div
          className="results-body dims stack gap-5 at-top grow scroll"
          data-stale={isStale || undefined}
        >
          <LanguageLine />
          {answer.positions.length === 0 && (
            <p className="note caution">
              None of the words is on this map, so the text has no fingerprint, keywords or slices.
            </p>
          )}
          <Keywords />
          <Slices />
        </div>
      )}
    </div>
  );
}

/** Slices as rows; words and keywords go with the JSON. */
function useOfferSlices(): void {
  const { answer, text, retina, slices, readAs } = useTextBench();
  usePublish({
    exports: useMemo(() => {
      if (!answer) return null;
      return {
        name: "text slices",
        settings: {},
        table: () => ({
          columns: ["slice", "start", "end", "heading", "language", "cells", "text"],
          rows: slices.map((slice, index) => [
            index + 1,
            slice.start,
            slice.end,
            slice.heading,
            slice.language.language,
            slice.positions.length,
            slice.text,
          ]),
        }),
        json: () => ({ ...answer, slices: [...slices] }),
        explanation: () => [
          {
            title: "About the text",
            lead: answer.keywords.map(({ term }) => term).join(", "),
            lines: [
              `Language: ${answer.language.language ?? "not certain"}`,
              plural(slices.length, "subject"),
            ],
          },
        ],
        request: {
          name: "app.textBench" as const,
          args: {
            text,
            ...(retina ? { retina_name: retina.name } : {}),
            ...(readAs === "" ? {} : { language: readAs }),
          },
        },
      };
    }, [answer, slices, text, retina, readAs]),
  });
}

/** What the text is about, the most telling first, with the cells that each word shares with the whole. */
function Keywords() {
  const { answer } = useTextBench();
  const sourceOf = useSourceOf();
  useEndHover(answer);
  const lit = useTextLook(({ keyword }) => keyword);
  const keywords = answer?.keywords ?? [];
  if (!answer || keywords.length === 0) return null;
  const toggle = (term: string) => useTextLook.setState({ keyword: lit === term ? "" : term });
  const together = {
    or: keywords.map(({ term, positions }) => sourceOf({ term }, positions)),
  };
  return (
    <section aria-label="Keywords">
      <div className="text-head row apart">
        <h3>Keywords</h3>
        <Button size="small" tone="quiet" onPress={() => openWith("explore", [together])}>
          Combine in Explore
        </Button>
      </div>
      <ol className="keywords">
        {keywords.map(({ term, score, positions }) => (
          <li className="row gap-1" key={term} {...lights(() => ({ name: term, positions }))}>
            <button
              type="button"
              className="keyword pick columns grow"
              aria-pressed={lit === term}
              onClick={() => toggle(term)}
              onFocus={() => hoverTerm({ name: term, positions })}
              onBlur={() => hoverTerm(null)}
            >
              <span className="breaks" dir="auto">
                {term}
              </span>
              <OverlapBar share={positions.length === 0 ? 0 : score / positions.length} />
              <span className="figures muted nowrap fine">
                {positions.length === 0
                  ? "unknown"
                  : `${formatCount(score)} of ${formatCount(positions.length)}`}
              </span>
            </button>
            <SendMenu
              what={term}
              source={sourceOf({ term }, positions)}
              positions={positions}
              isSmall
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A text of a megabyte has hundreds of slices; so many are listed at once. */
const SHOWN_SLICES = 60;

/** Where the subject changes: blocks in reading order. */
function Slices() {
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
      {...lights(() => ({ name: `slice ${number}`, positions: slice.positions }))}
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
