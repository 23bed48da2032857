import {
  isSubjectView,
  labelOfTree,
  NO_SUBJECT,
  type Place,
  placeOf,
  type Subject,
  subjectSchema,
  treeOf,
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

/** The subject may have changed since the user came here. */
export function noteHere(): void {
  if (isSubjectView(useNavigation.getState().view)) markPlace(placeOf(subject.read()));
}

/** Shows the subject of a place again, as one undoable step. */
export function showPlace(place: Place | null): void {
  const next = place?.subject;
  if (!next || next.line === subject.read().line) return;
  const tree = treeOf(next);
  subject.edit(`Go back to ${tree ? labelOfTree(tree, 40) : next.line.slice(0, 40)}`, () => next);
}
