import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { engineQuery } from "../../api/query-client.ts";
import { Failure } from "../../components/controls/states.tsx";
import { useRetina } from "../../state/retina.ts";
import { comparison } from "./comparison.ts";
import { ORDINAL } from "./slot.tsx";

type CreditedSide = Output<"app.explainTexts">["left"];

const explainQuery = (retina: string, left: string, right: string) =>
  queryOptions(engineQuery(retina, "app.explainTexts", { retina_name: retina, left, right }));

/** Two texts with the words shaded by how many shared cells they caused; equal words are underlined. */
export function TextCredits() {
  const now = comparison.use();
  const retina = useRetina()?.name ?? "";
  const left = textOf(now.left.source);
  const right = textOf(now.right.source);
  const explained = useQuery({
    ...explainQuery(retina, left ?? "", right ?? ""),
    enabled: retina !== "" && left !== null && right !== null,
    placeholderData: keepPreviousData,
  });
  if (left === null || right === null) return null;
  return (
    <section className="credits" aria-label="Words behind the overlap">
      <h3>Words behind the overlap</h3>
      {explained.isError && (
        <Failure
          error={explained.error}
          doing="Finding the words behind the overlap"
          onRetry={() => void explained.refetch()}
        />
      )}
      {explained.data && !explained.isPlaceholderData && (
        <>
          <CreditedText title={ORDINAL.left} text={left} side={explained.data.left} />
          <CreditedText title={ORDINAL.right} text={right} side={explained.data.right} />
          <p className="muted">Darker: more shared cells. Underlined: the same word in both.</p>
        </>
      )}
    </section>
  );
}

const textOf = (source: object | null): string | null =>
  source !== null && "text" in source && typeof source.text === "string" ? source.text : null;

interface CreditedTextProps {
  readonly title: string;
  readonly text: string;
  readonly side: CreditedSide;
}

function CreditedText({ title, text, side }: CreditedTextProps) {
  const pieces = useMemo(() => piecesOf(text, side.credits), [text, side]);
  return (
    <>
      <h4 className="visually-hidden">{title} text</h4>
      <p className="credited" dir="auto">
        {pieces.map(({ start, words, credit, share }) =>
          credit === null ? (
            <span key={start}>{words}</span>
          ) : (
            <mark
              key={start}
              data-literal={credit.literal || undefined}
              style={{ backgroundColor: shade(share) }}
              title={`${credit.cells.toFixed(1)} of the shared cells${credit.literal ? "; the other text has the same word" : ""}`}
            >
              {words}
            </mark>
          ),
        )}
      </p>
      {side.verified && (
        <p className="muted">
          Without “{side.verified.word}” the overlap falls from {side.verified.before} to{" "}
          {side.verified.after} cells (computed anew).
        </p>
      )}
    </>
  );
}

const shade = (share: number): string =>
  `color-mix(in srgb, var(--shared) ${Math.round(8 + 52 * share)}%, transparent)`;

interface Piece {
  readonly start: number;
  readonly words: string;
  readonly credit: CreditedSide["credits"][number] | null;
  /** Of the word with most cells, 0 to 1. */
  readonly share: number;
}

/** Credited words and the stretches between them, in order; together they are the whole text. */
export function piecesOf(text: string, credits: CreditedSide["credits"]): Piece[] {
  const most = Math.max(1e-9, ...credits.map(({ cells }) => cells));
  const pieces: Piece[] = [];
  let at = 0;
  const plain = (end: number) => {
    if (end > at) pieces.push({ start: at, words: text.slice(at, end), credit: null, share: 0 });
  };
  for (const credit of [...credits].sort((a, b) => a.start - b.start)) {
    if (credit.start < at || credit.cells <= 0 || credit.end > text.length) continue;
    plain(credit.start);
    pieces.push({
      start: credit.start,
      words: text.slice(credit.start, credit.end),
      credit,
      share: credit.cells / most,
    });
    at = credit.end;
  }
  plain(text.length);
  return pieces;
}
