import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { queryClient } from "../api/query-client.ts";
import { type EvaluateOptions, evaluateCall } from "../api/subject-queries.ts";
import { refersToOthers, subjectTreeOf } from "../model/subject.ts";
import { retinaInUse } from "./retina.ts";
import { subject } from "./subject.ts";
import { workspace } from "./workspace.ts";

/** What was evaluated. */
export interface Evaluation {
  readonly retina: string;
  readonly expression: ExpressionJson;
  readonly positions: readonly number[];
}

const followers = new Set<(evaluation: Evaluation) => void>();

/** Told of each evaluation as its answer comes, so that what follows from it is asked for while the page still draws it. */
export function useFollowEvaluation(follow: (evaluation: Evaluation) => void): void {
  useEffect(() => {
    followers.add(follow);
    return () => void followers.delete(follow);
  }, [follow]);
}

/** The evaluation of a subject, which followers are told of. */
export function evaluateAhead(
  retina: string,
  expression: ExpressionJson,
  options: EvaluateOptions = {},
) {
  const { queryKey, queryFn } = evaluateCall(retina, expression, options);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const answer = await queryFn({ signal });
      const { evaluated, positions } = answer;
      if (evaluated && positions.length > 0)
        for (const follow of followers) follow({ retina, expression, positions });
      return answer;
    },
  });
}

/** Asks for the evaluation of every new subject at once, before the page has drawn the change. */
export function startAskingAhead(): void {
  let last = subject.read();
  workspace.subscribe(() => {
    const now = subject.read();
    if (now === last) return;
    last = now;
    const retina = retinaInUse();
    if (retina === "" || refersToOthers(now)) return;
    const { json, sparsity, skipUnknown } = subjectTreeOf(now, () => "");
    if (json) askAhead(retina, json, { sparsity, skipUnknown });
  });
}

/** Asks for what will soon be looked at; whoever looks shares the answer. */
export function askAhead(
  retina: string,
  expression: ExpressionJson,
  options?: EvaluateOptions,
): void {
  void queryClient.prefetchQuery(evaluateAhead(retina, expression, options));
}
