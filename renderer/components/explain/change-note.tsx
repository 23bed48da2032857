import type { Output } from "../../../core/api/client-types.ts";
import { formatScore } from "../../model/format.ts";
import "./explain.css";

type Match = Output<"app.explainMatch">;

interface ChangeNoteProps {
  readonly match: Match;
  /** What is measured against: "your line", "the threshold". */
  readonly line: string;
  /** How each side is called: "the first text". */
  readonly names: { readonly left: string; readonly right: string };
}

/** Which words would have to go; found by computing again, never by estimate. */
export function ChangeNote({ match: { change, by }, line, names }: ChangeNoteProps) {
  if (change === null)
    return (
      <p className="muted" role="status">
        {by === undefined
          ? `Too many words would have to be removed for it to fall below ${line}; no small change is enough.`
          : `No word alone takes it below ${line}; several at once were not tried.`}
      </p>
    );
  const taken = (["left", "right"] as const).flatMap((side) => {
    const words = change.removed
      .filter((each) => each.side === side)
      .map(({ word }) => `“${word}”`);
    return words.length === 0 ? [] : [`${words.join(", ")} in ${names[side]}`];
  });
  return (
    <p className="note" role="status">
      Without {taken.join(" and ")} the cosine falls from {formatScore(change.before)} to{" "}
      {formatScore(change.after)}, below {line}.{" "}
      <span className="muted">
        {change.removed.length === 1
          ? "One word is enough; computed again without it."
          : change.isSmallest
            ? "Every smaller set of words was tried; none is enough."
            : "The smallest set found; a smaller one may exist."}
      </span>
    </p>
  );
}
