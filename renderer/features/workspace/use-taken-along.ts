import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { draftOf } from "../../../core/expression/draft.ts";
import { parseJson } from "../../../core/expression/parse-json.ts";
import { printJson } from "../../../core/expression/print-json.ts";
import { evaluateQuery } from "../../api/subject-queries.ts";
import { labelOf } from "../../model/fingerprint.ts";
import type { KnownCells, TakenAlong } from "../../model/known-cells.ts";
import { prepare, type Resolve } from "../../model/prepare-expression.ts";
import { comparedIn } from "../../model/workspace-items.ts";
import { useAtlas } from "../../state/atlas.ts";
import { usePublishedFilterCells } from "../../state/filter-cells.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { useRetina } from "../../state/retina.ts";
import { useReferences } from "../../state/use-references.ts";
import { useEvaluatedSubject } from "../../state/use-subject.ts";
import { useWorkspace } from "../../state/workspace.ts";

/** Continents and countries; more names would only make the file longer. */
const PLACE_LEVELS = 2;

/** The cells of everything in the workspace, as far as they are worked out. */
export function useTakenAlong(): { readonly along: TakenAlong | null; readonly isReady: boolean } {
  const retina = useRetina();
  const atlas = useAtlas();
  const subject = useSubjectCells();
  const sides = useSideCells();
  const filters = useFilterCellsOf();
  const along = useMemo(() => {
    const known = [...subject.cells, ...sides.cells, ...filters.cells];
    const places = atlas?.regions.filter(({ level }) => level < PLACE_LEVELS) ?? [];
    return retina && { retina, fingerprints: known, places };
  }, [retina, atlas, subject.cells, sides.cells, filters.cells]);
  const isReady = [subject, sides, filters].every(({ isDone }) => isDone);
  return { along, isReady };
}

interface Worked {
  readonly cells: readonly KnownCells[];
  readonly isDone: boolean;
}

function useSubjectCells(): Worked {
  const { expression, label, positions, isStale, isBlocked, result } = useEvaluatedSubject();
  const cells = useMemo(
    () => (expression && !isStale ? [{ of: "expression", label, positions }] : []),
    [expression, isStale, label, positions],
  );
  return { cells, isDone: !isStale || isBlocked || result.isError };
}

function useSideCells(): Worked {
  const retina = useRetina()?.name ?? "";
  const content = useWorkspace((state) => state.content);
  const resolve = useReferences();
  const sides = useMemo(
    () => comparedIn(content).map((side) => ({ ...side, json: sentOf(side.source, resolve) })),
    [content, resolve],
  );
  const asked = sides.filter(({ json }) => json !== null);
  const results = useQueries({
    queries: asked.map(({ json }) => ({
      ...evaluateQuery(retina, json ?? { positions: [0] }),
      enabled: retina !== "",
    })),
  });
  const cells = asked.flatMap(({ of, source }, index): KnownCells[] => {
    const { data } = results[index] ?? {};
    return data?.evaluated ? [{ of, label: labelOf(source), positions: data.positions }] : [];
  });
  return { cells: useSame(cells), isDone: results.every(({ isPending }) => !isPending) };
}

function useFilterCellsOf(): Worked {
  usePublishedFilterCells();
  const states = useFilterStates();
  const cells = states.flatMap(({ filter, ready }): KnownCells[] =>
    ready ? [{ of: `filter ${filter.id}`, label: filter.name, positions: ready.positions }] : [],
  );
  const isDone = states.every(({ ready, problem }) => ready !== null || problem !== "");
  return { cells: useSame(cells), isDone };
}

/** The same list as long as it holds the same. */
function useSame(cells: readonly KnownCells[]): readonly KnownCells[] {
  const text = JSON.stringify(cells);
  return useMemo(() => JSON.parse(text) as readonly KnownCells[], [text]);
}

function sentOf(source: ExpressionJson, resolve: Resolve): ExpressionJson | null {
  try {
    const { sent, unresolved } = prepare(
      draftOf(parseJson(source, "application")),
      new Map(),
      resolve,
    );
    return sent && unresolved.size === 0 ? (printJson(sent) as unknown as ExpressionJson) : null;
  } catch {
    return null;
  }
}
