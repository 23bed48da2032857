import { describe, expect, it } from "vitest";
import { setRoles } from "../../../../core/collection/port/set-roles.ts";
import { COLUMNS, HEAD } from "./arbitrary-selection.ts";
import { ObviousStore } from "./obvious-store.ts";

async function made() {
  const store = new ObviousStore();
  await store.create(HEAD);
  return {
    store,
    set: (changes: Parameters<typeof setRoles>[1]) => setRoles(store.open(HEAD.name), changes),
  };
}
const NUMBER = COLUMNS.find(({ type }) => type === "number")?.name ?? "";

describe("what columns are for", () => {
  it("can be changed after the import, one role without the others", async () => {
    const { store, set } = await made();
    const before = (await store.open(HEAD.name).describe()).roles;
    expect(await set({ truth: "party" })).toEqual({ ...before, truth: "party" });
    expect(await set({ categories: [NUMBER, NUMBER] })).toEqual({
      ...before,
      truth: "party",
      categories: [NUMBER],
    });
    expect(await set({ truth: NUMBER })).toMatchObject({ truth: NUMBER, categories: [NUMBER] });
    expect(await set({ truth: null, categories: [] })).toEqual(before);
    expect((await store.open(HEAD.name).describe()).columns).toEqual(COLUMNS);
  });

  it("refuses a column that is not there, dates as truth, and texts as numbers that are names", async () => {
    const { set } = await made();
    await expect(set({ truth: "nobody" })).rejects.toMatchObject({ code: "unknown-column" });
    await expect(set({ truth: "date" })).rejects.toThrow(/dates/);
    await expect(set({ categories: ["party"] })).rejects.toThrow(/no numbers/);
  });
});
