import { describe, expect, it } from "vitest";
import { splitRegions } from "../../../core/atlas/merge-regions.ts";

// Six smallest regions: joined to two, before that to three, before that to four.
const roots = Int32Array.from([0, 0, 0, 3, 3, 3]);
const three = Int32Array.from([0, 0, 2, 3, 3, 3]);
const four = Int32Array.from([0, 0, 2, 3, 3, 5]);

describe("parting regions", () => {
  it("undoes what was joined last, in those regions only", () => {
    expect(splitRegions(roots, [three, four], new Set([0]))).toEqual(three);
    expect([...splitRegions(roots, [three, four], new Set([3]))]).toEqual([0, 0, 0, 3, 3, 5]);
    expect(splitRegions(roots, [three, four], new Set([0, 3]))).toEqual(four);
  });

  it("leaves what is whole in all finer divisions, and everything where none is to be parted", () => {
    expect(splitRegions(roots, [three], new Set([3]))).toEqual(roots);
    expect(splitRegions(roots, [three, four], new Set())).toEqual(roots);
  });
});
