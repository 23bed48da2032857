import { beforeEach, describe, expect, it } from "vitest";
import { restrictTo, subtractTerms } from "../../../renderer/features/explore/edit-subject.ts";
import { NO_SUBJECT } from "../../../renderer/model/subject.ts";
import { startAt, step, useNavigation } from "../../../renderer/state/navigation.ts";
import { openWith } from "../../../renderer/state/open-with.ts";
import { showPlace, subject } from "../../../renderer/state/subject.ts";

const START = { ...NO_SUBJECT, line: "(jaguar + car)~2%" };
const sense = { label: "brand", positions: [3, 7] };

describe("walking", () => {
  beforeEach(() => {
    subject.edit("set up", () => START);
    startAt("explore");
  });

  it("comes back to the line as it was", () => {
    openWith("explore", [{ term: "lynx" }]);
    expect(subject.read()).toEqual({ line: "lynx", cells: [] });
    showPlace(step("back"));
    expect(subject.read()).toEqual(START);
    showPlace(step("forward"));
    expect(subject.read().line).toBe("lynx");
  });

  it("takes a sense away under its name, and comes back to its cells after a walk", () => {
    subject.edit("all cells", () => ({ ...START, line: "jaguar + car" }));
    restrictTo(sense, { operator: "sub", path: [0] });
    const restricted = subject.read();
    expect(restricted).toMatchObject({
      line: 'jaguar - ["sense brand"] + car',
      cells: [{ name: "sense brand", positions: [3, 7] }],
    });
    restrictTo({ ...sense, positions: [9] }, { operator: "sub", path: [] });
    expect(subject.read().line).toBe('jaguar - ["sense brand"] + car - ["sense brand 2"]');
    openWith("explore", [{ term: "lynx" }]);
    showPlace(step("back"));
    expect(subject.read().cells[1]).toMatchObject({ name: "sense brand 2", positions: [9] });
  });

  it("subtracts terms, a difference taking more", () => {
    subject.edit("all cells", () => ({ ...START, line: "jaguar + car" }));
    subtractTerms(["cat", "dog"]);
    expect(useNavigation.getState().view).toBe("explore");
    expect(subject.read().line).toBe("jaguar + car - cat - dog");
    subtractTerms(["cow"]);
    expect(subject.read().line).toBe("jaguar + car - cat - dog - cow");
  });

  it("changes nothing while the line has a mistake", () => {
    subject.edit("a mistake", () => ({ ...START, line: "jaguar - (" }));
    restrictTo(sense, { operator: "sub", path: [] });
    expect(subject.read().line).toBe("jaguar - (");
  });
});
