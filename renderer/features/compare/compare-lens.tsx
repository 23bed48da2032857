import { ArrowDownUp, History } from "lucide-react";
import { useMemo } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { ResultLine } from "../../components/controls/result-line.tsx";
import { Empty } from "../../components/controls/states.tsx";
import {
  nameOf,
  namesFilters,
  SIDES,
  type SideName,
  sideOf,
} from "../../model/compare/comparison.ts";
import { labelOf } from "../../model/fingerprint.ts";
import { formatScore, plural } from "../../model/format.ts";
import { runAction, useRegisterActions } from "../../state/actions.ts";
import {
  chooseScope,
  comparePrevious,
  comparison,
  putSide,
  swapSides,
} from "../../state/compare/comparison.ts";
import { usePublishedFilterCells } from "../../state/filter-cells.ts";
import { useOpenedWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { asOneStep } from "../../state/workspace.ts";
import { BulkPanel } from "./bulk-panel.tsx";
import { ClassToggles } from "./class-toggles.tsx";
import { COMPARE_EXAMPLES, loadExample } from "./compare-examples.ts";
import { useRemember } from "./compare-history.ts";
import { HistoryList } from "./history-list.tsx";
import { Slot } from "./slot.tsx";
import { TextCredits } from "./text-credits.tsx";
import { useBulkOnMap } from "./use-bulk-on-map.ts";
import { useComparison } from "./use-comparison.ts";
import { useComparisonOnMap } from "./use-comparison-on-map.ts";
import "./compare.css";
import "./slot.css";

/** The two sides that go in, and which parts of the overlay are shown. */
export function CompareLens() {
  useCompareActions();
  useOpenedWith("compare", takeOver);
  const now = comparison.use();
  return (
    <div className="lens compare-lens">
      <h2>Compare</h2>
      <Choice label="How many" isBare options={SCOPES} value={now.scope} onChange={chooseScope} />
      {now.scope === "many" ? <ManyPanel /> : <PairPanel />}
    </div>
  );
}

const SCOPES = { pair: "Two", many: "Many" } as const;

function ManyPanel() {
  usePublish({ map: useBulkOnMap() });
  return <BulkPanel />;
}

function PairPanel() {
  usePublish({ map: useComparisonOnMap() });
  const now = comparison.use();
  const { data, isStale, alone, aloneSide, left, right } = useComparison();
  const cellsOf = (name: SideName) =>
    data?.[name].positions ?? (aloneSide === name ? alone?.data?.positions : undefined);
  useRemember(data && !isStale ? (data.metrics?.cosineSimilarity ?? null) : undefined);
  const isEmpty = now.left.source === null && now.right.source === null;
  return (
    <>
      {SIDES.some((name) => namesFilters(now[name].source)) && <FilterParts />}
      <Slot name="left" sent={left} positions={cellsOf("left")} />
      <div className="compare-between">
        <Button size="small" tone="quiet" isDisabled={isEmpty} onPress={swapSides}>
          <ArrowDownUp size={13} aria-hidden="true" /> Swap
        </Button>
        {now.previous && (
          <Button size="small" tone="quiet" onPress={comparePrevious}>
            <History size={13} aria-hidden="true" /> Compare {nameOf(now.previous.left, "left")} and{" "}
            {nameOf(now.previous.right, "right")} again
          </Button>
        )}
      </div>
      <Slot name="right" sent={right} positions={cellsOf("right")} />
      {isEmpty && (
        <Empty title="Two sides, one overlay.">
          <p>Put a word, a text or an expression in each slot, or start from an example.</p>
          <div className="compare-examples">
            {COMPARE_EXAMPLES.map((example) => (
              <Button key={example.title} size="small" onPress={() => loadExample(example)}>
                {example.title}
              </Button>
            ))}
          </div>
        </Empty>
      )}
      {data && <ClassToggles left={data.left.positions} right={data.right.positions} />}
      {data && <TextCredits />}
      <HistoryList />
      {data?.metrics && (
        <ResultLine onPress={() => runAction("results.show")}>
          {formatScore(data.metrics.cosineSimilarity)} cosine ·{" "}
          {plural(data.metrics.overlappingAll, "shared cell")}
        </ResultLine>
      )}
    </>
  );
}

/** Works the filters out while a side names one. */
function FilterParts() {
  usePublishedFilterCells();
  return null;
}

/** One expression fills the first free slot, or the second; two fill both. */
const takeOver: Parameters<typeof useOpenedWith>[1] = (expressions, labels): void => {
  const [first, second] = expressions;
  if (!first) return;
  const place = (name: SideName, source: typeof first, label = labelOf(source)) =>
    putSide(name, sideOf(source, label), `Compare ${label}`);
  asOneStep(() => {
    chooseScope("pair");
    if (second) {
      place("left", first, labels[0]);
      place("right", second, labels[1]);
    } else place(comparison.read().left.source === null ? "left" : "right", first, labels[0]);
  });
};

function useCompareActions(): void {
  const { left, right, previous } = comparison.use();
  const isEmpty = left.source === null && right.source === null;
  const actions = useMemo(
    () => [
      {
        id: "compare.swap",
        title: "Swap the two sides",
        group: "Compare",
        keys: "x",
        run: swapSides,
        disabledBecause: isEmpty ? "Both slots are empty" : null,
      },
      {
        id: "compare.previous",
        title: "Compare with the previous pair",
        group: "Compare",
        keys: "Shift+X",
        run: comparePrevious,
        disabledBecause: previous === null ? "Nothing was compared before" : null,
      },
    ],
    [isEmpty, previous],
  );
  useRegisterActions(actions);
}
