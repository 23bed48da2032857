import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type FileKind,
  readFramed,
  readHead,
  writeFramed,
} from "../../../core/tables/framed-file.ts";

const KIND: FileKind<"body"> = {
  name: "list",
  mark: Uint8Array.of(0x89, 1, 2, 3, 4, 5, 6, 7),
  version: 1,
  remedy: "make the list again",
  sections: ["body"],
};
const TWO: FileKind<"names" | "counts"> = { ...KIND, sections: ["names", "counts"] };
const HEADER_LENGTH_AT = 32;
const header = { language: "de" };

describe("the frame of a file", () => {
  it.each([[[]], [[7]], [[1, 2, 3]]])("gives its header and the body %j back", (bytes) => {
    const body = Uint8Array.from(bytes);
    const file = writeFramed(KIND, header, { body });
    expect(readHead(file, KIND)).toMatchObject({ header });
    expect(readFramed(file, KIND)).toMatchObject({ header, sections: { body } });
    // The rest of the file is the body, so that packs made before there were sections can be read.
    expect(file.length).toBe(36 + JSON.stringify(header).length + body.length);
  });

  it("gives sections of any length back, from anywhere in a buffer, each at a multiple of four", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), fc.string(), (names, counts, language) => {
        const sections = { names, counts };
        const file = writeFramed(TWO, { language }, sections);
        const shifted = Buffer.concat([Uint8Array.of(1, 2, 3), file]).subarray(3);
        for (const bytes of [file, shifted]) {
          const read = readFramed(bytes, TWO);
          expect(read).toMatchObject({ header: { language }, sections });
          expect(read).not.toHaveProperty("header.sections");
        }
        expect(file.length % 4).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it("refuses sections that run past its end or do not fill it", () => {
    const sections = { names: new Uint8Array(8), counts: new Uint8Array(4) };
    const file = (lengths: object) =>
      readFramed(
        writeFramed(
          { ...KIND, sections: ["body"] },
          { sections: lengths, a: "" },
          {
            body: new Uint8Array(12),
          },
        ),
        TWO,
      );
    const sound = readFramed(writeFramed(TWO, header, sections), TWO);
    expect(sound).toMatchObject({ header });
    for (const lengths of [{ names: 8 }, { names: -4, counts: 16 }, { names: 12, counts: "0" }, 7])
      expect(file(lengths as object)).toMatch(/^is damaged: “(names|counts)” runs past its end$/);
    expect(file({ names: 8, counts: 9 })).toBe("is damaged: “counts” runs past its end");
    expect(file({ names: 4, counts: 4 })).toBe("is damaged: its sections do not fill it");
  });

  it("says what is wrong with its header, whatever the checksum is", () => {
    const file = writeFramed(KIND, header, { body: Uint8Array.of(1, 2) });
    const withLength = (length: number) => {
      const changed = file.slice();
      new DataView(changed.buffer).setUint32(HEADER_LENGTH_AT, length, true);
      return readHead(changed, KIND);
    };
    const own = new DataView(file.buffer).getUint32(HEADER_LENGTH_AT, true);
    expect(withLength(own)).toMatchObject({ header });
    expect(withLength(own + 3)).toBe("is damaged: its header runs past its end");
    expect(withLength(2 ** 32 - 1)).toBe("is damaged: its header runs past its end");
    expect(withLength(own - 1)).toBe("contradicts itself: its header is not a JSON object");
  });
});
