import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../../../renderer/components/files/read-file.ts";

const withMark = (mark: readonly number[], bytes: Uint8Array) =>
  Uint8Array.from([...mark, ...bytes]);
const utf16 = (text: string, isLittle: boolean) =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) =>
      isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255],
    ),
  );

describe("decodeText", () => {
  it("names the encoding of each kind of file", () => {
    const utf8 = new TextEncoder().encode("naïve café");
    expect(decodeText(utf8)).toEqual({ text: "naïve café", encoding: "UTF-8" });
    expect(decodeText(withMark([0xef, 0xbb, 0xbf], utf8))).toEqual({
      text: "naïve café",
      encoding: "UTF-8 with byte order mark",
    });
    expect(decodeText(withMark([0xff, 0xfe], utf16("naïve", true)))).toEqual({
      text: "naïve",
      encoding: "UTF-16 (little endian)",
    });
    expect(decodeText(utf16("plain words, no mark", false))).toEqual({
      text: "plain words, no mark",
      encoding: "UTF-16 (big endian)",
    });
    expect(decodeText(Uint8Array.from([0x63, 0x61, 0x66, 0xe9]))).toEqual({
      text: "café",
      encoding: "Latin-1 (Windows-1252)",
    });
    expect(decodeText(new Uint8Array())).toEqual({ text: "", encoding: "UTF-8" });
  });

  it("gives every text without NUL back, marked or as plain UTF-8", () => {
    const text = fc
      .string({ unit: "grapheme" })
      .filter((each) => !each.includes("\0") && !each.startsWith("\uFEFF"));
    fc.assert(
      fc.property(text, (given) => {
        expect(decodeText(new TextEncoder().encode(given)).text).toBe(given);
        expect(decodeText(withMark([0xff, 0xfe], utf16(given, true))).text).toBe(given);
        expect(decodeText(withMark([0xfe, 0xff], utf16(given, false))).text).toBe(given);
      }),
    );
  });
});
