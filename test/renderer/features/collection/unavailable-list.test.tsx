// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { collectionsQuery } from "../../../../renderer/api/collection-queries.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { UnavailableList } from "../../../../renderer/features/collection/collection-lens.tsx";

const server = vi.hoisted(() => ({
  collections: [] as { name: string; state: string; reason?: string; rows?: number }[],
}));
vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: async (endpoint: string, { name }: { name?: string }) => {
    if (endpoint === "app.collectionRemove")
      server.collections = server.collections.filter((each) => each.name !== name);
    return { collections: server.collections };
  },
}));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

function Lists() {
  const { data, refetch } = useQuery(collectionsQuery());
  return (
    <>
      <p>{data?.collections.map(({ name }) => name).join(", ")}</p>
      <UnavailableList collections={data?.unavailable ?? []} onRetry={() => void refetch()} />
    </>
  );
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Lists />
    </QueryClientProvider>,
  );
const itemOf = (name: string) => within(screen.getByText(name).closest("li") ?? document.body);

it("says which collections cannot be opened, why, and lets a damaged one be removed", async () => {
  server.collections = [
    { name: "Letters", state: "ready", rows: 3 },
    { name: "Old", state: "damaged", reason: "Its tables cannot be read." },
    { name: "Written", state: "in-use", reason: "Another program has it open." },
  ];
  show();
  await screen.findByText("Letters");
  expect(itemOf("Old").getByText("Its tables cannot be read.")).toBeTruthy();
  expect(itemOf("Written").getByText("Another program has it open.")).toBeTruthy();
  expect(itemOf("Written").queryByRole("button", { name: "Remove…" })).toBeNull();
  // The other program is done.
  server.collections = server.collections.map((each) =>
    each.name === "Written" ? { name: "Written", state: "ready", rows: 1 } : each,
  );
  fireEvent.click(itemOf("Written").getByRole("button", { name: "Try again" }));
  await screen.findByText("Letters, Written");
  fireEvent.click(itemOf("Old").getByRole("button", { name: "Remove…" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Remove it" }));
  await waitFor(() => expect(screen.queryByText("Old")).toBeNull());
  expect(screen.queryByRole("list")).toBeNull();
  expect(screen.getByText("Letters, Written")).toBeTruthy();
});
