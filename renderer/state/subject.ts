import type { ExpressionJson } from "../../core/api/json-value.ts";
import { labelOf } from "./fingerprint.ts";
import { markPlace, navigate, type Place, useNavigation } from "./navigation.ts";
import { defineSlice, isRecord } from "./slice.ts";

/**
 * What Build and Similar look at and the map shows: one expression, or nothing yet. `extra` is Build's own
 * (labels, mutes, collapsed nodes), kept apart so that the expression stays what the service accepts.
 */
export interface Subject {
  readonly expression: ExpressionJson | null;
  /** Greatest share of the map to keep; 1 keeps all. */
  readonly sparsity: number;
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
    isRecord(value.extra),
);

/** Replaces the subject by another expression, as a step of undo and of back. */
export function explore(expression: ExpressionJson, view = "similar"): void {
  noteHere();
  subject.edit(`Explore ${labelOf(expression, 40)}`, () => ({ ...EMPTY, expression }));
  navigate(view, { expression });
}

const SUBJECT_VIEWS: readonly string[] = ["build", "similar"];

/** Opens a view; Build and Similar take what is looked at along. */
export function openView(view: string): void {
  noteHere();
  const { expression } = subject.read();
  navigate(view, SUBJECT_VIEWS.includes(view) && expression ? { expression } : {});
}

/** What is looked at may have changed since the person came here. */
function noteHere(): void {
  if (SUBJECT_VIEWS.includes(useNavigation.getState().view)) markPlace(subject.read().expression);
}

/** Shows again what was looked at; the expression comes back with its place, as one undoable step. */
export function showPlace(place: Place | null): void {
  const { expression } = place ?? {};
  if (!expression || JSON.stringify(expression) === JSON.stringify(subject.read().expression))
    return;
  subject.edit(`Go back to ${labelOf(expression, 40)}`, () => ({ ...EMPTY, expression }));
}
