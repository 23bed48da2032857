import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { makeFilter } from "../../../../renderer/model/filters/make-filter.ts";
import { filters, inPlace } from "../../../../renderer/state/filters/filter-store.ts";
import { openWorkspace, undo } from "../../../../renderer/state/workspace.ts";

beforeEach(() => openWorkspace(EMPTY_WORKSPACE));

const names = () => filters.read().map(({ name }) => name);

describe("stored filters", () => {
  it("stay in the order in which they were put", () => {
    const added = ["a", "b", "c"].map((name) => makeFilter(name));
    filters.edit("Add", () => added);
    filters.edit("Insert", (before) =>
      before.toSpliced(1, 0, { ...before[0]!, id: "x", name: "x" }),
    );
    expect(names()).toEqual(["a", "x", "b", "c"]);
    filters.edit("Delete", (before) => before.filter(({ name }) => name !== "b"));
    expect(names()).toEqual(["a", "x", "c"]);
    undo();
    expect(names()).toEqual(["a", "x", "b", "c"]);
  });

  it("that were made before the saved ones arrived stand behind them", async () => {
    vi.resetModules();
    const { addFilter } = await import("../../../../renderer/state/filters/filter-state.ts");
    const { filters } = await import("../../../../renderer/state/filters/filter-store.ts");
    const { makeEarly, openWorkspace, undo } = await import(
      "../../../../renderer/state/workspace.ts"
    );
    const names = () => filters.read().map(({ name }) => name);
    for (const name of ["own", "own, too"]) addFilter(name);
    const named = ["saved", "saved, too"].map((name, at) => ({
      ...makeFilter(name),
      place: at + 1,
    }));
    openWorkspace(
      {
        ...EMPTY_WORKSPACE,
        content: { filters: Object.fromEntries(named.map((each) => [each.id, each])) },
      },
      "arrived",
    );
    makeEarly();
    expect(names()).toEqual(["saved", "saved, too", "own", "own, too"]);
    undo();
    expect(names()).toEqual(["saved", "saved, too", "own"]);
  });

  it("get ascending places, and those that fit keep theirs", () => {
    const places = fc.array(fc.integer({ min: -2, max: 9 }), { maxLength: 12 });
    fc.assert(
      fc.property(places, (given) => {
        const list = given.map((place) => ({ ...makeFilter("f"), place }));
        const placed = inPlace(list);
        expect(placed.map(({ id }) => id)).toEqual(list.map(({ id }) => id));
        for (const [i, { place }] of placed.slice(1).entries())
          expect(place).toBeGreaterThan(placed[i]!.place);
        expect(inPlace(placed)).toEqual(placed);
      }),
    );
  });
});
