import { describe, expect, it } from "vitest";
import { countryNames } from "../../../core/retina/name-policy.ts";

describe("names of countries", () => {
  it("are known in the language of the retina, with parts of the world and languages", () => {
    for (const name of ["japan", "africa", "spanish"])
      expect(countryNames("English").has(name)).toBe(true);
    expect(countryNames("German").has("frankreich")).toBe(true);
    expect(countryNames("English").has("robert")).toBe(false);
    expect(countryNames("Klingonese").size).toBe(0);
  });
});
