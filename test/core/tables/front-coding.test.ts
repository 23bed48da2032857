import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frontCode, frontDecode } from "../../../core/tables/front-coding.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Words of few letters share much; the two animals share the first half of their surrogate pairs. */
const word = fc.array(fc.constantFrom("a", "b", "ä", "🦊", "🦁", "-"), {
  minLength: 1,
  maxLength: 6,
});
const sortedWords = fc
  .array(
    word.map((letters) => letters.join("")),
    { maxLength: 30 },
  )
  .map((words) => [...new Set(words)].sort());

describe("sorted terms with what they share left out", () => {
  it("keep the letters by which each differs from the one before", () => {
    const coded = frontCode(["car", "card", "care", "dog"]);
    expect([...coded.sharedLengths]).toEqual([0, 3, 3, 0]);
    expect([...coded.ownLengths]).toEqual([3, 1, 1, 3]);
    expect(text(coded.ownText)).toBe("cardedog");
  });

  it("never divide a surrogate pair", () => {
    const coded = frontCode(["a🦁", "a🦊"]);
    expect([...coded.sharedLengths]).toEqual([0, 1]);
    expect(text(coded.ownText)).toBe("a🦁🦊");
  });

  it("come back as they were", () => {
    fc.assert(
      fc.property(sortedWords, (words) => {
        expect(frontDecode(frontCode(words))).toEqual(words);
      }),
    );
  });

  it.each([
    ["a term that shares more than there is", [0, 4], [3, 1], "card"],
    ["too little text", [0, 3], [3, 2], "card"],
    ["too little text for the last but one of three", [0, 3, 0], [3, 2, 1], "card"],
    ["too much text", [0, 3], [3, 1], "cards"],
    ["the same term twice", [0, 3], [3, 0], "car"],
    ["terms out of order", [0, 0], [3, 3], "dogcar"],
    ["lengths of another number of terms", [0, 3], [3], "car"],
  ])("are refused with %s", (_, shared, own, letters) => {
    const coded = {
      sharedLengths: Uint8Array.from(shared),
      ownLengths: Uint8Array.from(own),
      ownText: new TextEncoder().encode(letters),
    };
    expect(frontDecode(coded)).toBeUndefined();
  });
});
