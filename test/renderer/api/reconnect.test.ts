// @vitest-environment jsdom

import { QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Name } from "../../../core/api/client-types.ts";
import { call } from "../../../renderer/api/client.ts";
import { followReconnection, queryClient } from "../../../renderer/api/query-client.ts";
import { wholeAnswer } from "../../support/whole-answer.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe("an engine that answers again", () => {
  it("is asked again for what failed while it was away, and for nothing else", async () => {
    let isAway = true;
    const busy = { code: "busy", message: "Too many calls wait.", details: {} };
    vi.stubGlobal("engine", {
      call: async (name: Name) => {
        if (isAway) throw new Error("gone");
        return name === "app.jobs"
          ? { ok: false, error: busy }
          : { ok: true, value: wholeAnswer(name, {}) };
      },
      cancel: () => {},
    });
    const watch = (name: "app.health" | "app.jobs") => {
      const asked = vi.fn(() => call(name, {}));
      const query = new QueryObserver(queryClient, {
        queryKey: [name],
        queryFn: asked,
        retry: false,
      });
      return { query, asked, end: query.subscribe(() => {}) };
    };
    const end = followReconnection();
    const health = watch("app.health");
    await vi.waitFor(() => expect(health.query.getCurrentResult().isError).toBe(true));
    isAway = false;
    const jobs = watch("app.jobs");
    await vi.waitFor(() => expect(jobs.query.getCurrentResult().isError).toBe(true));
    expect(health.query.getCurrentResult().isError).toBe(true);
    await call("app.about", {});
    await vi.waitFor(() =>
      expect(health.query.getCurrentResult().data).toEqual(wholeAnswer("app.health", {})),
    );
    expect(jobs.asked).toHaveBeenCalledTimes(1);
    for (const { end: stop } of [health, jobs]) stop();
    end();
  });
});
