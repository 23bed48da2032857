import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import {
  type Content,
  type SavedWorkspace,
  WORKSPACE_VERSION,
} from "../../core/workspace/workspace.ts";

const AT = "2026-01-02T03:04:05.000Z";
const retina = { name: "en_associative", checksum: "a1b2" };
const cells = [1, 128, 129, 4000, 16_383];

const bank: ExpressionJson = { term: "bank" };
const both: ExpressionJson = { or: [bank, { text: "A river rose over its bank." }] };
const side = (source: ExpressionJson, typed: string) => ({
  kind: "term",
  typed,
  source,
  madeWith: "",
});
const pair = { left: side(bank, "bank"), right: side({ term: "river" }, "river") };
const pinned = (label: string, source: ExpressionJson) => ({
  id: `pin ${label}`,
  label,
  source,
  positions: cells,
  retina,
  created: AT,
});
const example = (id: string, text: string, side: string) => ({
  id,
  text,
  side,
  isMuted: id === "2",
  isCut: false,
});
const goal = { threshold: 0.3, goal: "balanced" };

const money = {
  id: "money",
  place: 1,
  name: "money",
  examples: [
    example("1", "The bank charged a fee on my account and refused to refund it.", "positive"),
    example("2", "The loan has a higher interest rate than the bank had promised.", "positive"),
    example("3", "The battery of the telephone is empty after an hour.", "negative"),
  ],
  use: "Letters about money",
  outlook: { source: { kind: "collection", name: "Letters" } },
  ...goal,
  created: AT,
  version: 2,
  changed: AT,
  importedFrom: retina,
};

const restrictions = [
  { kind: "like", expression: bank, label: "bank", least: 0.2 },
  { kind: "words", words: "fee -loan" },
  { kind: "values", column: "product", values: ["bank", "phone"] },
  { kind: "missing", column: "title" },
  { kind: "range", column: "day", range: { from: "2024-01-01", below: "2024-03-01" } },
  { kind: "region", positions: cells, share: 0.1, label: "money" },
  { kind: "label", filter: "money", is: "belongs" },
  { kind: "score", score: "money", range: { from: 0.2 } },
  { kind: "rows", ids: ["1", "2"], label: "two rows" },
];

/** Something of everything that a person can make, as it is saved. Restrictions that leave no row stand in `difference`. */
export function fullContent(): Content {
  const content = {
    subject: {
      line: '(bank + ["cells"])~50%',
      cells: [{ name: "cells", positions: cells, retina: "en_associative" }],
    },
    retina: "",
    brush: cells,
    "brush view": "explore",
    looking: {
      view: "compare",
      map: { k: 2, x: 60, y: 70 },
      hidden: ["result"],
    },
    pins: [pinned("bank", bank), pinned("both", both), pinned("cells", { positions: cells })],
    compare: {
      items: [pair.left, pair.right],
      threshold: 0.3,
    },
    filters: { [money.id]: money },
    similar: {
      pos: "NOUN",
      least: 0.1,
      sense: { query: "bank", id: 1, label: "river" },
      sort: { column: "score", isAscending: false },
      isGrouped: true,
    },
    text: {
      text: "The central bank raised its rates. The river rose over its bank.",
      language: "en",
    },
    reportNotes: { "build bank": "A note." },
    training: { paths: "/tmp/texts", name: "Mine", preset: "associative" },
    collections: {
      open: "Letters",
      looks: {
        Letters: {
          lens: "rows",
          restrictions: restrictions.slice(0, 1),
          sort: { field: { column: "day" }, descending: true },
          heat: "lift",
          difference: { a: restrictions, b: null },
          colour: { column: "product" },
          category: "money",
          lines: { money: 0.25 },
        },
      },
    },
    collectionImports: { Mail: { name: "Mail", paths: ["/tmp/mail.csv"], split: "none" } },
  };
  return content as unknown as Content;
}

export const fullWorkspace = (): SavedWorkspace => ({
  version: WORKSPACE_VERSION,
  content: fullContent(),
});
