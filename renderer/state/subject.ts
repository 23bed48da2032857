import type { Content } from "../../core/workspace/workspace.ts";
import { subjectOfFormer } from "../model/former-subject.ts";
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

type Stored = Content[string] | undefined;
const former = new WeakMap<object, Stored>();

/** The same value for the same content, whatever build wrote it. */
function savedSubject({ subject: value }: Content): Stored {
  if (typeof value !== "object" || value === null) return value;
  if (!former.has(value)) former.set(value, subjectOfFormer(value));
  return former.get(value);
}

export const subject = defineSlice("subject", {
  title: "the expression",
  schema: subjectSchema,
  initial: NO_SUBJECT,
  saved: savedSubject,
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
