import { describe, expect, it } from "vitest";
import { withoutRepeats } from "../../../../../renderer/features/explore/model/add-parts.ts";

const term = (name: string) => ({ kind: "term", term: name }) as const;
const jaguar = term("jaguar");
const cat = term("cat");

describe("withoutRepeats", () => {
  it("refuses a second copy where it changes nothing", () => {
    const both = { kind: "or", operands: [jaguar, cat] } as const;
    expect(withoutRepeats(jaguar, [jaguar], "or")).toEqual([]);
    expect(withoutRepeats(both, [cat, term("car"), term("car")], "or")).toEqual([term("car")]);
    expect(withoutRepeats({ kind: "sub", operands: [jaguar, cat] }, [cat], "sub")).toEqual([]);
  });

  it("lets a copy through where it matters", () => {
    const both = { kind: "or", operands: [jaguar, cat] } as const;
    expect(withoutRepeats(both, [jaguar], "and")).toEqual([jaguar]);
    expect(withoutRepeats(jaguar, [jaguar], "sub")).toEqual([jaguar]);
    expect(withoutRepeats(jaguar, [jaguar], "xor")).toEqual([jaguar]);
    expect(withoutRepeats(undefined, [jaguar], "or")).toEqual([jaguar]);
  });
});
