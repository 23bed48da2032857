// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { Facets } from "../../../../renderer/features/collection/facets.tsx";
import { useCollection } from "../../../../renderer/features/collection/use-collection.ts";
import {
  openCollection,
  readLook,
  restrict,
} from "../../../../renderer/state/collection/collection-look.ts";
import { openWorkspace, undo } from "../../../../renderer/state/workspace.ts";
import { LETTERS } from "./letters.ts";

const ROWS = [
  { topic: "war", party: "red", year: 1900 },
  { topic: "war", party: "red", year: 1910 },
  { topic: "war", party: "blue", year: 1950 },
  { topic: "trade", party: "blue", year: 1990 },
];

interface Asked {
  readonly column: "topic" | "party";
  readonly query: {
    readonly where?: { readonly column?: string; readonly in?: readonly string[] };
  };
}

/** Rows that pass the conditions of a query on `topic` and `party`. */
function passing({ query }: Asked) {
  const text = JSON.stringify(query);
  return ROWS.filter((row) =>
    (["topic", "party"] as const).every(
      (column) => !text.includes(`"${column}"`) || text.includes(`"${row[column]}"`),
    ),
  );
}

vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: async (name: string, asked: Asked) => {
    if (name === "app.collections") {
      const columns = [
        { name: "topic", type: "text" },
        { name: "party", type: "text" },
        { name: "year", type: "number" },
      ];
      return { collections: [{ ...LETTERS, rows: 4, columns }], unavailable: [] };
    }
    const rows = passing(asked);
    if (name === "app.collectionHistogram") {
      const counts = [1900, 1950].map(
        (from) => rows.filter(({ year }) => year >= from && year < from + 50).length,
      );
      return { edges: [1900, 1950, 2000], counts, missing: 0 };
    }
    const values = [...new Set(rows.map((row) => row[asked.column]))].map((value) => ({
      value,
      rows: rows.filter((row) => row[asked.column] === value).length,
    }));
    return { values, others: 0, missing: 0 };
  },
}));

function Shown() {
  const open = useCollection();
  return open && <Facets open={open} />;
}

beforeEach(() => {
  queryClient.clear();
  openWorkspace(EMPTY_WORKSPACE);
  openCollection("Letters");
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  );
});
afterEach(cleanup);

const splitBy = async (column: string) =>
  fireEvent.change(await screen.findByRole("combobox", { name: "Split bars by" }), {
    target: { value: column },
  });

const bar = (value: string) =>
  within(screen.getByRole("list", { name: "topic" })).getByRole("button", {
    name: new RegExp(`^${value}`),
  });

it("splits the bars of a column by another column, as one step of undo", async () => {
  await splitBy("party");
  await vi.waitFor(() => expect(bar("war").title).toBe("war · red 2 · blue 1"));
  expect(bar("trade").title).toBe("trade · red 0 · blue 1");
  const widths = [...bar("war").querySelectorAll<HTMLElement>(".value-bar-part")];
  expect(widths.map(({ style }) => Number.parseFloat(style.width).toFixed(1))).toEqual([
    "66.7",
    "33.3",
  ]);
  const legend = screen.getByRole("list", { name: "Colours of the bars" });
  expect(legend.textContent).toBe("redblue");
  undo();
  await vi.waitFor(() => expect(bar("war").title).toBe("war"));
  expect(readLook().split).toBeUndefined();
});

it("keeps to the parts that are shown, and splits numbers, too", async () => {
  await splitBy("party");
  restrict({ kind: "values", column: "party", values: ["blue"] });
  await vi.waitFor(() => expect(bar("war").title).toBe("war · blue 1"));
  fireEvent.click(screen.getByText("year"));
  const numbers = await screen.findByRole("list", { name: "year by party" });
  await vi.waitFor(() => expect(numbers.textContent).toBe("blue2"));
  const path = numbers.querySelector("path")?.getAttribute("d");
  expect(path).toBe("M0 20V20H50V20zM50 20V0H100V20z");
});
