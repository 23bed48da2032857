import { describe, expect, it } from "vitest";
import { crumbsOf } from "../../../../renderer/features/explore/terms/trail.tsx";

const at = (term: string, view = "explore") => ({ view, expression: { term } });

describe("crumbsOf", () => {
  it("shows a word that was looked at in two views once, and leaves out places without one", () => {
    const back = [{ view: "text" }, at("jaguar", "explore"), at("jaguar"), at("lynx")];
    expect(crumbsOf(back, at("puma"), [at("cat")])).toEqual([
      { label: "jaguar", steps: -2 },
      { label: "lynx", steps: -1 },
      { label: "puma", steps: 0 },
      { label: "cat", steps: 1 },
    ]);
  });

  it("shows a word once that was left for a view without one", () => {
    const back = [at("jaguar", "explore"), { view: "filters" }];
    expect(crumbsOf(back, at("jaguar"), [])).toEqual([{ label: "jaguar", steps: 0 }]);
  });

  it("tells the same cells apart by the names they had", () => {
    const cells = { view: "explore", expression: { positions: [1, 2] } };
    const named = { ...cells, extra: { "label ": "sense sky" } };
    expect(crumbsOf([named], cells, []).map(({ label }) => label)).toEqual([
      "sense sky",
      "2 cells",
    ]);
  });

  it("keeps where the person is in sight however long the walk", () => {
    const back = Array.from({ length: 30 }, (_, index) => at(`word ${index}`));
    const crumbs = crumbsOf(back, at("here"), back);
    expect(crumbs).toHaveLength(8);
    expect(crumbs.find(({ steps }) => steps === 0)?.label).toBe("here");
  });
});
