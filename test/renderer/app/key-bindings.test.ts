import { describe, expect, it } from "vitest";
import { alternatives } from "../../../renderer/app/key-bindings.ts";

describe("alternatives", () => {
  it("takes keys apart at commas, but not the key that is a comma", () => {
    expect(alternatives("$mod+Shift+z,$mod+y")).toEqual(["$mod+Shift+z", "$mod+y"]);
    expect(alternatives("+,Shift++")).toEqual(["+", "Shift++"]);
    expect(alternatives("$mod+,")).toEqual(["$mod+,"]);
    expect(alternatives("")).toEqual([]);
  });
});
