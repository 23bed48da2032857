import { describe, expect, it } from "vitest";
import { meaningDiff } from "../../../../../renderer/features/explore/model/meaning-diff.ts";

const list = (...terms: string[]) => ({ label: "", terms });
const fillers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `filler ${from + index}`);

describe("meaningDiff", () => {
  it("tells what came among the first terms and what went, with the rank it has elsewhere", () => {
    const before = list("jaguar", "car", ...fillers(19), "lynx");
    const after = list("jaguar", "lynx", "puma", ...fillers(19), "car");
    expect(meaningDiff(before, after)).toEqual({
      entered: [
        { term: "lynx", rank: 2, otherRank: 22 },
        { term: "puma", rank: 3, otherRank: null },
      ],
      left: [
        { term: "car", rank: 2, otherRank: 23 },
        { term: "filler 17", rank: 20, otherRank: 21 },
      ],
    });
  });

  it("says nothing where nothing changed, or where it is about something else altogether", () => {
    expect(meaningDiff(list("a", "b"), list("b", "a"))).toBeNull();
    expect(meaningDiff(list(...fillers(30)), list(...fillers(30, 100)))).toBeNull();
    expect(meaningDiff(list(), list("a"))).toBeNull();
  });
});
