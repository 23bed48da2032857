// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { LENS_PARTS } from "../../../../renderer/features/collection/collection-centre.tsx";
import {
  type OpenCollection,
  useCollection,
} from "../../../../renderer/features/collection/use-collection.ts";
import { brush, setBrush } from "../../../../renderer/state/brush.ts";
import {
  changeLook,
  openCollection,
  readLook,
} from "../../../../renderer/state/collection/collection-look.ts";
import { openWorkspace, undo, workspace } from "../../../../renderer/state/workspace.ts";
import { LETTERS } from "./letters.ts";

const ANSWERS: Readonly<Record<string, unknown>> = {
  "app.collections": { collections: [LETTERS] },
  "app.collectionNearCopies": {
    rows: 2,
    groups: 1,
    listed: [{ ids: ["1", "2"], text: "The same" }],
  },
  "app.collectionTopics": {
    rows: 3,
    levels: 3,
    topics: [
      {
        region: 1,
        centre: 5,
        name: null,
        place: "bank",
        words: ["river", "money"],
        rows: 2,
        share: 0.5,
        hidden: false,
        merged: [],
        examples: [],
      },
    ],
  },
  "app.collectionPoints": { total: 3, ids: ["1", "2", "3"], places: [7, 7, 900], values: null },
};

vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: (name: string) =>
    name in ANSWERS ? Promise.resolve(ANSWERS[name]) : new Promise(() => undefined),
}));

function Shown({ lens }: { readonly lens: keyof typeof LENS_PARTS }) {
  const open = useCollection();
  return open && <Lens lens={lens} open={open} />;
}

function Lens({
  lens,
  open,
}: {
  readonly lens: keyof typeof LENS_PARTS;
  readonly open: OpenCollection;
}) {
  const Part = LENS_PARTS[lens];
  return <Part open={open} />;
}

const show = (lens: keyof typeof LENS_PARTS) => {
  changeLook("Show", { lens });
  render(
    <QueryClientProvider client={queryClient}>
      <Shown lens={lens} />
    </QueryClientProvider>,
  );
};

beforeEach(() => {
  queryClient.clear();
  openWorkspace(EMPTY_WORKSPACE);
  openCollection("Letters");
});
afterEach(cleanup);

it.each([
  ["copies", /The same/],
  ["topics", /^river, money/],
] as const)(
  "shows the rows of one of the %s by one click, which one undo takes back",
  async (lens, name) => {
    show(lens);
    const before = workspace.getState().past.length;
    fireEvent.click(await screen.findByRole("button", { name }));
    expect(readLook()).toMatchObject({ lens: "rows", restrictions: [{}] });
    expect(workspace.getState().past).toHaveLength(before + 1);
    undo();
    expect(readLook()).toMatchObject({ lens, restrictions: [] });
  },
);

it("shows the points chosen on the map by one click, and one undo brings the choice back too", async () => {
  setBrush("Select a cell", [7]);
  show("points");
  const before = workspace.getState().past.length;
  fireEvent.click(await screen.findByRole("button", { name: "Show only these rows" }));
  expect(readLook()).toMatchObject({ lens: "rows", restrictions: [{ ids: ["1", "2"] }] });
  expect(brush.read()).toEqual([]);
  expect(workspace.getState().past).toHaveLength(before + 1);
  undo();
  expect(readLook()).toMatchObject({ lens: "points", restrictions: [] });
  expect(brush.read()).toEqual([7]);
});
