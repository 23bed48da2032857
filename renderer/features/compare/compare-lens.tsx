import { ArrowDownUp } from "lucide-react";
import { type ClipboardEvent, type DragEvent, useMemo, useState } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { Button } from "../../components/controls/button.tsx";
import { Empty } from "../../components/controls/states.tsx";
import { carriesFingerprint, takeFingerprint } from "../../components/sharing/drag-payload.ts";
import { labelOf } from "../../model/fingerprint.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { useOpenedWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { usePublishedFilterCells } from "../../state/use-references.ts";
import { addItems, compareItems, comparison, swapItems } from "./comparison-store.ts";
import { AddItem, ItemList } from "./items.tsx";
import {
  type CompareItem,
  itemOf,
  itemOfFingerprint,
  nameOf,
  namesFilters,
  whyEmpty,
} from "./model/comparison.ts";
import { useComparison } from "./use-comparison.ts";
import { useComparisonOnMap } from "./use-comparison-on-map.ts";
import "./compare.css";

/** What is compared: the box that adds an item, then the items. */
export function CompareLens() {
  useCompareActions();
  useOpenedWith("compare", takeOver);
  usePublish({ map: useComparisonOnMap() });
  const { items, sent, members } = useComparison();
  const { isOver, handlers } = useFingerprintDrop();
  const memberOf = (index: number) => members.find((each) => each.index === index);
  return (
    <div className="lens compare-lens" data-over={isOver || undefined} {...handlers}>
      <h2>Compare</h2>
      {items.some(({ source }) => namesFilters(source)) && <FilterParts />}
      <AddItem />
      {items.length === 0 && <Examples />}
      <ItemList
        memberOf={memberOf}
        problemOf={(index) => {
          const item = items[index];
          const found = sent[index];
          if (found && "problem" in found) return found.problem;
          return item ? whyEmpty(item, memberOf(index)?.positions) : "";
        }}
      />
      {items.length === 2 && (
        <Button size="small" tone="quiet" onPress={swapItems}>
          <ArrowDownUp size={13} aria-hidden="true" /> Swap
        </Button>
      )}
    </div>
  );
}

/** A fingerprint that is dropped or pasted here is added. */
function useFingerprintDrop() {
  const [isOver, setOver] = useState(false);
  const take = (event: DragEvent | ClipboardEvent, transfer: DataTransfer) => {
    const fingerprint = takeFingerprint(transfer);
    if (!fingerprint) return;
    addItems([itemOfFingerprint(fingerprint)], `Compare ${fingerprint.label}`);
    event.preventDefault();
  };
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!carriesFingerprint(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      take(event, event.dataTransfer);
    },
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
  };
  return { isOver, handlers };
}

function namesOf(items: readonly CompareItem[]): string {
  const names = items.map(nameOf);
  const rest = names.length - 2;
  return rest < 1 ? names.join(" and ") : `${names.slice(0, 2).join(", ")} and ${rest} more`;
}

function Examples() {
  return (
    <Empty title="Compare what items share and what is unique to each.">
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

/** One expression is added; several replace what is compared. */
const takeOver: Parameters<typeof useOpenedWith>[1] = (expressions, labels): void => {
  const items = expressions.map((source, index) =>
    itemOf(source, labels[index] ?? labelOf(source)),
  );
  if (items.length > 1) compareItems(items, `Compare ${namesOf(items)}`);
  else addItems(items, `Compare ${namesOf(items)}`);
};

function useCompareActions(): void {
  const count = comparison.use().items.length;
  const actions = useMemo(
    () => [
      {
        id: "compare.swap",
        title: "Swap the two items",
        group: "Compare",
        run: swapItems,
        disabledBecause: count === 2 ? null : "Two items can be swapped",
      },
    ],
    [count],
  );
  useRegisterActions(actions);
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
