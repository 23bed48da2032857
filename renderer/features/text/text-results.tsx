import { useMemo } from "react";
import { Empty } from "../../components/controls/states.tsx";
import { plural } from "../../model/format.ts";
import { usePublish } from "../../state/publish.ts";
import { Keywords } from "./keywords.tsx";
import { LanguageLine } from "./language-line.tsx";
import { Slices } from "./slices.tsx";
import { useTextBench } from "./use-text-bench.ts";

/** What the text is about: language, keywords, slices. */
export function TextResults() {
  const { bench, answer, isStale } = useTextBench();
  useOfferSlices();
  return (
    <div className="results">
      <h2>What it is about</h2>
      {!answer && (
        <Empty>
          Language, keywords and the places where the subject changes will appear here once{" "}
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
              No word of this text is in the retina, so it has no fingerprint, no keywords and no
              slices.
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
  const { answer, used, bench, retina, slices, isOwn } = useTextBench();
  usePublish({
    exports: useMemo(() => {
      if (!answer) return null;
      return {
        name: "text slices",
        settings: {
          slices: isOwn ? "set by hand" : "found",
          withoutNumbers: bench.withoutNumbers,
          withoutFaint: bench.withoutFaint,
          leftOut: bench.leftOut.join(" "),
        },
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
            title: "What it is about",
            lead: answer.keywords.map(({ term }) => term).join(", "),
            lines: [
              `Language: ${answer.language.language ?? "not certain"}`,
              plural(slices.length, "subject"),
            ],
          },
        ],
        request: {
          name: "app.textBench" as const,
          args: { text: used, ...(retina ? { retina_name: retina.name } : {}) },
        },
      };
    }, [answer, slices, isOwn, bench, used, retina]),
  });
}
