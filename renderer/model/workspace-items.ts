import type { ExpressionJson } from "../../core/api/json-value.ts";
import { labelOfTree, notesOf, treeOf } from "./expression-tree.ts";
import type { Filter } from "./filters/filter-model.ts";
import { isFilter } from "./filters/filter-model.ts";
import { isFingerprint, labelOf } from "./fingerprint.ts";
import { isRecord, isText } from "./guards.ts";
import type { Subject } from "./subject.ts";
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
  if (!isRecord(subject) || !isRecord(subject.expression) || !isRecord(subject.extra)) return [];
  const now = { sparsity: 1, ...subject } as unknown as Subject;
  const tree = treeOf(now);
  const source = now.expression as ExpressionJson;
  const label = tree ? labelOfTree(tree, notesOf(now)) : labelOf(source);
  const positions = cellsOf("expression");
  return [{ ...BLANK, id: "expression", group: "Expression", label, source, positions }];
}

/** The two sides of Compare that hold something. */
export function comparedIn({ compare }: Content) {
  if (!isRecord(compare)) return [];
  return (["left", "right"] as const).flatMap((of) => {
    const side = compare[of];
    if (!isRecord(side) || !isRecord(side.source)) return [];
    const source = side.source as unknown as ExpressionJson;
    return [{ of, source, label: labelOf(source) }];
  });
}

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
  if (!isRecord(history) || !isRecord(history.entries)) return [];
  return Object.values(history.entries).flatMap((entry): Item[] => {
    if (!isRecord(entry) || !isRecord(entry.expression)) return [];
    const source = entry.expression as unknown as ExpressionJson;
    const name = isText(entry.name) && entry.name !== "" ? entry.name : labelOf(source);
    const label = `#${String(entry.number)} ${name}`;
    return [{ ...BLANK, id: `history ${String(entry.number)}`, group: "History", label, source }];
  });
}
