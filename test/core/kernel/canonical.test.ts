import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonical } from "../../../core/kernel/canonical.ts";
import { anyCharacter } from "../../support/any-character.ts";

describe("the canonical form of a text", () => {
  it("is the same however letters were written", () => {
    expect(canonical("cafe\u0301")).toBe("café");
    expect(canonical("e\ufb03cient \ufb02ow")).toBe("efficient flow");
    expect(canonical("ＡＢＣ１２ ｶﾞ")).toBe("ABC12 ガ");
    expect(canonical("CO₂ 10 m²")).toBe("CO2 10 m2");
    expect(canonical("ta\u00adriff \u200bword\ufeff")).toBe("tariff word");
  });

  it("keeps vowel signs, and signs that stand for several words", () => {
    for (const text of ["ทำงาน", "हिन्दी", "ﷺ", "👩‍🚀"]) expect(canonical(text)).toBe(text);
  });

  it("has itself as its canonical form", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const once = canonical(text);
        expect(canonical(once)).toBe(once);
        expect(canonical(text.normalize("NFD"))).toBe(canonical(text.normalize("NFC")));
      }),
    );
  });
});
