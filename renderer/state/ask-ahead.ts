import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Output } from "../../core/api/client-types.ts";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { call } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import {
  type EvaluateOptions,
  evaluateCall,
  exploreCall,
  NEAR_LIMIT,
} from "../api/subject-queries.ts";
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

/** The evaluation of a subject, which followers are told of; what is near it is asked for beside it. */
export function evaluateAhead(
  retina: string,
  expression: ExpressionJson,
  options: EvaluateOptions = {},
) {
  const { queryKey, queryFn } = evaluateCall(retina, expression, options);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const near = nearby(retina, expression, { ...options, signal });
      const answer = await queryFn({ signal });
      const { evaluated, positions } = answer;
      if (evaluated && positions.length > 0) {
        if (near) shareNearby(retina, positions, near);
        for (const follow of followers) follow({ retina, expression, positions });
      }
      return answer;
    },
  });
}

/** Longer expressions hold texts or positions that are better read once. */
const LONG_EXPRESSION = 2000;

type Nearby = Promise<Output<"app.explore"> | undefined>;

/**
 * What is near an expression whose cells are not known yet; undefined for one that is near nothing, such as an unknown word.
 * @returns null where nobody follows, or where other cells may be looked at than the expression has
 */
function nearby(
  retina: string,
  expression: ExpressionJson,
  { sparsity = 1, signal }: EvaluateOptions & { readonly signal: AbortSignal },
): Nearby | null {
  if (followers.size === 0 || sparsity < 1) return null;
  if (JSON.stringify(expression).length > LONG_EXPRESSION) return null;
  const args = { retina_name: retina, expression, limit: NEAR_LIMIT };
  return call("app.explore", args, signal).catch(() => undefined);
}

/** Whoever asks for what is near the cells of an expression gets what was asked for with the expression. */
function shareNearby(retina: string, positions: readonly number[], near: Nearby): void {
  const { queryKey, queryFn } = exploreCall(retina, positions);
  void queryClient.prefetchQuery({
    queryKey,
    queryFn: async ({ signal }) => (await near) ?? queryFn({ signal }),
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
    const { json, sparsity } = subjectTreeOf(now, () => "");
    if (json) askAhead(retina, json, { sparsity });
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
