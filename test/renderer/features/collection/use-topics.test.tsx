// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import type { OpenCollection } from "../../../../renderer/features/collection/use-collection.ts";
import { useTopics } from "../../../../renderer/features/collection/use-topics.ts";

const { asked } = vi.hoisted(() => ({
  asked: [] as { isPart: boolean; answer: (rows: number) => void }[],
}));

vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: (_name: string, { query }: { query: { sample?: unknown } }) =>
    new Promise((resolve) =>
      asked.push({
        isPart: query.sample !== undefined,
        answer: (rows) => resolve({ rows, levels: 3, topics: [] }),
      }),
    ),
}));

const inClient = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const topicsOf = (rows: number) => {
  const open = { info: { name: "Letters", rows }, query: {} } as OpenCollection;
  return renderHook(() => useTopics(open), { wrapper: inClient }).result;
};
const answer = (index: number, rows: number) => act(async () => asked[index]!.answer(rows));
const parts = () => asked.map(({ isPart }) => isPart);

beforeEach(() => {
  asked.length = 0;
  queryClient.clear();
});
afterEach(cleanup);

it("shows the topics of some of many rows until those of all are there", async () => {
  const topics = topicsOf(20_000);
  expect(parts()).toEqual([true]);
  await answer(0, 1000);
  await waitFor(() => expect(topics.current).toMatchObject({ part: 1000, isFetching: true }));
  await waitFor(() => expect(parts()).toEqual([true, false]));
  await answer(1, 20_000);
  await waitFor(() => expect(topics.current).toMatchObject({ part: null, isFetching: false }));
  expect(topics.current.data?.rows).toBe(20_000);
});

it("asks once where few rows pass, and where there are few", async () => {
  const few = topicsOf(20_000);
  await answer(0, 120);
  await waitFor(() => expect(few.current).toMatchObject({ part: null, isFetching: false }));
  expect(few.current.data?.rows).toBe(120);
  expect(parts()).toEqual([true]);
  queryClient.clear();
  asked.length = 0;
  topicsOf(300);
  expect(parts()).toEqual([false]);
});
