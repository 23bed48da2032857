import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import {
  heatQuery,
  refreshCollection,
  refreshGrowing,
  refreshLabels,
  topicsQuery,
} from "../../../renderer/api/collection-queries.ts";
import { queryClient } from "../../../renderer/api/query-client.ts";

/** Calls of the service that wait for an answer, in the order in which they were asked. */
const waiting = vi.hoisted(() => [] as ((rows: number) => void)[]);

vi.mock("../../../renderer/api/client.ts", () => ({
  call: (name: string) =>
    name === "app.collections"
      ? Promise.resolve({ collections: [] })
      : new Promise((resolve) => waiting.push((rows) => resolve({ rows }))),
}));

afterEach(() => {
  queryClient.clear();
  waiting.length = 0;
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const watch = (options: ReturnType<typeof heatQuery>) => {
  const observer = new QueryObserver(queryClient, options);
  const leave = observer.subscribe(() => undefined);
  return { rows: () => observer.getCurrentResult().data?.rows, leave };
};

for (const [name, refresh] of Object.entries({ refreshCollection, refreshLabels }))
  it(`${name} asks again what was asked before the change and has no answer yet`, async () => {
    const heat = watch(heatQuery("news", {}, "ordinary"));
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    const refreshed = refresh("news");
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    waiting[0]?.(533);
    waiting[1]?.(606);
    await refreshed;
    await vi.waitFor(() => expect(heat.rows()).toBe(606));
    heat.leave();
  });

it("shows the first answer of a slow count while rows come in", async () => {
  const heat = watch(heatQuery("news", {}, "ordinary"));
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  const refreshed = refreshGrowing("news");
  await settled();
  expect(waiting).toHaveLength(1);
  waiting[0]?.(533);
  await refreshed;
  await vi.waitFor(() => expect(heat.rows()).toBe(533));
  heat.leave();
});

it("leaves what waits for its own answer: a count without labels, and what no part of the page shows", async () => {
  const own = queryClient.fetchQuery(heatQuery("news", {}, "none"));
  const topics = new QueryObserver(queryClient, topicsQuery("news", {}, 0));
  const leave = topics.subscribe(() => undefined);
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  const refreshed = refreshLabels("news");
  await settled();
  expect(waiting).toHaveLength(2);
  for (const answer of waiting) answer(606);
  expect((await own).rows).toBe(606);
  await refreshed;
  leave();
});
