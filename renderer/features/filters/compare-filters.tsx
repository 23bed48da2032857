import { useCallback, useMemo } from "react";
import { cosine } from "../../../core/fingerprint/metrics.ts";
import type { ReadyFilter } from "../../../core/workspace/filters/filter-model.ts";
import { Empty } from "../../components/controls/states.tsx";
import { MatrixGrid } from "../../components/matrix/matrix-grid.tsx";
import { formatCount, formatScore, plural } from "../../model/format.ts";
import { useFilterDesk } from "../../state/filters/filter-state.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { openWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";

/** Filters that share more than this are likely to claim the same texts. */
const ALIKE = 0.3;
const MOST_NUMBERS = 12;
const CENTRE = { name: "filters.matrix", title: "the matrix", isUsual: true };

/** How the filters lie to each other by their cells; the texts that several claim are among the scores of a collection. */
export function CompareFilters() {
  const ready = useFilterStates().flatMap((state) => (state.ready ? [state.ready] : []));
  usePublish({ table: ready.length < 2 ? null : CENTRE });
  if (ready.length < 2)
    return (
      <div className="results-body column grow scroll">
        <Empty>With two filters that have texts, what they have in common will appear here.</Empty>
      </div>
    );
  return (
    <div className="results-body column grow scroll">
      <FilterMatrix ready={ready} />
    </div>
  );
}

function FilterMatrix({ ready }: { readonly ready: readonly ReadyFilter[] }) {
  const shape = ready.map(({ id, name, positions }) => `${id} ${name} ${positions.length}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ready` is made again with every render
  const { names, values } = useMemo(
    () => ({ names: ready.map(({ name }) => name), values: overlaps(ready) }),
    [shape],
  );
  const valueAt = useCallback(
    (row: number, column: number) => values[row]?.[column] ?? Number.NaN,
    [values],
  );
  const shown = useMemo(
    () => ({
      label: "Overlap of each pair of filters",
      names,
      valueAt,
      unit: "cosine",
      threshold: ALIKE,
      order: "",
    }),
    [names, valueAt],
  );
  useOfferPairs(names, values);
  const pairOf = ({ row, column }: { row: number; column: number }) => {
    const [first, second] = [ready[row], ready[column]];
    return first && second && first !== second ? ([first, second] as const) : null;
  };
  return (
    <div className="filter-matrix column">
      <MatrixGrid
        {...shown}
        zoom={ready.length > MOST_NUMBERS ? "whole" : "numbers"}
        onOpen={(place) => {
          const pair = pairOf(place);
          if (pair)
            openWith(
              "compare",
              pair.map(({ positions }) => ({ positions: [...positions] })),
              pair.map(({ name }) => name),
            );
        }}
        onCursor={(place) => {
          const pair = place && pairOf(place);
          useFilterDesk.setState({ pair: pair ? [pair[0].id, pair[1].id] : null });
        }}
      />
    </div>
  );
}

const MOST_EXPLAINED = 6;

/** Each two filters with their overlap, the closest first. */
function useOfferPairs(names: readonly string[], values: readonly (readonly number[])[]): void {
  usePublish({
    exports: useMemo(() => {
      const pairs = names
        .flatMap((first, row) =>
          names.slice(row + 1).map((second, after) => {
            const score = values[row]?.[row + 1 + after] ?? 0;
            return { first, second, score };
          }),
        )
        .sort((a, b) => b.score - a.score);
      const alike = pairs.filter(({ score }) => score > ALIKE);
      return {
        name: "filters in common",
        settings: { filters: names.join(", ") },
        table: () => ({
          columns: ["filter", "other filter", "cosine"],
          rows: pairs.map(({ first, second, score }) => [first, second, score]),
        }),
        explanation: () => [
          {
            title: "Filters that share cells",
            lead: `${formatCount(alike.length)} of ${plural(pairs.length, "pair")} share more than ${formatScore(ALIKE)}`,
            lines: alike
              .slice(0, MOST_EXPLAINED)
              .map((each) => `${each.first} and ${each.second}: ${formatScore(each.score)}`),
          },
        ],
      };
    }, [names, values]),
  });
}

function overlaps(ready: readonly ReadyFilter[]): number[][] {
  const sets = ready.map(({ positions }) => new Set(positions));
  return ready.map((own) =>
    ready.map((other, column) => {
      const shared = own.positions.filter((position) => sets[column]!.has(position)).length;
      return cosine(shared, own.positions.length, other.positions.length);
    }),
  );
}
