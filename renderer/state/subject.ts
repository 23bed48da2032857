import { labelOf } from "../model/fingerprint.ts";
import type { Place } from "../model/subject.ts";
import {
  isSubjectView,
  NO_SUBJECT,
  placeOf,
  type Subject,
  subjectAt,
  subjectSchema,
} from "../model/subject.ts";
import { markPlace, navigate, useNavigation } from "./navigation.ts";
import { defineSlice } from "./slice.ts";

export const subject = defineSlice("subject", {
  title: "the expression",
  schema: subjectSchema,
  initial: NO_SUBJECT,
});

/** Replaces the subject by another expression, as a step of undo and of back. */
export function exploreSubject(next: Subject, label: string): void {
  noteHere();
  // The step belongs to the view in which its effect is seen.
  navigate("explore", placeOf(next));
  subject.edit(label, () => next);
}

/** What is looked at may have changed since the person came here. */
export function noteHere(): void {
  if (isSubjectView(useNavigation.getState().view)) markPlace(placeOf(subject.read()));
}

/** Shows again what was looked at; the expression comes back with its place, as one undoable step. */
export function showPlace(place: Place | null): void {
  if (!place?.expression) return;
  const { expression } = place;
  if (JSON.stringify(expression) === JSON.stringify(subject.read().expression)) return;
  subject.edit(`Go back to ${labelOf(expression, 40)}`, () => subjectAt(place));
}
