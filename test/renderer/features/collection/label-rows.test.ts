// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  labelRows,
  renameLabels,
  takeBackLabels,
} from "../../../../renderer/features/collection/label-rows.ts";
import { redoStep, undoStep } from "../../../../renderer/state/edits.ts";
import { useToasts } from "../../../../renderer/state/toasts.ts";
import { edit, undo, workspace } from "../../../../renderer/state/workspace.ts";

/** What the service was told, and what it holds: labels by row. */
const service = vi.hoisted(() => ({
  told: [] as string[],
  failures: 0,
  labels: new Map<string, boolean | null>(),
  /** The labels that a page of rows shows, and who gave them. */
  shown: [] as { id: string; labels: { filter: string; belongs: boolean; author?: string }[] }[],
  asked: [] as unknown[],
}));

vi.mock("../../../../renderer/api/client.ts", () => ({
  call: async (
    _endpoint: string,
    {
      filter,
      marks,
      author,
    }: {
      filter: string;
      marks: readonly { id: string; belongs: boolean | null }[];
      author?: string;
    },
  ) => {
    await Promise.resolve();
    if (service.failures > 0) {
      service.failures--;
      throw new Error("The disk is full.");
    }
    for (const { id, belongs } of marks) {
      const whose = author === undefined ? "" : ` by ${author}`;
      service.told.push(`${filter === "money" ? "" : `${filter} `}${id}: ${belongs}${whose}`);
      service.labels.set(id, belongs);
    }
  },
}));
vi.mock("../../../../renderer/api/collection-queries.ts", () => ({
  refreshLabels: () => new Promise((resolve) => setTimeout(resolve, 5)),
  refreshCollection: () => Promise.resolve(),
  collectionsQuery: () => ({ queryKey: ["list"], queryFn: () => ({ collections: [] }) }),
  rowsQuery: (_name: string, asked: { query: unknown }) => ({
    queryKey: ["rows", asked],
    queryFn: () => {
      service.asked.push(asked.query);
      return { rows: service.shown };
    },
  }),
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
    await vi.waitFor(() => expect(latestToast()?.text).toContain("was not changed"));
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

  it("of an assistant are taken back as one step, which gives them back under its name", async () => {
    const author = "assistant: a";
    service.shown = [true, false].map((belongs, i) => ({
      id: `t${i}`,
      labels: [
        { filter: "other", belongs: !belongs },
        { filter: "money", belongs, author },
      ],
    }));
    await takeBackLabels("complaints", "money", author);
    expect(service.asked.at(-1)).toEqual({
      labels: { not: { label: "money", is: "unlabelled", by: author } },
    });
    expect(service.told).toEqual(["t0: null", "t1: null"]);
    expect(workspace.getState().past.at(-1)?.label).toBe("Removed 2 labels by assistant: a");
    undoStep();
    await settled();
    expect(service.told.slice(2)).toEqual([`t0: true by ${author}`, `t1: false by ${author}`]);
    redoStep();
    await settled();
    expect(service.told.slice(4)).toEqual(["t0: null", "t1: null"]);
  });

  it("that a person gave meanwhile are not taken back with those of an assistant", async () => {
    const author = "assistant: a";
    service.shown = ["m0", "m1"].map((id) => ({
      id,
      labels: [{ filter: "money", belongs: true, author }],
    }));
    const own = labelRows("complaints", "money", service.shown.slice(0, 1), false);
    await takeBackLabels("complaints", "money", author);
    await own;
    expect(service.told).toEqual(["m0: false", "m1: null"]);
    undoStep();
    undoStep();
    await settled();
    expect(service.told.slice(2)).toEqual([`m1: true by ${author}`, `m0: true by ${author}`]);
  });

  it("stay those of whoever gave them when their category is called otherwise, and back", async () => {
    const author = "assistant: a";
    service.shown = [
      { id: "n0", labels: [{ filter: "money", belongs: false }] },
      { id: "n1", labels: [{ filter: "money", belongs: true, author }] },
    ];
    await renameLabels("complaints", "money", "cash");
    expect(service.told).toEqual([
      "cash n0: false",
      `cash n1: true by ${author}`,
      "n0: null",
      "n1: null",
    ]);
    undoStep();
    await settled();
    expect(service.told.slice(4)).toEqual([
      "n0: false",
      `n1: true by ${author}`,
      "cash n0: null",
      "cash n1: null",
    ]);
  });
});
