// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { DifferenceLens } from "../../../../renderer/features/collection/difference-lens.tsx";
import { groupsTable } from "../../../../renderer/features/collection/groups-view.tsx";
import { useCollection } from "../../../../renderer/features/collection/use-collection.ts";
import {
  changeLook,
  openCollection,
} from "../../../../renderer/state/collection/collection-look.ts";
import { openWorkspace } from "../../../../renderer/state/workspace.ts";
import { LETTERS } from "./letters.ts";

const more = { inA: 8, inB: 2, effect: Math.log(4), low: 0.7, high: 2, q: 0.01 };
const fewer = { inA: 2, inB: 8, effect: -Math.log(4), low: -2, high: -0.7, q: 0.01 };
const chance = { inA: 5, inB: 5, effect: 0.1, low: -1, high: 1, q: 0.9 };
const ANSWER = {
  rows: 30,
  unit: null,
  groups: ["north", "south", "west"].map((value) => ({
    value,
    last: null,
    rows: 10,
    positions: [1],
  })),
  words: [{ word: "snow", groups: [more, fewer, chance] }],
  regions: [],
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  "app.collections": {
    collections: [{ ...LETTERS, columns: [{ name: "place", type: "text", role: null }] }],
  },
  "app.collectionGroups": ANSWER,
};
const calls: [string, unknown][] = [];

vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: (name: string, args: unknown) => {
    calls.push([name, args]);
    return name in ANSWERS ? Promise.resolve(ANSWERS[name]) : new Promise(() => undefined);
  },
}));

let look: unknown;

beforeEach(() => {
  calls.length = 0;
  queryClient.clear();
  openWorkspace(EMPTY_WORKSPACE);
  openCollection("Letters");
  changeLook("Differences", { lens: "differences" });
});
afterEach(cleanup);

function Shown() {
  const open = useCollection();
  look = open?.look;
  return open && <DifferenceLens open={open} />;
}

it("compares the groups of a column, and lists the rows of one that have a word", async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  );
  const pick = await screen.findByRole("combobox", { name: "Compare" });
  const column = "place";
  fireEvent.change(pick, { target: { value: column } });
  const cell = await screen.findByRole("button", { name: "× 4" });
  expect(calls).toContainEqual(["app.collectionGroups", expect.objectContaining({ column })]);
  expect(screen.getByRole("button", { name: "÷ 4" })).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /[×÷]/ })).toHaveLength(2);
  expect(screen.getByText("Regions: no significant difference.")).toBeTruthy();
  fireEvent.click(cell);
  expect(look).toMatchObject({
    lens: "rows",
    restrictions: [
      { kind: "values", column, values: ["north"] },
      { kind: "words", words: '"snow"' },
    ],
  });
});

it("writes one line for each find and group", () => {
  const { columns, rows } = groupsTable(ANSWER, ["north", "south", "west"]);
  expect(rows).toHaveLength(3);
  expect(rows[1]).toEqual(["snow", "word", "south", 2, 8, 0.25, 0.135, 0.497, 0.01]);
  expect(columns).toHaveLength(rows[0]!.length);
});
