import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { create } from "zustand";
import type { Output } from "../../core/api/client-types.ts";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { leaveOut, type NodeId } from "../../core/expression/draft.ts";
import { printJson } from "../../core/expression/print-json.ts";
import { missingOf } from "../model/missing-parts.ts";
import type { Prepared } from "../model/prepare-expression.ts";
import type { SubjectTree } from "../model/subject.ts";
import { isSubjectView } from "../model/subject.ts";
import { evaluateAhead } from "./ask-ahead.ts";
import { useNavigation } from "./navigation.ts";
import { useRetina } from "./retina.ts";
import { subject } from "./subject.ts";

const NONE: readonly number[] = [];

/** The result that was last complete, for while the present expression has none. */
const usePrevious = create<{ readonly retina: string; readonly positions: readonly number[] }>(
  () => ({ retina: "", positions: NONE }),
);

export type EvaluatedSubject = ReturnType<typeof useEvaluation>;

/** Evaluates the subject while a view is open that looks at it. */
export function useEvaluation(subjectTree: SubjectTree) {
  const { tree, notes, label, prepared, json, sparsity, skipUnknown } = subjectTree;
  const retina = useRetina();
  const { expression } = subject.use();
  const isLookedAt = useNavigation(({ view }) => isSubjectView(view));
  const result = useQuery({
    ...evaluateAhead(retina?.name ?? "", json ?? { positions: [0] }, { sparsity, skipUnknown }),
    enabled: isLookedAt && retina !== null && json !== null,
    placeholderData: keepPreviousData,
  });
  const data = json === null ? undefined : result.data;
  const isLate = result.isPlaceholderData;
  const missing = useMemo(
    () => (tree && prepared ? missingOf(tree, prepared, { data, isLate }) : []),
    [tree, prepared, data, isLate],
  );
  const meant = useMemo(() => {
    if (!prepared?.sent) return undefined;
    return leaveOut(
      prepared.sent,
      missing.map(({ id }) => id),
    );
  }, [prepared, missing]);
  const sent = useMemo(
    () => (meant ? (printJson(meant) as unknown as ExpressionJson) : null),
    [meant],
  );
  const positionsAt = usePositionsAt(data, { prepared, isLate });
  const isBlocked = missing.some(({ id }) => notes.get(id)?.skip !== true);
  const previous = usePrevious(({ retina: name, positions }) =>
    name === retina?.name ? positions : NONE,
  );
  const isComplete = data?.evaluated === true && !isBlocked;
  const fresh = isComplete && !isLate ? data.positions : null;
  useEffect(() => {
    if (expression === null) usePrevious.setState({ positions: NONE });
    else if (fresh && retina) usePrevious.setState({ retina: retina.name, positions: fresh });
  }, [expression, fresh, retina]);
  const positions = expression === null ? NONE : isComplete ? data.positions : previous;
  const isStale = expression !== null && fresh === null;
  return useMemo(
    () => ({
      expression,
      /** In a few words, named parts by their names. */
      label,
      retina,
      result,
      data: isComplete ? data : undefined,
      positions,
      /** As the engine evaluated it: without references, mutes and accepted unknown words. Null when no part is left. */
      sent,
      meant,
      positionsAt,
      missing,
      isBlocked,
      isStale,
    }),
    [
      expression,
      label,
      retina,
      result,
      isComplete,
      data,
      positions,
      sent,
      meant,
      positionsAt,
      missing,
      isBlocked,
      isStale,
    ],
  );
}

type PositionsAt = (id: NodeId) => readonly number[] | undefined;

interface Asked {
  readonly prepared: Prepared | null;
  readonly isLate: boolean;
}

/** Positions of each node that was evaluated. An answer to the expression before still tells of the nodes that stayed. */
function usePositionsAt(
  data: Output<"app.evaluate"> | undefined,
  { prepared, isLate }: Asked,
): PositionsAt {
  const answered = useRef<Prepared | null>(null);
  if (!isLate) answered.current = prepared;
  const { current } = answered;
  return useMemo(() => {
    const byPlace = new Map(data?.trace.map(({ path, positions }) => [path, positions]));
    return (id) => byPlace.get(current?.placeOf(id) ?? "nowhere");
  }, [data, current]);
}
