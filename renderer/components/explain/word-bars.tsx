import { plural } from "../../model/format.ts";
import { OverlapBar } from "../terms/overlap-bar.tsx";
import { type CreditedSide, wordShares } from "./pieces.ts";
import "./explain.css";

/** A word that accounts for 48 cells may cost 9 when it goes: what stays behind takes its room. */
function otherHolders(
  { before, after }: { readonly before: number; readonly after: number },
  credit: number,
): string {
  return before - after < HELD * credit ? ": other words have some of its cells too" : "";
}
/** Of a word's cells; when fewer go with it, that needs a word. */
const HELD = 0.8;

interface WordBarsProps {
  readonly label: string;
  readonly side: CreditedSide;
  readonly overlap: number;
}

const SHOWN = 6;

/** The words of a side by the share of the overlap that they cause, and the proof for the first one. */
export function WordBars({ label, side, overlap }: WordBarsProps) {
  const words = wordShares(side.credits);
  if (words.length === 0) return null;
  const rest = words.slice(SHOWN).reduce((sum, { cells }) => sum + cells, 0);
  return (
    <>
      <table className="word-bars figures" aria-label={label}>
        <thead>
          <tr className="muted">
            <th className="clip" scope="col">
              Word
            </th>
            <th className="clip" scope="col" aria-label="Share of the cells" />
            <th className="clip" scope="col">
              Cells
            </th>
          </tr>
        </thead>
        <tbody>
          {words.slice(0, SHOWN).map(({ word, cells, literal, meaning }) => (
            <tr key={word}>
              <th className="clip" scope="row" dir="auto" data-literal={literal || undefined}>
                {word}
                {meaning && <span className="muted"> = {meaning.join(", ")}</span>}
              </th>
              <td>
                <OverlapBar share={cells / overlap} colour="var(--shared)" />
              </td>
              <td>{cells.toFixed(1)}</td>
            </tr>
          ))}
          {words.length > SHOWN && (
            <tr className="muted">
              <th className="clip" scope="row">
                {plural(words.length - SHOWN, "other word")}
              </th>
              <td />
              <td>{rest.toFixed(1)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {side.verified && (
        <p className="muted">
          Without “{side.verified.word}” {side.verified.after} of {side.verified.before} shared
          cells remain{otherHolders(side.verified, words[0]?.cells ?? 0)}.
        </p>
      )}
    </>
  );
}
