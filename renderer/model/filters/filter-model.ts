import type { RetinaStamp } from "../fingerprint.ts";
import { newId } from "../fingerprint.ts";
import { isListOf, isRecord, isText } from "../guards.ts";
import { type CellEdit, isCellEdit } from "./cell-edits.ts";
import { type WayBack, withEntry } from "./filter-versions.ts";
import { isOutlook, type Outlook } from "./outlook.ts";

export type Side = "positive" | "negative";

/** One text that does or does not belong. */
export interface Example {
  readonly id: string;
  readonly text: string;
  readonly side: Side;
  /** Kept, but without a say. */
  readonly isMuted: boolean;
  /** The text was longer than what an example may have. */
  readonly isCut: boolean;
}

/** What a suggested threshold should favour. */
export const GOALS = ["balanced", "few-false-alarms", "few-misses"] as const;
export type Goal = (typeof GOALS)[number];

export interface HistoryEntry {
  /** ISO time. */
  readonly at: string;
  readonly what: string;
  /** How to come back to what was before; unknown for what came from a file. */
  readonly back?: WayBack;
}

/**
 * A category made from examples. Its cells are never kept: they follow from the texts, the edits on the map and the retina
 * in use.
 */
export interface Filter {
  readonly id: string;
  /** Orders the filters; set where they are stored. */
  readonly place: number;
  /** Unique among the filters; any characters. */
  readonly name: string;
  /** Groups filters in lists; "" for none. */
  readonly folder: string;
  readonly examples: readonly Example[];
  /** What was done to its cells on the map, in order; absent in filters of earlier versions. */
  readonly edits?: readonly CellEdit[];
  /** What it is meant for, in the person's words; absent for none. */
  readonly use?: string;
  /** What is known of the texts that it is for; absent where nobody has said anything. */
  readonly outlook?: Outlook;
  /** Cosine from which a text belongs; null follows the suggestion. */
  readonly threshold: number | null;
  readonly goal: Goal;
  /** ISO time. */
  readonly created: string;
  /** Grows with every change. */
  readonly version: number;
  /** The latest changes, oldest first. */
  readonly history: readonly HistoryEntry[];
  /** The retina that an imported filter was made with; null for one made here. */
  readonly importedFrom: RetinaStamp | null;
}

/** Characters of an example that are read. */
export const LONGEST_EXAMPLE = 20_000;
/** Characters of what a filter is meant for: it has room on the filter's card. */
export const LONGEST_USE = 400;
/** Examples a side. */
export const MOST_EXAMPLES = 5000;
const MOST_HISTORY = 40;

export function makeExample(text: string, side: Side): Example {
  return {
    id: newId(),
    text: text.slice(0, LONGEST_EXAMPLE),
    side,
    isMuted: false,
    isCut: text.length > LONGEST_EXAMPLE,
  };
}

export function makeFilter(name: string, examples: readonly Example[] = []): Filter {
  const now = new Date().toISOString();
  return {
    id: newId(),
    place: 0,
    name,
    folder: "",
    examples,
    threshold: null,
    goal: "balanced",
    created: now,
    version: 1,
    history: [{ at: now, what: "Create" }],
    importedFrom: null,
  };
}

/** The changed filter with its version and history; the same object for no change. */
export function withChange(
  filter: Filter,
  what: string,
  change: (before: Filter) => Filter,
): Filter {
  const after = change(filter);
  if (after === filter) return filter;
  const entry = { at: new Date().toISOString(), what };
  return {
    ...after,
    version: filter.version + 1,
    history: withEntry(filter, after, entry).slice(-MOST_HISTORY),
  };
}

/** The name, or the name with a number that no other filter has. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const name = wanted.trim() === "" ? "Untitled" : wanted.trim();
  if (!taken.includes(name)) return name;
  let turn = 2;
  while (taken.includes(`${name} (${turn})`)) turn++;
  return `${name} (${turn})`;
}

export const textsOf = (examples: readonly Example[]): string[] => examples.map(({ text }) => text);

const isExample = (value: unknown): value is Example =>
  isRecord(value) &&
  isText(value.id) &&
  isText(value.text) &&
  (value.side === "positive" || value.side === "negative") &&
  typeof value.isMuted === "boolean" &&
  typeof value.isCut === "boolean";

const isThreshold = (value: unknown): value is number | null =>
  value === null || typeof value === "number";

const isGoal = (value: unknown): value is Goal => GOALS.some((goal) => goal === value);

const isPut = (value: unknown): value is WayBack["put"][number] =>
  isRecord(value) && typeof value.at === "number" && isExample(value.example);

export const isWayBack = (value: unknown): value is WayBack =>
  isRecord(value) &&
  isListOf(isText)(value.dropped) &&
  isListOf(isPut)(value.put) &&
  isThreshold(value.threshold) &&
  isGoal(value.goal) &&
  (value.edits === undefined || isListOf(isCellEdit)(value.edits));

const isEntry = (value: unknown): value is HistoryEntry =>
  isRecord(value) &&
  isText(value.at) &&
  isText(value.what) &&
  (value.back === undefined || isWayBack(value.back));

const known = new WeakSet<object>();

/** Checks each object once: the same filters are read again and again. */
export function isFilter(value: unknown): value is Filter {
  if (!isRecord(value)) return false;
  if (known.has(value)) return true;
  const isGood =
    isText(value.id) &&
    typeof value.place === "number" &&
    isText(value.name) &&
    isText(value.folder) &&
    isListOf(isExample)(value.examples) &&
    (value.edits === undefined || isListOf(isCellEdit)(value.edits)) &&
    (value.use === undefined || isText(value.use)) &&
    (value.outlook === undefined || isOutlook(value.outlook)) &&
    isThreshold(value.threshold) &&
    isGoal(value.goal) &&
    isText(value.created) &&
    typeof value.version === "number" &&
    isListOf(isEntry)(value.history) &&
    (value.importedFrom === null || isRecord(value.importedFrom));
  if (isGood) known.add(value);
  return isGood;
}
