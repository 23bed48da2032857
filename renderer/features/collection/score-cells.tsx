import { Button } from "../../components/controls/button.tsx";
import { fromIn, type Line } from "../../model/collection/lines.ts";
import type { Restriction } from "../../model/collection/restrictions.ts";
import { formatCount, formatScore, plural } from "../../model/format.ts";
import { plainLanguageName } from "../../model/language-name.ts";
import { changeLook } from "../../state/collection/collection-look.ts";
import { focusRows } from "./focus-soon.ts";

export const overChip = (score: string, { from, spoken }: Line): Restriction => ({
  kind: "score",
  score,
  range: { from },
  ...(spoken && { spoken }),
});
export const underChip = (score: string, { from, spoken }: Line): Restriction => ({
  kind: "score",
  score,
  range: { below: from },
  ...(spoken && { spoken }),
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
  readonly line: Line | undefined;
}) {
  if (line === undefined) return "…";
  return (
    <>
      <LineInput score={score} from={line.from} />
      <LanguageLines line={line} />
    </>
  );
}

function LineInput({ score, from }: { readonly score: string; readonly from: number }) {
  return (
    <input
      key={from}
      className="truth-line"
      type="number"
      min={0}
      max={1}
      step={0.01}
      aria-label={`Threshold of ${score}`}
      defaultValue={formatScore(from)}
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

/** Where rows of other languages belong from, and what that was drawn among; they move with the line of all others. */
function LanguageLines({ line }: { readonly line: Line }) {
  const languages = line.spoken?.languages ?? [];
  if (languages.length === 0) return null;
  const froms = languages.map(({ value }) => fromIn(line, value));
  const [least, most] = [Math.min(...froms), Math.max(...froms)].map(formatScore);
  const count = plural(languages.length, "language");
  return (
    <details className="language-lines fine">
      <summary className="muted">
        {count}: {least === most ? least : `${least} to ${most}`}
      </summary>
      <ul className="plain-list">
        {languages.map(({ value, from, texts }, at) => (
          <li key={value}>
            {plainLanguageName(value)} <strong>{formatScore(froms[at] ?? 0)}</strong>{" "}
            <span className="muted">
              {from === "given" ? `by ${plural(texts, "row")}` : `by ${texts} sample texts, few`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
