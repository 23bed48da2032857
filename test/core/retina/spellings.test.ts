import { describe, expect, test } from "vitest";
import { Speller } from "../../../core/retina/spellings.ts";
import { TermTable } from "../../../core/retina/term-table.ts";

/** A speller that knows these words, the first one most frequent. */
function spellerOf(...words: string[]): Speller {
  const sorted = words.toSorted();
  return new Speller(
    new TermTable(
      sorted,
      Uint32Array.from(sorted, (word) => words.indexOf(word)),
    ),
  );
}

describe("the edits that a misspelled word may have", () => {
  test.each([
    ["one below four letters", "abc", ["abd"], "axd"],
    ["two from four letters on", "abcd", ["abxy"], "axyz"],
    ["two up to nine letters", "abcdefghi", ["abcdefgxy"], "abcdefxyz"],
    ["three from ten letters on", "abcdefghij", ["abcdefgxyz"], "abcdefwxyz"],
  ])("%s", (_, wanted, near, far) => {
    expect(spellerOf(...near, far).nearest(wanted, 5)).toEqual(near);
  });

  test("count a letter more, a letter less and two letters swapped as one each", () => {
    expect(new Set(spellerOf("abcx", "ab", "acb").nearest("abc", 5))).toEqual(
      new Set(["abcx", "ab", "acb"]),
    );
  });
});

describe("words with equally many edits", () => {
  test("come in order of frequency", () => {
    expect(spellerOf("bat", "cat").nearest("xat", 2)).toEqual(["bat", "cat"]);
    expect(spellerOf("cat", "bat").nearest("xat", 2)).toEqual(["cat", "bat"]);
  });

  test("come behind those with the same letters, and with the same first letter", () => {
    expect(spellerOf("freind", "fiends").nearest("friend", 2)[0]).toBe("freind");
    expect(spellerOf("mouse", "house").nearest("houxe", 2)[0]).toBe("house");
  });

  test("are no more than asked for", () => {
    expect(spellerOf("bat", "cat", "hat").nearest("xat", 2)).toHaveLength(2);
  });
});
