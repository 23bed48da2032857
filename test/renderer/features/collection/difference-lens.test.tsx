// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { DifferenceLens } from "../../../../renderer/features/collection/difference-lens.tsx";
import { useCollection } from "../../../../renderer/features/collection/use-collection.ts";
import { useCollectionOnMap } from "../../../../renderer/features/collection/use-collection-on-map.ts";
import {
  changeLook,
  openCollection,
} from "../../../../renderer/state/collection/collection-look.ts";
import { openWorkspace } from "../../../../renderer/state/workspace.ts";
import { LETTERS } from "./letters.ts";

const ANSWERS: Readonly<Record<string, unknown>> = {
  "app.collections": { collections: [LETTERS] },
  "app.collectionDifference": {
    rows: { a: 1, b: 2 },
    words: [],
    regions: [],
    lift: [1, 1],
  },
};

vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: (name: string) =>
    name in ANSWERS ? Promise.resolve(ANSWERS[name]) : new Promise(() => undefined),
}));

beforeEach(() => {
  queryClient.clear();
  openWorkspace(EMPTY_WORKSPACE);
  openCollection("Letters");
});
afterEach(cleanup);

function Shown() {
  const open = useCollection();
  return open && <Both open={open} />;
}

function Both({ open }: Parameters<typeof DifferenceLens>[0]) {
  return (
    <>
      <p>Map: {useCollectionOnMap(open).title}</p>
      <DifferenceLens open={open} />
    </>
  );
}

it("leaves nothing grey, and nothing of them on the map, once no side is chosen any more", async () => {
  changeLook("Compare", {
    lens: "differences",
    difference: { a: [{ kind: "words", words: "river" }], b: null },
  });
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  );
  await screen.findByText(/^Map: A: /);
  fireEvent.click(screen.getByRole("button", { name: "Back to the rows shown" }));
  await screen.findByText("Choose what to compare");
  expect(container.querySelector("[data-stale]")).toBeNull();
  expect(screen.queryByText(/^Map: A: /)).toBeNull();
});
