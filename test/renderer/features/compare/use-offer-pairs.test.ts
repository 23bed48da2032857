import { describe, expect, it } from "vitest";
import { pairsSource } from "../../../../renderer/features/compare/bulk-results.tsx";
import { useBulkRun } from "../../../../renderer/features/compare/bulk-run.ts";

const RUN = {
  ...useBulkRun.getInitialState(),
  input: { name: "words", items: [], pairs: [] },
  rows: [{ left: 0, right: 1, metrics: null, error: "" }],
} as unknown as ReturnType<typeof useBulkRun.getState>;

describe("compared pairs as a file", () => {
  it("are none while some are still to come, and say so where some never came", () => {
    expect(pairsSource({ ...RUN, phase: "running" }, "list")).toBeNull();
    expect(pairsSource({ ...RUN, phase: "cancelled" }, "list")?.name).toBe("compared words (part)");
    expect(pairsSource({ ...RUN, phase: "done" }, "list")?.name).toBe("compared words");
    expect(pairsSource({ ...RUN, phase: "done" }, "matrix")?.name).toBe("compared words matrix");
  });
});
