// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { labelRows } from "../../../../renderer/features/collection/label-rows.ts";
import { redoStep, undoStep } from "../../../../renderer/state/edits.ts";
import { useToasts } from "../../../../renderer/state/toasts.ts";
import { edit, undo, workspace } from "../../../../renderer/state/workspace.ts";

/** What the service was told, and what it holds: labels by row. */
const service = vi.hoisted(() => ({
  told: [] as string[],
  failures: 0,
  labels: new Map<string, boolean | null>(),
}));

vi.mock("../../../../renderer/api/client.ts", () => ({
  call: async (
    _endpoint: string,
    { marks }: { marks: readonly { id: string; belongs: boolean | null }[] },
  ) => {
    await Promise.resolve();
    if (service.failures > 0) {
      service.failures--;
      throw new Error("The disk is full.");
    }
    for (const { id, belongs } of marks) {
      service.told.push(`${id}: ${belongs}`);
      service.labels.set(id, belongs);
    }
  },
}));
vi.mock("../../../../renderer/api/collection-queries.ts", () => ({
  refreshLabels: () => new Promise((resolve) => setTimeout(resolve, 5)),
  refreshCollection: () => Promise.resolve(),
}));

/** Rows as they were shown before any of this: what is shown of them never changes here. */
const row = (id: string) => ({ id, labels: [] });
const latestToast = () => useToasts.getState().toasts.at(-1);
/** Long enough for all that is under way, in the order of its own times, however busy the machine is. */
const settled = () => vi.advanceTimersByTimeAsync(40);

// For the whole file: what a test leaves under way goes on in the next.
beforeAll(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterAll(() => {
  vi.useRealTimers();
});
beforeEach(() => {
  service.told.length = 0;
  service.labels.clear();
  service.failures = 0;
});

describe("labels", () => {
  it("given at once are steps of their own, and undo takes back the latest", async () => {
    await Promise.all([
      labelRows("complaints", "money", [row("1")], true),
      labelRows("complaints", "money", [row("10")], false),
    ]);
    undoStep();
    await settled();
    expect(service.told).toEqual(["1: true", "10: false", "10: null"]);
    undoStep();
    await settled();
    redoStep();
    await settled();
    expect(Object.fromEntries(service.labels)).toEqual({ "1": true, "10": null });
  });

  it("that cannot be taken back stay the next step to be undone, and trying again takes them back", async () => {
    await labelRows("complaints", "money", [row("5")], true);
    await labelRows("complaints", "money", [row("6")], false);
    const [, label] = workspace.getState().past.slice(-2);
    service.failures = 1;
    undoStep();
    await vi.waitFor(() => expect(latestToast()?.text).toContain("could not be undone"));
    expect(latestToast()?.text).toContain("The disk is full.");
    expect(latestToast()?.text).toContain(label?.label);
    expect(workspace.getState().past.at(-1)).toEqual(label);
    expect(Object.fromEntries(service.labels)).toEqual({ "5": true, "6": false });
    latestToast()?.action?.run();
    await settled();
    expect(Object.fromEntries(service.labels)).toEqual({ "5": true, "6": null });
    service.failures = 1;
    redoStep();
    await vi.waitFor(() => expect(latestToast()?.text).toContain("could not be redone"));
    redoStep();
    await settled();
    expect(Object.fromEntries(service.labels)).toEqual({ "5": true, "6": false });
  });

  it("that could not be taken back before something else was done are taken back with that", async () => {
    await labelRows("complaints", "money", [row("7")], true);
    service.failures = 1;
    undoStep();
    edit("Something else", { ...workspace.getState().content, noted: 1 });
    await vi.waitFor(() => expect(latestToast()?.text).toContain("could not follow"));
    await vi.waitFor(() => expect(service.labels.get("7")).toBeNull());
    await labelRows("complaints", "money", [row("8")], true);
    await settled();
    expect(Object.fromEntries(service.labels)).toEqual({ "7": null, "8": true });
    expect(undo()).toContain("money");
    expect(undo()).toBe("Something else");
  });

  it("can be taken back as soon as they are acknowledged, before they are shown", async () => {
    const working = labelRows("complaints", "fees", [row("2")], true);
    await vi.waitFor(() => expect(service.labels.get("2")).toBe(true));
    await Promise.resolve();
    undoStep();
    await working;
    await settled();
    expect(service.labels.get("2")).toBeNull();
  });

  it("changed before the rows are shown again go back to what they were, not to what is shown", async () => {
    const first = labelRows("complaints", "cards", [row("3")], true);
    await labelRows("complaints", "cards", [row("3")], false);
    await first;
    undoStep();
    await settled();
    expect(service.labels.get("3")).toBe(true);
  });
});
