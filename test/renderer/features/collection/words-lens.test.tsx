// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { useCollection } from "../../../../renderer/features/collection/use-collection.ts";
import { WordsLens } from "../../../../renderer/features/collection/words-lens.tsx";
import {
  changeLook,
  openCollection,
} from "../../../../renderer/state/collection/collection-look.ts";
import { openWorkspace } from "../../../../renderer/state/workspace.ts";
import { LETTERS } from "./letters.ts";

const sense = (key: string, label: string, lines: number, company: readonly string[]) => ({
  ...{
    key,
    label,
    name: null,
    positions: [1, 2],
    lines,
    share: lines / 3,
    low: 0,
    high: 1,
    given: 0,
  },
  company: company.map((word) => ({
    ...{ word, lines: 1, left: 1, effect: 1, low: 0.5, high: 2, q: 0.01 },
  })),
});
const line = (id: string, before: string, after: string, key: string, sure = 0.9) => ({
  ...{ id, start: before.length, end: before.length + 4, before, word: "bond", after, sense: key },
  ...{ sure, given: false, date: null, category: null },
});
const STUDY = {
  ...{
    forms: ["bond"],
    rows: 3,
    lines: 3,
    perMillion: 120,
    unit: null,
    periods: [],
    categories: [],
  },
  read: [
    line("r1", "they sold a ", " at par", "A"),
    line("r2", "the ", " of marriage", "B", 0.5),
    line("r3", "a gold ", " was paid", "A"),
  ],
  senses: [sense("A", "money", 2, ["gold"]), sense("B", "marriage", 1, [])],
};
const calls: [string, unknown][] = [];
const ANSWERS: Readonly<Record<string, unknown>> = {
  "app.collections": { collections: [LETTERS] },
  "app.collectionWord": STUDY,
  "app.collectionWordSenses": { senses: [], given: [] },
};

vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: (name: string, args: unknown) => {
    calls.push([name, args]);
    return name in ANSWERS ? Promise.resolve(ANSWERS[name]) : new Promise(() => undefined);
  },
}));

beforeEach(() => {
  calls.length = 0;
  queryClient.clear();
  openWorkspace(EMPTY_WORKSPACE);
  openCollection("Letters");
  changeLook("Words", { lens: "words", word: "bond" });
});
afterEach(cleanup);

function Shown() {
  const open = useCollection();
  return open && <WordsLens open={open} />;
}

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  );

const changes = () => calls.filter(([name]) => name === "app.collectionWordSenses");

it("lists lines with their senses, and only those of a sense that is pressed", async () => {
  show();
  expect(await screen.findByText("3 lines")).toBeTruthy();
  const senses = screen.getByRole("list", { name: "Senses" });
  expect(within(senses).getAllByRole("listitem")).toHaveLength(2);
  const table = screen.getByRole("grid", { name: "Lines with bond" });
  expect(table.getAttribute("aria-rowcount")).toBe("4");
  fireEvent.click(screen.getByRole("button", { name: "Only lines of sense B, marriage" }));
  expect(table.getAttribute("aria-rowcount")).toBe("2");
  fireEvent.click(screen.getByRole("button", { name: "Only lines of sense B, marriage" }));
  fireEvent.click(screen.getByRole("button", { name: /^gold: 1 line of this sense/ }));
  expect(table.getAttribute("aria-rowcount")).toBe("2");
});

it("names a sense, and joins two", async () => {
  show();
  const name = await screen.findByRole("textbox", { name: "Name of the sense money" });
  fireEvent.change(name, { target: { value: "loan" } });
  fireEvent.blur(name);
  await waitFor(() => expect(changes()).toHaveLength(1));
  expect(changes()[0]![1]).toMatchObject({
    name: "Letters",
    word: "bond",
    senses: [
      { key: "A", name: "loan" },
      { key: "B", name: null },
    ],
  });
  fireEvent.change(screen.getByRole("combobox", { name: "Join sense B with another" }), {
    target: { value: "A" },
  });
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes()[1]![1]).toMatchObject({ senses: [{ key: "A", name: null, joins: ["B"] }] });
});

it("says what to do before a word is typed, and asks for nothing", async () => {
  changeLook("No word", { word: "" });
  show();
  expect(await screen.findByText("Every use of a word")).toBeTruthy();
  expect(calls.some(([name]) => name === "app.collectionWord")).toBe(false);
  fireEvent.change(screen.getByRole("textbox", { name: "Word" }), { target: { value: " duty " } });
  fireEvent.click(screen.getByRole("button", { name: "List its lines" }));
  await waitFor(() =>
    expect(calls).toContainEqual(["app.collectionWord", expect.objectContaining({ word: "duty" })]),
  );
});
