import { useMemo } from "react";
import type { Field, Column as OwnColumn } from "../../../core/api/schema/collection-types.ts";
import type { CollectionInfo, CollectionRow } from "../../api/collection-queries.ts";
import type { Column } from "../../components/table/virtual-table.tsx";
import type { Look } from "../../model/collection/look.ts";
import { formatCount, formatScore } from "../../model/format.ts";
import { plainLanguageName } from "../../model/language-name.ts";
import type { SortState } from "../../model/tables/table-layout.ts";
import { changeLook } from "../../state/collection/collection-look.ts";
import { lineParts } from "./model/text-parts.ts";
import type { Lines } from "./model/truth.ts";

type Sought = readonly (readonly string[])[];

/** Number of columns of the file in the table; the card of a row has all. */
const MOST_SHOWN = 2;

interface TableShows {
  readonly sought: Sought;
  readonly hasCloseness: boolean;
  /** Its label and score come next to the text: they are what is worked on. */
  readonly category: string;
  /** From which score on rows belong; null where nothing is decided. */
  readonly lines: Lines | null;
}

/** The table's columns: closeness, text, those of the file, labels and scores. */
export function useRowColumns(
  info: CollectionInfo,
  { sought, hasCloseness, category, lines }: TableShows,
): readonly Column<CollectionRow>[] {
  return useMemo(() => {
    const { columns, roles, scores, labels } = info;
    const first = [roles.title, roles.date, roles.category];
    const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
    const ofFile = columns
      .map((column, index) => ({ column, index }))
      .toSorted((a, b) => rank(a.column.name) - rank(b.column.name));
    const isAtHand = (name: string) => name === category || (lines?.has(name) ?? false);
    // Several scores take the room of one of them.
    const shown = MOST_SHOWN - Number(scores.filter(isAtHand).length > 1);
    return [
      ...(hasCloseness ? [CLOSENESS] : []),
      textColumn(sought),
      ...labels
        .filter(({ filter }) => isAtHand(filter))
        .map((own) => labelColumn(own, lines ? `Label ${own.filter}` : "Label")),
      ...(lines ? [decisionColumn(lines)] : []),
      ...scores
        .filter(isAtHand)
        .map((name, _, { length }) => scoreColumn(name, length > 1 ? name : "Score")),
      ...ofFile
        .slice(0, shown)
        .map(({ column, index }) =>
          column.name === roles.language
            ? languageColumn(column, index)
            : fileColumn(column, index),
        ),
      ...labels.filter(({ filter }) => !isAtHand(filter)).map((own) => labelColumn(own)),
      ...scores.filter((name) => !isAtHand(name)).map((name) => scoreColumn(name)),
    ];
  }, [info, sought, hasCloseness, category, lines]);
}

const CLOSENESS: Column<CollectionRow> = {
  id: "closeness",
  title: "Similarity",
  hint: "Similarity to the search, 0 to 1",
  track: "56px",
  align: "end",
  cell: ({ score }) => (score === null ? "" : formatScore(score)),
};

const textColumn = (sought: Sought): Column<CollectionRow> => ({
  id: "text",
  title: "Text",
  track: "minmax(176px, 1fr)",
  cell: ({ text }) =>
    text.trim() === "" ? (
      <span className="muted">no text</span>
    ) : (
      <MarkedParts parts={lineParts(text, sought)} />
    ),
});

/** `index` is its place among a row's values. */
function fileColumn({ name, type }: OwnColumn, index: number): Column<CollectionRow> {
  return {
    id: `column ${name}`,
    title: name,
    track: type === "number" ? "64px" : type === "date" ? "88px" : "128px",
    ...(type === "number" ? { align: "end" as const } : {}),
    canSort: type !== "list",
    cell: ({ values }) => {
      const text = valueText(values[index] ?? null);
      // The time of day is on the card.
      return <span dir="auto">{type === "date" ? text.slice(0, 10) : text}</span>;
    },
  };
}

/** Which language a row is in: by its name, as everywhere else. */
const languageColumn = (column: OwnColumn, index: number): Column<CollectionRow> => ({
  ...fileColumn(column, index),
  track: "84px",
  cell: ({ values }) => plainLanguageName(valueText(values[index] ?? null)),
});

export const valueText = (value: CollectionRow["values"][number]): string => {
  if (value === null) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
};

type LabelCount = CollectionInfo["labels"][number];

const labelColumn = ({ filter, authors }: LabelCount, title = filter): Column<CollectionRow> => ({
  id: `label ${filter}`,
  title,
  hint: `Label for ${filter}`,
  track: authors.length > 0 ? "200px" : "80px",
  cell: ({ labels }) => {
    const own = labels.find((each) => each.filter === filter);
    if (own === undefined) return "";
    return (
      <>
        {own.belongs ? "● matches" : "○ does not"}
        {own.author !== undefined && (
          <span className="muted" title={own.author}>
            , <bdi>{own.author}</bdi>
          </span>
        )}
      </>
    );
  },
});

/** What a row belongs to by its scores. */
const decisionColumn = (lines: Lines): Column<CollectionRow> => ({
  id: "decision",
  title: "Decision",
  hint: "Filters that the row matches, by score",
  track: "112px",
  cell: ({ size, scores }) => {
    if (size === 0) return <span className="muted">no known word</span>;
    const names = scores
      .filter(({ name, score }) => {
        const line = lines.get(name);
        return line !== undefined && score >= line;
      })
      .map(({ name }) => name);
    return names.length === 0 ? <span className="muted">none</span> : names.join(", ");
  },
});

/** What a score takes, or its title where that is longer; of a very long one the beginning. */
const scoreWidth = (title: string) => Math.min(128, Math.max(60, 16 + 7 * title.length));

const scoreColumn = (name: string, title = name): Column<CollectionRow> => ({
  id: `score ${name}`,
  title,
  hint: `Score of ${name}, 0 to 1`,
  track: `${scoreWidth(title)}px`,
  align: "end",
  canSort: true,
  cell: ({ scores }) => {
    const own = scores.find((each) => each.name === name);
    return own === undefined ? "" : formatScore(own.score);
  },
});

/** The order as the head shows it. */
export function sortStateOf({ sort }: Look): SortState | undefined {
  if (sort === null) return undefined;
  const { field, descending } = sort;
  return {
    column: "column" in field ? `column ${field.column}` : `score ${field.score}`,
    direction: descending ? "descending" : "ascending",
  };
}

export function sortBy({ column, direction }: SortState): void {
  const name = column.slice(column.indexOf(" ") + 1);
  const field: Field = column.startsWith("score ") ? { score: name } : { column: name };
  changeLook(`Sort by ${name}`, { sort: { field, descending: direction === "descending" } });
}

/** Under the last row: why there are no more. */
export function MoreRows({
  shown,
  total,
  deepest,
}: {
  readonly shown: number;
  readonly total: number;
  readonly deepest: number;
}) {
  if (shown < deepest || total <= deepest) return null;
  return (
    <p className="collection-more muted figures">
      These are the first {formatCount(deepest)} of {formatCount(total)} rows. Restrict them to see
      others. An export contains all.
    </p>
  );
}

interface MarkedPartsProps {
  readonly parts: readonly { readonly text: string; readonly isHit: boolean }[];
}

/** A text whose hits are marked, for eyes and for screen readers. */
export function MarkedParts({ parts }: MarkedPartsProps) {
  return (
    <span className="marked-parts" dir="auto">
      {parts.map(({ text, isHit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name
        isHit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </span>
  );
}
