import { beforeEach, describe, expect, it } from "vitest";
import { step, useNavigation } from "../../../renderer/state/navigation.ts";
import { openWith } from "../../../renderer/state/open-with.ts";
import { subtractTerms, walkRestricted } from "../../../renderer/state/restrict-subject.ts";
import { showPlace, subject } from "../../../renderer/state/subject.ts";

const muted = {
  expression: { or: [{ term: "jaguar" }, { term: "car" }] },
  sparsity: 0.02,
  extra: { "mute 1": true },
};
const sense = { operator: "sub", positions: [3, 7], name: "sense brand", retina: "en" } as const;

describe("walking", () => {
  beforeEach(() => {
    subject.edit("set up", () => muted);
    useNavigation.setState({ view: "similar", back: [], here: { view: "similar" }, forward: [] });
  });

  it("comes back to what was muted and thinned", () => {
    openWith("similar", [{ term: "lynx" }]);
    expect(subject.read()).toMatchObject({ expression: { term: "lynx" }, sparsity: 1, extra: {} });
    showPlace(step("back"));
    expect(subject.read()).toEqual(muted);
    showPlace(step("forward"));
    expect(subject.read().expression).toEqual({ term: "lynx" });
  });

  it("takes a sense away under its name, leaves muted parts muted, and comes back", () => {
    subject.edit("all cells", () => ({ ...muted, sparsity: 1 }));
    walkRestricted(sense);
    expect(subject.read()).toEqual({
      expression: { sub: [muted.expression, { positions: [3, 7] }] },
      sparsity: 1,
      ids: ["n4", "n1", "n2", "n3", "n5"],
      extra: { "mute n3": true, "label n5": "sense brand", "retina n5": "en" },
    });
    showPlace(step("back"));
    expect(subject.read().expression).toEqual(muted.expression);
  });

  it("subtracts terms in Build, muted parts staying muted and a difference taking more", () => {
    subject.edit("all cells", () => ({ ...muted, sparsity: 1 }));
    subtractTerms(["cat", "dog"]);
    expect(useNavigation.getState().view).toBe("build");
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
