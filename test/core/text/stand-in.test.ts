import { describe, expect, it } from "vitest";
import { meantTerms, standInFor } from "../../../core/text/stand-in.ts";
import { tinyRetina } from "../../support/tiny-retina.ts";

const retina = tinyRetina();

describe("a word that is no term", () => {
  it("is read as the term whose other form it is", () => {
    expect(standInFor(retina, "guitars")).toEqual({ by: "form", terms: ["guitar"] });
    expect(standInFor(retina, " Guitars ")).toEqual({ by: "form", terms: ["guitar"] });
  });

  it("is read as its parts where all of them are known, also as other forms", () => {
    expect(standInFor(retina, "money-bank")).toEqual({ by: "parts", terms: ["money", "bank"] });
    expect(standInFor(retina, "guitars/music")?.terms).toEqual(["guitar", "music"]);
    expect(standInFor(retina, "money-xyzzy")).toBeUndefined();
    expect(standInFor(retina, "money-")).toBeUndefined();
  });

  it("is read as nothing else where it is a term, several words, empty or like no term", () => {
    for (const typed of ["money", "MONEY", "bank money", "", "-", "xyzzy", "z".repeat(60)])
      expect(standInFor(retina, typed)).toBeUndefined();
  });

  it("may stand for that term before near spellings", () => {
    expect(meantTerms(retina, "guitars", 3)[0]).toBe("guitar");
    expect(meantTerms(retina, "guitars", 1)).toEqual(["guitar"]);
    expect(meantTerms(retina, "guitra", 3)).toContain("guitar");
    const meant = meantTerms(retina, "guitars", 5);
    expect(new Set(meant).size).toBe(meant.length);
  });
});
