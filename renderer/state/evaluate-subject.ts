import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { create } from "zustand";
import type { Output } from "../../core/api/client-types.ts";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { printJson } from "../../core/expression/print-json.ts";
import { printLine } from "../../core/expression/print-line.ts";
import { nodeAt, pathKey, pathOf, walk } from "../../core/expression/walk.ts";
import { queryClient } from "../api/query-client.ts";
import { subjectQuery } from "../api/subject-queries.ts";
import { missingOf } from "../model/missing-parts.ts";
import {
  isSubjectView,
  refersToOthers,
  type SubjectTree,
  subjectTreeOf,
} from "../model/subject.ts";
import { useNavigation } from "./navigation.ts";
import { retinaInUse, useRetina } from "./retina.ts";
import { subject } from "./subject.ts";
import { workspace } from "./workspace.ts";

const NONE: readonly number[] = [];

/** The result that was last complete, for while the present expression has none. */
const usePrevious = create<{ readonly retina: string; readonly positions: readonly number[] }>(
  () => ({ retina: "", positions: NONE }),
);

export type EvaluatedSubject = ReturnType<typeof useEvaluation>;

/** Evaluates the subject while a view is open that looks at it. */
export function useEvaluation(subjectTree: SubjectTree) {
  const { subject, tree, label, prepared, json, sparsity } = subjectTree;
  const retina = useRetina();
  const isEmpty = subject.line.trim() === "";
  const isLookedAt = useNavigation(({ view }) => isSubjectView(view));
  const result = useQuery({
    ...subjectQuery(retina?.name ?? "", json ?? { positions: [0] }, { sparsity }),
    enabled: isLookedAt && retina !== null && json !== null,
    placeholderData: keepPreviousData,
  });
  const data = json === null ? undefined : result.data;
  const isLate = result.isPlaceholderData;
  const missing = useMemo(
    () => (tree && prepared ? missingOf(tree, prepared, { data, isLate }) : []),
    [tree, prepared, data, isLate],
  );
  const expression = useMemo(
    () => (tree ? (printJson(tree) as unknown as ExpressionJson) : null),
    [tree],
  );
  const positionsAt = usePositionsAt(data, subjectTree, isLate);
  const isBlocked = missing.length > 0;
  const previous = usePrevious(({ retina: name, positions }) =>
    name === retina?.name ? positions : NONE,
  );
  const isComplete = data?.evaluated === true && !isBlocked;
  const fresh = isComplete && !isLate ? data.positions : null;
  useEffect(() => {
    if (isEmpty) usePrevious.setState({ positions: NONE });
    else if (fresh && retina) usePrevious.setState({ retina: retina.name, positions: fresh });
  }, [isEmpty, fresh, retina]);
  const positions = isEmpty ? NONE : isComplete ? data.positions : previous;
  const isStale = !isEmpty && fresh === null;
  return useMemo(
    () => ({
      /** Null for an empty line and for one that cannot be read. */
      expression,
      /** In a few words, lists of cells by their names. */
      label,
      retina,
      result,
      data: isComplete ? data : undefined,
      /** Words of each text part, as far as it was evaluated. */
      texts: isLate ? undefined : data?.texts,
      positions,
      /** As the engine evaluated it: without references. Null when no part is left. */
      sent: json,
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
      isLate,
      positions,
      json,
      positionsAt,
      missing,
      isBlocked,
      isStale,
    ],
  );
}

type PositionsAt = (key: string) => readonly number[] | undefined;

/**
 * Positions of the node at a `pathKey`, as far as it was evaluated. A part that is written as before has the positions it had
 * before, so an answer to the line before still serves the parts that stayed.
 */
function usePositionsAt(
  data: Output<"app.evaluate"> | undefined,
  subjectTree: SubjectTree,
  isLate: boolean,
): PositionsAt {
  const answered = useRef(subjectTree);
  if (!isLate) answered.current = subjectTree;
  const { current } = answered;
  const byText = useMemo(() => {
    const found = new Map<string, readonly number[]>();
    const byPlace = new Map(data?.trace.map(({ path, positions }) => [path, positions]));
    for (const { path, node } of current.tree ? walk(current.tree) : []) {
      const place = current.prepared?.places.get(pathKey(path));
      const positions = place === undefined ? undefined : byPlace.get(place);
      if (positions) found.set(printLine(node, { inFull: true }), positions);
    }
    return found;
  }, [data, current]);
  const { tree } = subjectTree;
  return useCallback(
    (key) => {
      const node = tree && nodeAt(tree, pathOf(key));
      return node && byText.get(printLine(node, { inFull: true }));
    },
    [byText, tree],
  );
}

/** Asks about every new subject at once, before the page has drawn the change; whoever looks shares the answer. */
export function startAskingAhead(): void {
  let last = subject.read();
  workspace.subscribe(() => {
    const now = subject.read();
    if (now === last) return;
    last = now;
    const retina = retinaInUse();
    if (retina === "" || refersToOthers(now)) return;
    const { json, sparsity } = subjectTreeOf(now, () => "");
    if (json) void queryClient.prefetchQuery(subjectQuery(retina, json, { sparsity }));
  });
}
