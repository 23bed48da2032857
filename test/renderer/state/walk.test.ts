import { beforeEach, describe, expect, it } from "vitest";
import { restrictTo, subtractTerms } from "../../../renderer/features/explore/restrict-by-cells.ts";
import { startAt, step, useNavigation } from "../../../renderer/state/navigation.ts";
import { openWith } from "../../../renderer/state/open-with.ts";
import { showPlace, subject } from "../../../renderer/state/subject.ts";

const muted = {
  expression: { or: [{ term: "jaguar" }, { term: "car" }] },
  sparsity: 0.02,
  extra: { "mute 1": true },
};
const sense = { label: "brand", positions: [3, 7] };

describe("walking", () => {
  beforeEach(() => {
    subject.edit("set up", () => muted);
    startAt("explore");
  });

  it("comes back to what was muted and thinned", () => {
    openWith("explore", [{ term: "lynx" }]);
    expect(subject.read()).toMatchObject({ expression: { term: "lynx" }, sparsity: 1, extra: {} });
    showPlace(step("back"));
    expect(subject.read()).toEqual(muted);
    showPlace(step("forward"));
    expect(subject.read().expression).toEqual({ term: "lynx" });
  });

  it("takes a sense away under its name, leaves muted parts muted, and comes back after a walk", () => {
    subject.edit("all cells", () => ({ ...muted, sparsity: 1 }));
    restrictTo(sense, { operator: "sub", part: undefined, retina: "en" });
    expect(subject.read()).toEqual({
      expression: { sub: [muted.expression, { positions: [3, 7] }] },
      sparsity: 1,
      ids: ["n4", "n1", "n2", "n3", "n5"],
      extra: { "mute n3": true, "label n5": "sense brand", "retina n5": "en" },
    });
    openWith("explore", [{ term: "lynx" }]);
    showPlace(step("back"));
    expect(subject.read()).toMatchObject({
      expression: { sub: [muted.expression, { positions: [3, 7] }] },
      extra: { "mute n3": true, "label n5": "sense brand" },
    });
  });

  it("subtracts terms, muted parts staying muted and a difference taking more", () => {
    subject.edit("all cells", () => ({ ...muted, sparsity: 1 }));
    subtractTerms(["cat", "dog"]);
    expect(useNavigation.getState().view).toBe("explore");
    expect(subject.read()).toMatchObject({
      expression: { sub: [muted.expression, { term: "cat" }, { term: "dog" }] },
      extra: { "mute n3": true },
    });
    subtractTerms(["cow"]);
    expect(subject.read().expression).toEqual({
      sub: [muted.expression, { term: "cat" }, { term: "dog" }, { term: "cow" }],
    });
  });
});
