import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Context, createContext, useContext } from "react";
import { exploreQuery } from "../api/subject-queries.ts";
import type { SubjectTree } from "../model/subject.ts";
import type { EvaluatedSubject } from "./evaluate-subject.ts";

export const SubjectTreeContext = createContext<SubjectTree | null>(null);
export const EvaluatedSubjectContext = createContext<EvaluatedSubject | null>(null);

/** The subject as a tree, with what is noted about its nodes and what goes to the engine. */
export const useSubjectTree = (): SubjectTree => useGiven(SubjectTreeContext);

/**
 * The subject evaluated: its positions, unknown words, trace. Earlier answers stay until the new one has
 * come, and while an operand without positions stands in the way; `isStale` says so.
 */
export const useEvaluatedSubject = (): EvaluatedSubject => useGiven(EvaluatedSubjectContext);

function useGiven<T>(context: Context<T | null>): T {
  const given = useContext(context);
  if (given === null) throw new Error("The subject is read outside of CommonGround.");
  return given;
}

/** Similar terms and contexts of the subject. */
export function useExploredSubject() {
  const { retina, positions, expression } = useEvaluatedSubject();
  const explored = useQuery({
    ...exploreQuery(retina?.name ?? "", positions),
    enabled: retina !== null && expression !== null && positions.length > 0,
    placeholderData: keepPreviousData,
  });
  return {
    explored,
    data: expression !== null && positions.length > 0 ? explored.data : undefined,
  };
}
