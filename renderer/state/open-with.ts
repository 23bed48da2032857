import { useEffect, useRef } from "react";
import { create } from "zustand";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { labelOf } from "../model/fingerprint.ts";
import { isSubjectView, placeOf, subjectOfJson } from "../model/subject.ts";
import { navigate } from "./navigation.ts";
import { retinaInUse } from "./retina.ts";
import { exploreSubject, noteHere, subject } from "./subject.ts";

/** What a view is given, until it takes it. */
interface Given {
  readonly view: string;
  readonly expressions: readonly ExpressionJson[];
  /** What the person calls them, in the same order; empty where only the expressions tell. */
  readonly labels: readonly string[];
}

const useGiven = create<{ readonly given: Given | null }>(() => ({ given: null }));

/**
 * The one way to another view. It opens with what it is given: Explore looks at the first expression, any other view makes of
 * them what it can, e.g. an example for a filter, or a side of a comparison. Without anything Explore goes on with what is
 * looked at.
 */
export function openWith(
  view: string,
  expressions: readonly ExpressionJson[] = [],
  labels: readonly string[] = [],
): void {
  const [first] = expressions;
  if (first !== undefined && isSubjectView(view)) {
    exploreSubject(subjectOfJson(first, retinaInUse()), `Explore ${labelOf(first, 40)}`);
    return;
  }
  noteHere();
  if (first !== undefined) useGiven.setState({ given: { view, expressions, labels } });
  navigate(view, isSubjectView(view) ? placeOf(subject.read()) : {});
}

/** Goes to a term of the retina in use. */
export const exploreTerm = (term: string): void => openWith("explore", [{ term }]);

/** For the view that is opened: called once for each time it is given something. */
export function useOpenedWith(
  view: string,
  take: (expressions: readonly ExpressionJson[], labels: readonly string[]) => void,
): void {
  const given = useGiven((state) => state.given);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (given?.view !== view) return;
    useGiven.setState({ given: null });
    latest.current(given.expressions, given.labels);
  }, [given, view]);
}
