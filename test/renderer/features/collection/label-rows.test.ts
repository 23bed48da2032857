// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  labelRows,
  renameLabels,
  takeBackLabels,
} from "../../../../renderer/features/collection/label-rows.ts";
import { useToasts } from "../../../../renderer/state/toasts.ts";
import { workspace } from "../../../../renderer/state/workspace.ts";

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
/** Presses the button of the latest message. */
const press = (label: string) => {
  expect(latestToast()?.action?.label).toBe(label);
  latestToast()?.action?.run();
};
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
  useToasts.setState({ toasts: [] });
  service.told.length = 0;
  service.labels.clear();
  service.failures = 0;
});

describe("labels", () => {
  it("are given one after the other, and only the latest message offers Undo", async () => {
    await Promise.all([
      labelRows("complaints", "money", [row("1"), row("2")], true),
      labelRows("complaints", "money", [row("10"), row("11")], false),
    ]);
    expect(service.told).toEqual(["1: true", "2: true", "10: false", "11: false"]);
    expect(useToasts.getState().toasts.map(({ action }) => action?.label)).toEqual([
      undefined,
      "Undo",
    ]);
    press("Undo");
    await settled();
    expect(service.told.slice(4)).toEqual(["10: null", "11: null"]);
    expect(latestToast()?.text).toBe("Undid: 2 rows: does not match money");
  });

  it("of a single row of the user's own are no message, and end the Undo of those before", async () => {
    await labelRows("complaints", "money", [row("1"), row("2")], true);
    await labelRows("complaints", "money", [row("1")], false);
    expect(useToasts.getState().toasts.map(({ action }) => action)).toEqual([undefined]);
  });

  it("leave the steps of the workspace alone", async () => {
    const { past } = workspace.getState();
    await labelRows("complaints", "money", [row("1"), row("2")], true);
    expect(workspace.getState().past).toBe(past);
  });

  it("that cannot be taken back are, when that is tried again", async () => {
    await labelRows("complaints", "money", [row("5"), row("6")], true);
    service.failures = 1;
    press("Undo");
    await vi.waitFor(() =>
      expect(latestToast()?.text).toBe(
        "“2 rows: matches money” could not be undone: The disk is full.",
      ),
    );
    expect(Object.fromEntries(service.labels)).toEqual({ "5": true, "6": true });
    press("Try again");
    await settled();
    expect(Object.fromEntries(service.labels)).toEqual({ "5": null, "6": null });
  });

  it("that cannot be given are an error, and others follow", async () => {
    service.failures = 1;
    await expect(labelRows("complaints", "money", [row("5")], true)).rejects.toThrow(
      "disk is full",
    );
    await labelRows("complaints", "money", [row("6")], true);
    expect(service.told).toEqual(["6: true"]);
  });

  it("are refused in a read-only window", async () => {
    workspace.setState({ isReadOnly: true });
    await expect(labelRows("complaints", "money", [row("5")], true)).rejects.toThrow("read-only");
    workspace.setState({ isReadOnly: false });
    expect(service.told).toEqual([]);
  });

  it("changed before the rows are shown again go back to what they were, not to what is shown", async () => {
    const rows = [row("3"), row("4")];
    const first = labelRows("complaints", "cards", rows, true);
    await labelRows("complaints", "cards", rows, false);
    await first;
    press("Undo");
    await settled();
    expect(service.labels.get("3")).toBe(true);
  });

  it("of an assistant are taken back together, and Undo gives them back under its name", async () => {
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
    expect(latestToast()?.text).toBe("Removed 2 labels by assistant: a");
    press("Undo");
    await settled();
    expect(service.told.slice(2)).toEqual([`t0: true by ${author}`, `t1: false by ${author}`]);
  });

  it("that a user gave meanwhile are not taken back with those of an assistant", async () => {
    const author = "assistant: a";
    service.shown = ["m0", "m1"].map((id) => ({
      id,
      labels: [{ filter: "money", belongs: true, author }],
    }));
    const own = labelRows("complaints", "money", service.shown.slice(0, 1), false);
    await takeBackLabels("complaints", "money", author);
    await own;
    expect(service.told).toEqual(["m0: false", "m1: null"]);
    press("Undo");
    await settled();
    expect(service.told.slice(2)).toEqual([`m1: true by ${author}`]);
  });

  it("of a single row in place of an assistant's can be undone", async () => {
    const author = "assistant: a";
    const labels = [{ filter: "money", belongs: true, author }];
    await labelRows("complaints", "money", [{ id: "o0", labels }], false);
    press("Undo");
    await settled();
    expect(service.told).toEqual(["o0: false", `o0: true by ${author}`]);
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
    press("Undo");
    await settled();
    expect(service.told.slice(4)).toEqual([
      "n0: false",
      `n1: true by ${author}`,
      "cash n0: null",
      "cash n1: null",
    ]);
  });
});
