// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { labelRows } from "../../../../renderer/state/collection/label-rows.ts";
import { redoStep, undoStep } from "../../../../renderer/state/edits.ts";

/** What the service was told, and what it holds: labels by row. */
const service = vi.hoisted(() => ({
  told: [] as string[],
  labels: new Map<string, boolean | null>(),
}));

vi.mock("../../../../renderer/api/client.ts", () => ({
  call: async (
    _endpoint: string,
    { marks }: { marks: readonly { id: string; belongs: boolean | null }[] },
  ) => {
    await Promise.resolve();
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
const settled = () => new Promise((resolve) => setTimeout(resolve, 40));

beforeEach(() => {
  service.told.length = 0;
  service.labels.clear();
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
