import type { ExpressionJson } from "../../core/api/json-value.ts";
import type { NodeId } from "../../core/expression/draft.ts";
import { labelOf } from "./fingerprint.ts";
import { markPlace, navigate, type Place, useNavigation } from "./navigation.ts";
import { defineSlice, isRecord, isText } from "./slice.ts";

/**
 * What Build and Similar look at and the map shows: one expression, or nothing yet. `extra` is Build's own
 * (labels, mutes, collapsed nodes), kept apart so that the expression stays what the service accepts.
 */
export interface Subject {
  readonly expression: ExpressionJson | null;
  /** Greatest share of the map to keep; 1 keeps all. */
  readonly sparsity: number;
  /** Ids of the nodes in reading order. Absent where they are n1, n2 and so on, as in any expression from elsewhere. */
  readonly ids?: readonly NodeId[];
  readonly extra: { readonly [key: string]: string | number | boolean };
}

const EMPTY: Subject = { expression: null, sparsity: 1, extra: {} };

export const subject = defineSlice<Subject>(
  "subject",
  EMPTY,
  (value): value is Subject =>
    isRecord(value) &&
    (value.expression === null || isRecord(value.expression)) &&
    typeof value.sparsity === "number" &&
    (value.ids === undefined || (Array.isArray(value.ids) && value.ids.every(isText))) &&
    isRecord(value.extra),
);

/** Replaces the subject by another expression, as a step of undo and of back. */
export function explore(expression: ExpressionJson, view = "similar"): void {
  exploreSubject({ ...EMPTY, expression }, { view, label: `Explore ${labelOf(expression, 40)}` });
}

/** Looks at nothing any more; one step of undo. */
export function clearSubject(): void {
  subject.edit("Clear the expression", () => EMPTY);
}

interface Exploring {
  readonly view: string;
  /** Names the step of undo. */
  readonly label: string;
}

/** The same for an expression whose parts have names or are muted. */
export function exploreSubject(next: Subject, { view, label }: Exploring): void {
  noteHere();
  subject.edit(label, () => next);
  navigate(view, placeOf(next));
}

const SUBJECT_VIEWS: readonly string[] = ["build", "similar"];

/** Whether the view looks at the subject. */
export const isSubjectView = (view: string): boolean => SUBJECT_VIEWS.includes(view);

/** Opens a view; Build and Similar take what is looked at along. */
export function openView(view: string): void {
  noteHere();
  navigate(view, isSubjectView(view) ? placeOf(subject.read()) : {});
}

/** What is looked at may have changed since the person came here. */
function noteHere(): void {
  if (isSubjectView(useNavigation.getState().view)) markPlace(placeOf(subject.read()));
}

/** The subject as part of a place on the trail. */
const placeOf = ({ expression, extra, sparsity, ids }: Subject): Omit<Place, "view"> => {
  if (!expression) return {};
  const hasNotes = Object.keys(extra).length > 0;
  return {
    expression,
    ...(ids ? { ids } : {}),
    ...(hasNotes ? { extra } : {}),
    ...(sparsity < 1 ? { sparsity } : {}),
  };
};

/** A place as the subject it was. */
export const subjectAt = ({ expression, ...rest }: Place): Subject => ({
  expression: expression ?? null,
  sparsity: rest.sparsity ?? 1,
  ...(rest.ids ? { ids: rest.ids } : {}),
  extra: rest.extra ?? {},
});

/** Shows again what was looked at; the expression comes back with its place, as one undoable step. */
export function showPlace(place: Place | null): void {
  if (!place?.expression) return;
  const { expression } = place;
  if (JSON.stringify(expression) === JSON.stringify(subject.read().expression)) return;
  subject.edit(`Go back to ${labelOf(expression, 40)}`, () => subjectAt(place));
}
