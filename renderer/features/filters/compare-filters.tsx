import { useCallback, useMemo } from "react";
import { cosine } from "../../../core/fingerprint/metrics.ts";
import { Button } from "../../components/controls/button.tsx";
import { Empty } from "../../components/controls/states.tsx";
import { MatrixGrid } from "../../components/matrix/matrix-grid.tsx";
import type { ClassifyRun } from "../../model/filters/classification.ts";
import type { ReadyFilter } from "../../model/filters/ready-filter.ts";
import { bothOf, type Outcome, sharedClaims, tallyOf } from "../../model/filters/result-rows.ts";
import { formatCount, formatScore, formatShare, plural } from "../../model/format.ts";
import { useClassifyRun } from "../../state/filters/classify-run.ts";
import { useFilterDesk } from "../../state/filters/filter-state.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { openWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";

/** Filters that share more than this are likely to claim the same texts. */
const ALIKE = 0.3;
const MOST_NUMBERS = 12;
const CENTRE = { name: "filters.matrix", title: "the matrix", isUsual: true };

/** How the filters lie to each other: their cells, and the texts that they claim. */
export function CompareFilters() {
  const ready = useFilterStates().flatMap((state) => (state.ready ? [state.ready] : []));
  const run = useClassifyRun();
  usePublish({ table: ready.length < 2 ? null : CENTRE });
  if (ready.length < 2)
    return (
      <div className="compare-filters">
        <Empty>With two filters that have texts, what they have in common will appear here.</Empty>
      </div>
    );
  return (
    <div className="compare-filters">
      <h3>Cells in common</h3>
      <FilterMatrix ready={ready} />
      <h3>Texts in common</h3>
      {run.rows.length > 0 && run.filters.length > 1 ? (
        <Claims run={run} />
      ) : (
        <Empty>
          <p>
            Classify a file by two filters or more: then the texts that belong to both are listed.
          </p>
          <Button size="small" onPress={() => useFilterDesk.setState({ tab: "many" })}>
            Classify a file
          </Button>
        </Empty>
      )}
    </div>
  );
}

function FilterMatrix({ ready }: { readonly ready: readonly ReadyFilter[] }) {
  const shape = ready.map(({ id, name, positions }) => `${id} ${name} ${positions.length}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ready` is made anew with every render
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
  usePublish({ matrix: shown });
  useOfferPairs(names, values);
  const pairOf = ({ row, column }: { row: number; column: number }) => {
    const [first, second] = [ready[row], ready[column]];
    return first && second && first !== second ? ([first, second] as const) : null;
  };
  return (
    <div className="filter-matrix">
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

const MOST_PAIRS = 12;

/** Which texts several filters claim, and which none does. */
function Claims({ run }: { readonly run: ClassifyRun }) {
  const { rows, name } = run;
  const tally = useMemo(() => tallyOf(rows), [rows]);
  const pairs = useMemo(() => sharedClaims(rows), [rows]);
  const known = rows.length - tally.unknown;
  const list = (outcome: Outcome) => useFilterDesk.setState({ tab: "many", outcome });
  return (
    <>
      <p>
        Of {plural(known, "text")} in <span dir="auto">{name}</span> with a known word,{" "}
        {formatShare(known === 0 ? 0 : (known - tally.none) / known)} are claimed.
      </p>
      <div className="add-ways">
        <Button size="small" isDisabled={tally.several === 0} onPress={() => list("several")}>
          List the {formatCount(tally.several)} claimed by several
        </Button>
        <Button size="small" isDisabled={tally.none === 0} onPress={() => list("none")}>
          List the {formatCount(tally.none)} claimed by none
        </Button>
      </div>
      {pairs.length > 0 && (
        <ul className="claims" aria-label="Filters that the same texts belong to">
          {pairs.slice(0, MOST_PAIRS).map(({ first, second, count }) => (
            <li key={`${first} ${second}`}>
              <button type="button" title="List them" onClick={() => list(bothOf([first, second]))}>
                <span dir="auto">
                  {first} and {second}
                </span>
                <span className="figures">{plural(count, "text")}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
