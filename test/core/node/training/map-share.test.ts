import { describe, expect, it } from "vitest";
import { mapSharesOf, parseMapShare } from "../../../../core/node/training/map-share.ts";

const files = ["/texts/classics-01.jsonl", "/texts/news.csv", "/texts/own/notes.md"].map(
  (file) => ({
    file,
    kind: ".md" as const,
    isPacked: false,
    bytes: 1,
  }),
);

describe("what files count for in the map", () => {
  it("follows the longest beginning of their name or path, and is 100 otherwise", () => {
    const text = "classics=20, /texts/own=50, /texts/own/notes=70,";
    expect([...mapSharesOf(files, text).values()]).toEqual([20, 100, 70]);
    expect([...mapSharesOf(files, "").values()]).toEqual([100, 100, 100]);
  });

  it.each(["classics", "=20", "classics=", "classics=-1", "classics=101", "classics=2.5", "a=b"])(
    "“%s” is refused by name",
    (text) => {
      expect(() => parseMapShare(text)).toThrow(`“${text}” is none`);
    },
  );

  it("is refused where it fits no file, or leaves none", () => {
    expect(() => mapSharesOf(files, "letters=20")).toThrow("begins with “letters”");
    expect(() => mapSharesOf(files, "/texts=0")).toThrow("At least one file");
  });
});
