import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  openSample,
  RIGHTS,
  SPEECHES,
} from "../../../../renderer/features/collection/collection-import.ts";

const service = vi.hoisted(() => ({ rows: 0, imports: [] as string[] }));

vi.mock("../../../../renderer/api/client.ts", () => ({
  call: async (endpoint: string, { input }: { input?: { name: string } }) => {
    if (endpoint === "app.collections")
      return {
        collections: service.rows === 0 ? [] : [{ name: SPEECHES.name, rows: service.rows }],
      };
    if (endpoint === "app.jobs") return [];
    if (input !== undefined) service.imports.push(input.name);
    return { id: "1", kind: "import", title: input?.name, state: "done" };
  },
}));

beforeEach(() => {
  service.imports.length = 0;
});

describe("the sample", () => {
  it.each([
    { there: 0, what: "is read in the first time" },
    { there: 250, what: "goes on where its import was stopped" },
    { there: SPEECHES.rows - 1, what: "goes on for its last row" },
  ])("$what", async ({ there }) => {
    service.rows = there;
    await openSample(SPEECHES, "en_associative");
    expect(service.imports).toEqual([SPEECHES.name]);
  });

  it("is only opened where all its rows are there", async () => {
    service.rows = SPEECHES.rows;
    await openSample(SPEECHES, "en_associative");
    expect(service.imports).toEqual([]);
  });

  it("is one of two", async () => {
    service.rows = SPEECHES.rows;
    await openSample(RIGHTS, "en_associative");
    expect(service.imports).toEqual([RIGHTS.name]);
  });
});
