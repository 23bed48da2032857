// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { tasksQuery } from "../../../../renderer/api/collection-queries.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { ExportRowsMenu } from "../../../../renderer/features/collection/export-rows-menu.tsx";
import { useCollection } from "../../../../renderer/features/collection/use-collection.ts";
import { useActions } from "../../../../renderer/state/actions.ts";
import { openCollection } from "../../../../renderer/state/collection/collection-look.ts";
import { useScoreRun } from "../../../../renderer/state/collection/score-run.ts";
import { openWorkspace } from "../../../../renderer/state/workspace.ts";
import { LETTERS } from "./letters.ts";

let imports: { readonly kind: "import"; readonly title: string; readonly state: string }[] = [];

vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: (name: string) => {
    if (name === "app.collections") return Promise.resolve({ collections: [LETTERS] });
    if (name === "app.jobs") return Promise.resolve(imports);
    return new Promise(() => undefined);
  },
}));

beforeEach(() => {
  queryClient.clear();
  imports = [];
  openWorkspace(EMPTY_WORKSPACE);
  openCollection("Letters");
  useScoreRun.setState(useScoreRun.getInitialState());
});
afterEach(cleanup);

function Shown() {
  const open = useCollection();
  return open && <ExportRowsMenu {...open} />;
}

async function show() {
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  );
  await screen.findByRole("button", { name: "Save rows" });
}

/** Why each of the three formats cannot be saved now. */
const refusals = () =>
  useActions
    .getState()
    .actions.filter(({ id }) => id.startsWith("collection.export-"))
    .map(({ disabledBecause }) => disabledBecause);

it("saves no file while rows are being scored, of which it would have only some scores", async () => {
  await show();
  expect(refusals()).toEqual([null, null, null]);
  act(() => useScoreRun.setState({ collection: "Letters", names: ["fruit"] }));
  expect(refusals()).toEqual(Array(3).fill(expect.stringContaining("only some scores")));
  act(() => useScoreRun.setState({ collection: "Others" }));
  expect(refusals()).toEqual([null, null, null]);
});

it("saves no file while rows are still being read, and does afterwards", async () => {
  imports = [{ kind: "import", title: "Letters", state: "running" }];
  await show();
  await vi.waitFor(() =>
    expect(refusals()).toEqual(Array(3).fill(expect.stringContaining("only some rows"))),
  );
  imports = [{ kind: "import", title: "Letters", state: "done" }];
  await act(() => queryClient.invalidateQueries(tasksQuery()));
  await vi.waitFor(() => expect(refusals()).toEqual([null, null, null]));
});
