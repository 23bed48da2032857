import { ArrowDownUp, History } from "lucide-react";
import { useEffect, useMemo } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { ResultLine } from "../../components/controls/result-line.tsx";
import { Empty } from "../../components/controls/states.tsx";
import { labelOf } from "../../model/fingerprint.ts";
import { formatScore, plural } from "../../model/format.ts";
import { runAction, useRegisterActions } from "../../state/actions.ts";
import { useOpenedWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { usePublishedFilterCells } from "../../state/use-references.ts";
import { asOneStep } from "../../state/workspace.ts";
import { BulkPanel } from "./bulk-panel.tsx";
import {
  addItem,
  chooseScope,
  compareItems,
  comparePrevious,
  comparison,
  swapItems,
} from "./comparison-store.ts";
import { cellsByCount } from "./model/combinations.ts";
import {
  type CompareItem,
  itemOf,
  nameOf,
  namesFilters,
  ordinalOf,
  whyEmpty,
} from "./model/comparison.ts";
import { clearPast, compareHistory, keyOf, openPast, remembered } from "./past-comparisons.ts";
import { Slot } from "./slot.tsx";
import { useComparison, usePair } from "./use-comparison.ts";
import { useBulkOnMap, useComparisonOnMap } from "./use-comparison-on-map.ts";
import "./compare.css";

/** What is compared: a few items in slots, or many of a file. */
export function CompareLens() {
  useCompareActions();
  useOpenedWith("compare", takeOver);
  const { scope } = comparison.use();
  return (
    <div className="lens compare-lens">
      <h2>Compare</h2>
      <Choice label="How many" isBare options={SCOPES} value={scope} onChange={chooseScope} />
      {scope === "many" ? <ManyPanel /> : <FewPanel />}
    </div>
  );
}

const SCOPES = { few: "Up to eight", many: "Many" } as const;

function ManyPanel() {
  usePublish({ map: useBulkOnMap() });
  return <BulkPanel />;
}

function FewPanel() {
  usePublish({ map: useComparisonOnMap() });
  const { now, slots, sent, members, data, isStale } = useComparison();
  useRemember(data && !isStale ? (data.metrics?.cosineSimilarity ?? null) : undefined);
  const filled = slots.filter(({ source }) => source !== null).length;
  const free = slots.findIndex(({ source }) => source === null);
  return (
    <>
      {slots.some(({ source }) => namesFilters(source)) && <FilterParts />}
      {filled === 0 && <Examples />}
      {slots.map((item, index) => {
        const member = members.find((each) => each.index === index);
        return (
          <Slot
            key={ordinalOf(index)}
            index={index}
            item={item}
            member={member}
            problem={problemOf(sent[index]) || whyEmpty(item, member?.positions)}
            isNext={index === Math.max(0, free)}
            isMore={index > 1 && item.source === null && index === filled}
          />
        );
      })}
      <div className="compare-again row gap-1 wrap">
        {filled > 0 && slots.length < 4 && (
          <Button size="small" tone="quiet" onPress={swapItems}>
            <ArrowDownUp size={13} aria-hidden="true" /> Swap
          </Button>
        )}
        {now.previous && (
          <Button size="small" tone="quiet" onPress={comparePrevious}>
            <History size={13} aria-hidden="true" /> Compare {namesOf(now.previous)} again
          </Button>
        )}
      </div>
      <HistoryList />
      <Outcome />
    </>
  );
}

/** What came out, in one line that leads to the rest. */
function Outcome() {
  const { members, data } = useComparison();
  const inAll = useMemo(
    () => cellsInAll(members.map(({ positions = [] }) => positions)),
    [members],
  );
  const show = () => runAction("results.show");
  if (data?.metrics)
    return (
      <ResultLine onPress={show}>
        {formatScore(data.metrics.cosineSimilarity)} cosine ·{" "}
        {plural(data.metrics.overlappingAll, "shared cell")}
      </ResultLine>
    );
  if (members.length < 3 || members.some(({ positions }) => positions === undefined)) return null;
  return (
    <ResultLine onPress={show}>
      {plural(inAll, "cell")} in all {members.length}
    </ResultLine>
  );
}

const cellsInAll = (sets: readonly (readonly number[])[]): number =>
  cellsByCount(sets).at(-1)?.length ?? 0;

const problemOf = (sent: object | null | undefined): string =>
  sent && "problem" in sent ? String(sent.problem) : "";

function namesOf(items: readonly CompareItem[]): string {
  const names = items.flatMap((item, index) => (item.source === null ? [] : nameOf(item, index)));
  const rest = names.length - 2;
  return rest < 1 ? names.join(" and ") : `${names.slice(0, 2).join(", ")} and ${rest} more`;
}

function Examples() {
  return (
    <Empty title="See what things have in common, and what each has alone.">
      <div className="row gap-1 wrap">
        {COMPARE_EXAMPLES.map((example) => (
          <Button key={example.title} size="small" onPress={() => loadExample(example)}>
            {example.title}
          </Button>
        ))}
      </div>
    </Empty>
  );
}

/** Works the filters out while an item names one. */
function FilterParts() {
  usePublishedFilterCells();
  return null;
}

/** One expression goes into a free slot; several take the place of what is compared. */
const takeOver: Parameters<typeof useOpenedWith>[1] = (expressions, labels): void => {
  const items = expressions.map((source, index) => {
    const label = labels[index] ?? labelOf(source);
    return itemOf(source, label);
  });
  const [first] = items;
  if (!first) return;
  asOneStep(() => {
    chooseScope("few");
    if (items.length > 1) compareItems(items, `Compare ${namesOf(items)}`);
    else addItem(first, `Compare ${labels[0] ?? first.typed}`);
  });
};

function useCompareActions(): void {
  const { items, previous } = comparison.use();
  const filled = items.filter(({ source }) => source !== null).length;
  const actions = useMemo(
    () => [
      {
        id: "compare.swap",
        title: "Swap the two items",
        group: "Compare",
        run: swapItems,
        disabledBecause:
          filled === 0
            ? "All slots are empty"
            : filled > 2
              ? "There are more than two items"
              : null,
      },
      {
        id: "compare.previous",
        title: "Compare again what was compared before",
        group: "Compare",
        run: comparePrevious,
        disabledBecause: previous === null ? "Nothing was compared before" : null,
      },
    ],
    [filled, previous],
  );
  useRegisterActions(actions);
}

/** Earlier comparisons, one click away. */
function HistoryList() {
  const past = compareHistory.use();
  if (past.length === 0) return null;
  return (
    <details>
      <summary>{plural(past.length, "past comparison")}</summary>
      <ol>
        {past.map((each) => (
          <li key={each.at}>
            <button
              type="button"
              className="row pick"
              title={`Compared ${new Date(each.at).toLocaleString()}`}
              onClick={() => openPast(each)}
            >
              <span className="clip grow" dir="auto">
                {nameOf(each.left, 0)} – {nameOf(each.right, 1)}
              </span>
              <span className="muted figures">
                {each.cosine === null ? "undefined" : formatScore(each.cosine)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <Button size="small" tone="quiet" onPress={clearPast}>
        Clear
      </Button>
    </details>
  );
}

interface Example {
  readonly title: string;
  readonly of: readonly ExpressionJson[];
}

const COMPARE_EXAMPLES: readonly Example[] = [
  {
    title: "Two headlines on one event",
    of: [
      { text: "The central bank raised interest rates again to slow inflation." },
      { text: "Borrowing becomes dearer as policymakers fight rising prices." },
    ],
  },
  {
    title: "Four instruments",
    of: [{ term: "violin" }, { term: "guitar" }, { term: "piano" }, { term: "drum" }],
  },
];

const loadExample = ({ title, of }: Example): void =>
  compareItems(
    of.map((source) => itemOf(source, labelOf(source))),
    `Load the example “${title}”`,
  );

/** A pair counts as looked at after resting so long; what is still being typed does not. */
const REST_MS = 1500;

/** Keeps what is compared once it rests. `cosine` is undefined while there is no answer. */
function useRemember(cosine: number | null | undefined): void {
  const { left, right } = usePair();
  const [first, second] = [left?.item, right?.item];
  useEffect(() => {
    if (cosine === undefined || !first || !second) return;
    const timer = setTimeout(() => {
      const latest = { left: first, right: second, cosine, at: new Date().toISOString() };
      compareHistory.keep((past) => {
        const [newest] = past;
        const isSame = newest && keyOf(newest) === keyOf(latest) && newest.cosine === cosine;
        return isSame ? past : remembered(past, latest);
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [first, second, cosine]);
}
