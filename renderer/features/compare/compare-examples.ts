import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { labelOf } from "../../model/fingerprint.ts";
import { compareItems } from "./comparison-store.ts";
import { itemOf } from "./model/comparison.ts";

interface Example {
  readonly title: string;
  readonly of: readonly ExpressionJson[];
}

export const COMPARE_EXAMPLES: readonly Example[] = [
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

export const loadExample = ({ title, of }: Example): void =>
  compareItems(
    of.map((source) => itemOf(source, labelOf(source))),
    `Load the example “${title}”`,
  );
