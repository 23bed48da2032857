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
import { startAskingAhead } from "../../../renderer/state/evaluate-subject.ts";
import { pins } from "../../../renderer/state/pins.ts";
import { useEvaluatedSubject } from "../../../renderer/state/use-subject.ts";
import { openWorkspace } from "../../../renderer/state/workspace.ts";
import { wholeAnswer } from "../../support/whole-answer.ts";

const evaluation = {
  evaluated: true,
  positions: [1, 2, 3],
  before: 3,
  dropped: [],
  trace: [],
  unknown: [],
  texts: [],
};
const cards = [{ name: "en", state: "ready", isDefault: true, checksum: "c" }];
const explored = { count: 3, contexts: [], rows: [], total: 7, passed: 7, evaluation };
const answers: Partial<Record<Name, unknown>> = {
  "app.explore": explored,
  "app.retinaCards": cards,
};
const asked: unknown[] = [];

startAskingAhead();
beforeEach(async () => {
  asked.length = 0;
  vi.stubGlobal("engine", {
    call: async (name: Name, args: unknown) => {
      if (name === "app.evaluate" || name === "app.explore") asked.push(args);
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
  it("is asked about before anything is drawn, and once only, with what is near it", async () => {
    openWith("explore", [{ term: "jaguar" }]);
    const question = {
      retina_name: "en",
      expression: { term: "jaguar" },
      sparsity: 1,
      steps: true,
      limit: 50,
    };
    expect(asked).toEqual([question]);
    const { result } = renderHook(useEvaluatedSubject, { wrapper: PageProviders });
    await vi.waitFor(() => expect(result.current.positions).toEqual([1, 2, 3]));
    const near = await queryClient.fetchQuery(exploreQuery("en", [1, 2, 3]));
    expect(near.total).toBe(7);
    expect(asked).toEqual([question]);
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
