import { useMemo } from "react";
import { type Credit, type CreditedSide, type PlaceCells, piecesOf } from "./pieces.ts";
import "./explain.css";

interface CreditedTextProps {
  readonly title: string;
  readonly text: string;
  readonly side: CreditedSide;
  /** Only these words are shaded, e.g. those of one region; all when left out. */
  readonly only?: PlaceCells | undefined;
}

/** A text with its words shaded by how many shared cells they caused; words that both have are underlined. */
export function CreditedText({ title, text, side, only }: CreditedTextProps) {
  const pieces = useMemo(() => piecesOf(text, side.credits, only), [text, side, only]);
  return (
    <>
      <h4 className="visually-hidden">{title}</h4>
      <p className="credited breaks" dir="auto">
        {pieces.map(({ start, words, credit, share }) =>
          credit === null ? (
            <span key={start}>{words}</span>
          ) : (
            <mark
              key={start}
              data-literal={credit.literal || undefined}
              style={{ backgroundColor: shade(share) }}
              title={explain(credit)}
            >
              {words}
            </mark>
          ),
        )}
      </p>
    </>
  );
}

const explain = ({ cells, near, literal, meaning }: Credit): string =>
  [
    meaning === undefined ? "" : `= ${meaning.join(", ")}`,
    `${cells.toFixed(1)} of the shared cells`,
    literal ? "the other text has the same word" : "",
    near.length > 0 ? `read as near “${near.slice(0, MOST_NEAR).join("”, “")}”` : "",
  ]
    .filter(Boolean)
    .join("; ");

/** The known words named for one that the retina does not know. */
const MOST_NEAR = 3;

const shade = (share: number): string =>
  share <= 0
    ? "transparent"
    : `color-mix(in srgb, var(--shared) ${Math.round(8 + 52 * share)}%, transparent)`;
