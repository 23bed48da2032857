import type { Problem } from "../../../../core/expression/problems.ts";
import { piecesOf } from "../model/line-reading.ts";
import "./line.css";

interface UnderlinedProps {
  readonly text: string;
  readonly problems: readonly Pick<Problem, "span">[];
}

/** Lies exactly under the text of a `line-box` and carries the wavy lines. */
export function Underlined({ text, problems }: UnderlinedProps) {
  return (
    <div className="line-back" aria-hidden="true">
      {piecesOf(text, problems).map((piece) => (
        <span key={piece.start} className={piece.isWrong ? "line-wrong" : ""}>
          {piece.text}
        </span>
      ))}
      {"\u200b"}
    </div>
  );
}
