import { Button } from "../../components/controls/button.tsx";
import type { Restriction } from "../../model/collection/restrictions.ts";
import { formatCount, formatScore, plural } from "../../model/format.ts";
import { changeLook } from "../../state/collection/collection-look.ts";
import { focusRows } from "./focus-soon.ts";

export const overChip = (score: string, from: number): Restriction => ({
  kind: "score",
  score,
  range: { from },
});
export const underChip = (score: string, below: number): Restriction => ({
  kind: "score",
  score,
  range: { below },
});

/** The rows behind a figure are the ones shown below the table. */
function showRows(label: string, restrictions: readonly Restriction[]): void {
  changeLook(`Show rows ${label}`, { restrictions });
  focusRows();
}

interface CellProps {
  readonly rows: number | undefined;
  /** What the rows are, after "rows". */
  readonly label: string;
  readonly show: readonly Restriction[];
}

export function Cell({ rows, label, show }: CellProps) {
  if (rows === undefined) return "…";
  if (rows === 0) return <span className="muted">0</span>;
  return (
    <button
      type="button"
      className="truth-rows plain"
      aria-label={`Show ${plural(rows, "row")} ${label}`}
      onClick={() => showRows(label, show)}
    >
      {formatCount(rows)}
    </button>
  );
}

/** The name of a score, and the way to label rows for it. */
export function ScoreName({ score }: { readonly score: string }) {
  return (
    <th scope="row" dir="auto">
      {score}{" "}
      <Button
        size="small"
        tone="quiet"
        aria-label={`Label rows for ${score}`}
        onPress={() => changeLook(`Label for ${score}`, { lens: "labels", category: score })}
      >
        Label
      </Button>
    </th>
  );
}

/** The score from which a row belongs, to be typed. */
export function LineBox({
  score,
  line,
}: {
  readonly score: string;
  readonly line: number | undefined;
}) {
  if (line === undefined) return "…";
  return (
    <input
      key={line}
      className="truth-line"
      type="number"
      min={0}
      max={1}
      step={0.01}
      aria-label={`Threshold of ${score}`}
      defaultValue={formatScore(line)}
      onBlur={({ currentTarget: { value, defaultValue } }) => {
        const next = Number(value);
        if (value === "" || value === defaultValue || !(next >= 0 && next <= 1)) return;
        changeLook(`Threshold of ${score} at ${formatScore(next)}`, ({ lines }) => ({
          lines: { ...lines, [score]: next },
        }));
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") currentTarget.blur();
      }}
    />
  );
}
