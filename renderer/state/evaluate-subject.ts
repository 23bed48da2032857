import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { create } from "zustand";
import type { ExpressionJson } from "../../core/api/json-value.ts";
import { printJson } from "../../core/expression/print-json.ts";
import { evaluateAhead } from "./ask-ahead.ts";
import type { NodeNotes, PartNames } from "./expression-tree.ts";
import { missingOf } from "./missing-parts.ts";
import { useNavigation } from "./navigation.ts";
import { type Meant, meantOf, type Prepared } from "./prepare-expression.ts";
import { useRetina } from "./retina.ts";
import { isSubjectView, subject } from "./subject.ts";
import type { SubjectTree } from "./subject-tree.ts";

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
    const leftOut = missing.flatMap(({ key }) => prepared.keyOf(key) ?? []);
    return meantOf(prepared.sent, leftOut);
  }, [prepared, missing]);
  const sent = useMemo(
    () => (meant ? (printJson(meant.tree) as unknown as ExpressionJson) : null),
    [meant],
  );
  const meantNames = useMemo(
    () => (prepared && meant ? namesIn(meant, { prepared, notes }) : NO_NAMES),
    [prepared, meant, notes],
  );
  const isBlocked = missing.some(({ key }) => notes.get(key)?.skip !== true);
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
      /** Names of its parts, by key of `meant.tree`. */
      meantNames,
      traced: data,
      placeOf: prepared?.placeOf,
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
      meantNames,
      prepared,
      missing,
      isBlocked,
      isStale,
    ],
  );
}

const NO_NAMES: PartNames = {};

interface Named {
  readonly prepared: Prepared;
  readonly notes: NodeNotes;
}

function namesIn(meant: Meant, { prepared, notes }: Named): PartNames {
  const names: [string, string][] = [];
  for (const [key, { label }] of notes) {
    const sentKey = prepared.keyOf(key);
    const meantKey = sentKey === undefined ? undefined : meant.keyOf(sentKey);
    if (label !== undefined && meantKey !== undefined) names.push([meantKey, label]);
  }
  return Object.fromEntries(names);
}
