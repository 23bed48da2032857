// @vitest-environment jsdom
import { openWith } from "../../../renderer/state/open-with.ts";
import "../../support/page-gaps.ts";
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Name } from "../../../core/api/client-types.ts";
import { EMPTY_WORKSPACE } from "../../../core/workspace/workspace.ts";
import { retinaCardsQuery } from "../../../renderer/api/map-queries.ts";
import { queryClient } from "../../../renderer/api/query-client.ts";
import { exploreQuery } from "../../../renderer/api/subject-queries.ts";
import { PageProviders } from "../../../renderer/app/page-providers.tsx";
import { startAskingAhead, useFollowEvaluation } from "../../../renderer/state/ask-ahead.ts";
import { pins } from "../../../renderer/state/pins.ts";
import { useEvaluatedSubject } from "../../../renderer/state/use-subject.ts";
import { openWorkspace } from "../../../renderer/state/workspace.ts";
import { wholeAnswer } from "../../support/whole-answer.ts";

const evaluated = {
  evaluated: true,
  positions: [1, 2, 3],
  before: 3,
  dropped: [],
  trace: [],
  unknown: [],
  texts: [],
};
const cards = [{ name: "en", state: "ready", isDefault: true, checksum: "c" }];
const explored = {
  count: 3,
  contexts: [],
  rows: [],
  total: 7,
  passed: 7,
  removedBy: [],
  frequencies: [],
};
const answers: Partial<Record<Name, unknown>> = {
  "app.evaluate": evaluated,
  "app.retinaCards": cards,
};
const asked: unknown[] = [];
const near: unknown[] = [];

startAskingAhead();
beforeEach(async () => {
  asked.length = 0;
  near.length = 0;
  answers["app.explore"] = explored;
  vi.stubGlobal("engine", {
    call: async (name: Name, args: unknown) => {
      if (name === "app.evaluate") asked.push(args);
      if (name === "app.explore") near.push(args);
      const value = answers[name];
      return value
        ? { ok: true, value: wholeAnswer(name, value) }
        : { ok: false, error: { code: "not-found", message: name, details: {} } };
    },
    cancel: () => undefined,
  });
  queryClient.clear();
  openWorkspace(EMPTY_WORKSPACE);
  await queryClient.prefetchQuery(retinaCardsQuery());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("a new subject", () => {
  it("is evaluated before anything is drawn, and once only", async () => {
    openWith("explore", [{ term: "jaguar" }]);
    expect(asked).toHaveLength(1);
    const { result } = renderHook(useEvaluatedSubject, { wrapper: PageProviders });
    await vi.waitFor(() => expect(result.current.positions).toEqual([1, 2, 3]));
    expect(asked).toEqual([{ retina_name: "en", expression: { term: "jaguar" }, sparsity: 1 }]);
  });

  it("tells what follows it of its cells, as long as that is there", async () => {
    const follow = vi.fn();
    const { unmount } = renderHook(() => useFollowEvaluation(follow));
    openWith("explore", [{ term: "jaguar" }]);
    await vi.waitFor(() => expect(follow).toHaveBeenCalledTimes(1));
    expect(follow).toHaveBeenCalledWith({
      retina: "en",
      expression: { term: "jaguar" },
      positions: [1, 2, 3],
    });
    unmount();
    openWith("explore", [{ term: "lynx" }]);
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(asked).toHaveLength(2);
    expect(follow).toHaveBeenCalledTimes(1);
  });

  it("is asked with its expression for what is near it, which its cells then have", async () => {
    const { unmount } = renderHook(() => useFollowEvaluation(vi.fn()));
    openWith("explore", [{ term: "jaguar" }]);
    expect(asked).toHaveLength(1);
    const beside = { retina_name: "en", expression: { term: "jaguar" }, limit: 50 };
    expect(near).toEqual([beside]);
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const found = await queryClient.fetchQuery(exploreQuery("en", [1, 2, 3]));
    expect(found.total).toBe(7);
    expect(near).toEqual([beside]);
    unmount();
    openWith("explore", [{ term: "lynx" }]);
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(near).toHaveLength(1);
  });

  it("is read once where it is long", async () => {
    renderHook(() => useFollowEvaluation(vi.fn()));
    openWith("explore", [{ text: "the river ".repeat(300) }]);
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(asked).toHaveLength(1);
    expect(near).toEqual([]);
  });

  it("has what is near its cells asked for again where nothing was found with its expression", async () => {
    answers["app.explore"] = undefined;
    renderHook(() => useFollowEvaluation(vi.fn()));
    openWith("explore", [{ term: "jaguar" }]);
    await vi.waitFor(() => expect(near).toHaveLength(2));
    expect(near[1]).toEqual({ retina_name: "en", positions: [1, 2, 3], limit: 50 });
  });

  it("waits for what it refers to", () => {
    openWith("explore", [{ or: [{ term: "jaguar" }, { saved: "mine" }] } as never]);
    expect(asked).toHaveLength(0);
  });

  it("is not evaluated again because something else has changed", () => {
    openWith("explore", [{ term: "jaguar" }]);
    pins.edit("Pin", () => []);
    expect(asked).toHaveLength(1);
  });
});
