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
    spans: [],
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
let isReading = false;
const ANSWERS: Record<string, unknown> = {
  "app.collections": { collections: [LETTERS] },
  "app.collectionWord": STUDY,
  "app.collectionWordSenses": { senses: [], given: [] },
};

vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: (name: string, args: unknown) => {
    calls.push([name, args]);
    if (isReading && name === "app.collectionWord" && !("preview" in (args as object)))
      return new Promise(() => undefined);
    return name in ANSWERS ? Promise.resolve(ANSWERS[name]) : new Promise(() => undefined);
  },
}));

beforeEach(() => {
  isReading = false;
  ANSWERS["app.collectionWord"] = STUDY;
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

it("lists the first lines while the senses are found", async () => {
  isReading = true;
  show();
  expect(await screen.findByText("The first 3 lines")).toBeTruthy();
  expect(await screen.findByRole("status", { name: "Finding the senses" })).toBeTruthy();
  expect(screen.getByRole("grid", { name: "Lines with bond" }).getAttribute("aria-rowcount")).toBe(
    "4",
  );
});

it("shows parts of the time with their change, and lists the lines of one", async () => {
  const part = (from: string, until: string | null, own: object) => ({
    ...{ from, until, lines: 2, positions: [1], company: [], change: null, ...own },
  });
  ANSWERS["app.collectionWord"] = {
    ...STUDY,
    unit: "year",
    periods: ["1990-01-01", "1991-01-01"].map((value) => ({
      ...{ value, rows: 2, lines: 2, perMillion: 1, senses: [1, 1] },
    })),
    read: STUDY.read.map((own, i) => ({ ...own, date: i === 0 ? "1990-05-01" : "1991-05-01" })),
    spans: [
      part("1990-01-01", "1991-01-01", {}),
      part("1991-01-01", null, { change: { value: 0.5, low: 0.4, high: 0.6 } }),
    ],
  };
  show();
  fireEvent.click(await screen.findByRole("radio", { name: "Over time" }));
  expect(screen.getByText("(0.400 to 0.600)")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "List the lines of 1991" }));
  const rows = () =>
    screen.getByRole("grid", { name: "Lines with bond" }).getAttribute("aria-rowcount");
  expect(rows()).toBe("3");
  fireEvent.click(screen.getByRole("button", { name: "Show the lines of all dates" }));
  expect(rows()).toBe("4");
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
