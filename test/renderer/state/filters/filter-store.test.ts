import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { replay } from "../../../../core/workspace/journal-entries.ts";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { makeExample, makeFilter } from "../../../../renderer/model/filters/make-filter.ts";
import { rebaseSteps } from "../../../../renderer/model/rebase-steps.ts";
import { changeFilter } from "../../../../renderer/state/filters/filter-state.ts";
import { filters, inPlace } from "../../../../renderer/state/filters/filter-store.ts";
import {
  openWorkspace,
  savedWorkspace,
  undo,
  workspace,
} from "../../../../renderer/state/workspace.ts";

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

  it("that were made before the saved ones arrived stand behind them", () => {
    const named = (...given: string[]) => given.map((name) => makeFilter(name));
    filters.edit("Add", () => named("saved", "saved, too"));
    const saved = { ...EMPTY_WORKSPACE, content: savedWorkspace().content };
    openWorkspace(EMPTY_WORKSPACE);
    filters.edit("Add", () => named("own", "own, too"));
    openWorkspace(replay(saved, rebaseSteps(saved, savedWorkspace())).workspace, "arrived");
    expect(names()).toEqual(["saved", "saved, too", "own", "own, too"]);
    undo();
    expect(names()).toEqual(["saved", "saved, too"]);
  });

  it("write a small step for a small change of a large filter", () => {
    const many = Array.from({ length: 500 }, (_, i) => makeExample(`text ${i}`, "positive"));
    const filter = makeFilter("Large", many);
    filters.edit("Add", () => [filter]);
    changeFilter(filter.id, "Move the threshold", (before) => ({ ...before, threshold: 0.4 }));
    const step = workspace.getState().past.at(-1);
    expect(JSON.stringify(step).length).toBeLessThan(1500);
    expect(filters.read()[0]?.threshold).toBe(0.4);
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
