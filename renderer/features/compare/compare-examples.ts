import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { sideOf } from "../../model/compare/comparison.ts";
import { labelOf } from "../../model/fingerprint.ts";
import { comparison } from "../../state/compare/comparison.ts";

interface Example {
  readonly title: string;
  readonly left: ExpressionJson;
  readonly right: ExpressionJson;
}

export const COMPARE_EXAMPLES: readonly Example[] = [
  {
    title: "violin and guitar",
    left: { term: "violin" },
    right: { term: "guitar" },
  },
  {
    title: "Two headlines on one event",
    left: { text: "The central bank raised interest rates again to slow inflation." },
    right: { text: "Borrowing becomes dearer as policymakers fight rising prices." },
  },
  {
    title: "A part and the whole",
    left: { term: "jaguar" },
    right: { or: [{ term: "jaguar" }, { term: "lion" }, { term: "car" }] },
  },
];

export function loadExample({ title, left, right }: Example): void {
  comparison.edit(`Load the example “${title}”`, (before) => ({
    ...before,
    left: sideOf(left, labelOf(left)),
    right: sideOf(right, labelOf(right)),
  }));
}
