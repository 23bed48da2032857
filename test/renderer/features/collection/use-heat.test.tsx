// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import {
  type OpenCollection,
  useCollection,
} from "../../../../renderer/features/collection/use-collection.ts";
import { useHeat } from "../../../../renderer/features/collection/use-heat.ts";
import { queryOf } from "../../../../renderer/model/collection/restrictions.ts";
import {
  openCollection,
  restrict,
  showAll,
} from "../../../../renderer/state/collection/collection-look.ts";
import { endGesture } from "../../../../renderer/state/workspace.ts";

const { asked } = vi.hoisted(() => ({
  asked: [] as { from: string; over: string; answer: (counted?: number) => void }[],
}));
const INFO = {
  name: "Letters",
  retina: { name: "english", checksum: "1" },
  roles: {},
  columns: [{ name: "year", type: "number" }],
  rows: 10,
  labels: [],
  scores: [],
};

vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: (name: string, args: never) => {
    if (name === "app.collections") return Promise.resolve({ collections: [INFO] });
    if (name !== "app.collectionHeat") return new Promise(() => undefined);
    const { query, over, estimate } = args as {
      query: { where?: { from: number } };
      over: string;
      estimate: boolean;
    };
    const from = query.where === undefined ? "all" : String(query.where.from);
    const rows = from === "all" ? 10 : 5;
    return new Promise((resolve) =>
      asked.push({
        from,
        over: estimate ? over : `${over}, all counted`,
        answer: (counted = rows) => resolve({ rows, counted, total: 10, counts: [], lift: null }),
      }),
    );
  },
}));

let shown: { open: OpenCollection; rows: number | undefined; counted: number | undefined };

function Shown() {
  const open = useCollection();
  return open && <Heat open={open} />;
}

function Heat({ open }: { readonly open: OpenCollection }) {
  const { data } = useHeat(open);
  shown = { open, rows: data?.rows, counted: data?.counted };
  return null;
}

const YEARS = { kind: "range", column: "year" } as const;
const brush = (from: number) =>
  act(() => restrict({ ...YEARS, range: { from, below: from + 1 } }, "brush"));
const questions = () => asked.map(({ from, over }) => `${from} over ${over}`);
async function answer(index: number, counted?: number) {
  await waitFor(() => expect(asked.length).toBeGreaterThan(index));
  await act(async () => asked[index]!.answer(counted));
}

beforeEach(async () => {
  asked.length = 0;
  queryClient.clear();
  openCollection("Letters");
  showAll();
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(asked).toHaveLength(1));
});
afterEach(cleanup);

it("paints the counts before what stands out is worked out", async () => {
  expect(questions()).toEqual(["all over none"]);
  await answer(0);
  await waitFor(() => expect(questions()).toEqual(["all over none", "all over ordinary"]));
  expect(shown.rows).toBe(10);
});

it("asks one heat at a time, and then for the place where the brush is by then", async () => {
  await answer(0);
  await answer(1);
  asked.length = 0;
  for (const year of [1801, 1802, 1803, 1804]) await brush(year);
  expect(questions()).toEqual(["1801 over rest"]);
  await answer(0);
  await waitFor(() => expect(questions()).toEqual(["1801 over rest", "1804 over rest"]));
});

it("lets all else follow once the brush ends", async () => {
  await answer(0);
  await answer(1);
  asked.length = 0;
  for (const year of [1801, 1802]) {
    await brush(year);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ from: String(year), over: "rest" }));
    await answer(asked.length - 1);
    await waitFor(() => expect(shown.rows).toBe(5));
  }
  expect(shown.open.query).toEqual({});
  act(endGesture);
  expect(shown.open.query).toEqual(queryOf([{ ...YEARS, range: { from: 1802, below: 1803 } }]));
});

it("shows an estimate, and counts all rows once the brush ends", async () => {
  await answer(0);
  await answer(1);
  asked.length = 0;
  await brush(1801);
  await answer(0, 2);
  await waitFor(() => expect(shown).toMatchObject({ rows: 5, counted: 2 }));
  expect(questions()).toEqual(["1801 over rest"]);
  act(endGesture);
  await waitFor(() =>
    expect(questions()).toEqual(["1801 over rest", "1801 over rest, all counted"]),
  );
  await answer(1);
  await waitFor(() => expect(shown).toMatchObject({ rows: 5, counted: 5 }));
});

it("asks for the next brush while the rows of the last one are still counted", async () => {
  await answer(0);
  await answer(1);
  asked.length = 0;
  await brush(1801);
  await answer(0, 2);
  act(endGesture);
  await waitFor(() =>
    expect(questions()).toEqual(["1801 over rest", "1801 over rest, all counted"]),
  );
  await brush(1802);
  expect(questions().at(-1)).toBe("1802 over rest");
  await answer(2);
  await waitFor(() => expect(shown).toMatchObject({ rows: 5, counted: 5 }));
});
