import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { comparisonIn, ordinalOf } from "./compare/comparison.ts";
import { labelOfTree, notesOf, treeOf } from "./expression-tree.ts";
import type { Filter } from "./filters/filter-model.ts";
import { isFilter } from "./filters/filter-model.ts";
import { isFingerprint, labelOf } from "./fingerprint.ts";
import { fitted } from "./fit.ts";
import { isRecord, isText } from "./guards.ts";
import { entriesOf, historySchema, labelOfEntry } from "./query-history.ts";
import { NO_SUBJECT, subjectSchema } from "./subject.ts";
import type { Visit } from "./visit.ts";
import type { Content } from "./workspace.ts";

/** Something of a workspace that one can look at: with its cells where the file has them. */
export interface Item {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly positions: readonly number[] | null;
  /** Null for what is no expression. */
  readonly source: ExpressionJson | null;
  /** A text as it was put in; "" for none. */
  readonly text: string;
  readonly filter: Filter | null;
}

const BLANK = { positions: null, source: null, text: "", filter: null };

/** Everything in a workspace file that a person made, in the order of the views. */
export function itemsOf({ saved, along }: Pick<Visit, "saved" | "along">): readonly Item[] {
  const cells = new Map(along?.fingerprints.map(({ of, positions }) => [of, positions]));
  const cellsOf = (of: string) => cells.get(of) ?? null;
  return [
    ...subjectIn(saved.content, cellsOf),
    ...comparedIn(saved.content).map(({ of, label, source }) => ({
      ...BLANK,
      id: of,
      group: "Comparison",
      label,
      source,
      positions: cellsOf(of),
    })),
    ...pinnedIn(saved.content),
    ...filtersIn(saved.content, cellsOf),
    ...textIn(saved.content),
    ...historyIn(saved.content),
  ];
}

type CellsOf = (of: string) => readonly number[] | null;

function subjectIn({ subject }: Content, cellsOf: CellsOf): Item[] {
  const { value: now } = fitted(subjectSchema, subject, NO_SUBJECT);
  const { expression: source } = now;
  if (source === null) return [];
  const tree = treeOf(now);
  const label = tree ? labelOfTree(tree, notesOf(now)) : labelOf(source);
  const positions = cellsOf("expression");
  return [{ ...BLANK, id: "expression", group: "Expression", label, source, positions }];
}

/** Files of earlier versions name the cells of the first two so. */
const FIRST = ["left", "right"];

/** What is compared, with the name of its cells in a file. */
export const comparedIn = (content: Content) =>
  comparisonIn(content).items.flatMap(({ source }, index) => {
    const of = FIRST[index] ?? ordinalOf(index);
    return source === null ? [] : [{ of, source, label: labelOf(source) }];
  });

function pinnedIn({ pins }: Content): Item[] {
  if (!Array.isArray(pins)) return [];
  return pins.filter(isFingerprint).map(({ id, label, source, positions }) => ({
    ...BLANK,
    id: `pin ${id}`,
    group: "Shelf",
    label,
    source,
    positions,
  }));
}

function filtersIn({ filters }: Content, cellsOf: CellsOf): Item[] {
  if (!isRecord(filters)) return [];
  const all: unknown[] = Object.values(filters);
  return all
    .filter(isFilter)
    .sort((a, b) => a.place - b.place)
    .map((filter) => ({
      ...BLANK,
      id: `filter ${filter.id}`,
      group: "Filters",
      label: filter.name,
      filter,
      positions: cellsOf(`filter ${filter.id}`),
    }));
}

const LONGEST_LABEL = 60;

function textIn({ text }: Content): Item[] {
  if (!isRecord(text) || !isText(text.text) || text.text.trim() === "") return [];
  const label = text.text.trim().replace(/\s+/g, " ").slice(0, LONGEST_LABEL);
  return [{ ...BLANK, id: "text", group: "Text", label, text: text.text }];
}

function historyIn({ history }: Content): Item[] {
  const { value: known } = fitted(historySchema, history, { next: 1, entries: {} });
  return entriesOf(known)
    .toReversed()
    .map((entry) => ({
      ...BLANK,
      id: `history ${entry.number}`,
      group: "History",
      label: `#${entry.number} ${labelOfEntry(entry, 60)}`,
      source: entry.expression,
    }));
}
