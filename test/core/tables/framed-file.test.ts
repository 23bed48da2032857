import { describe, expect, it } from "vitest";
import { readFrame, readFramed, writeFramed } from "../../../core/tables/framed-file.ts";

const KIND = {
  name: "list",
  mark: Uint8Array.of(0x89, 1, 2, 3, 4, 5, 6, 7),
  version: 1,
  remedy: "make the list again",
};
const HEADER_LENGTH_AT = 32;

describe("the frame of a file", () => {
  it.each([[[]], [[7]], [[1, 2, 3]]])("gives its header and the body %j back", (body) => {
    const file = writeFramed(KIND, { language: "de" }, Uint8Array.from(body));
    const framed = { header: { language: "de" }, body: Uint8Array.from(body) };
    expect(readFrame(file, KIND)).toEqual(framed);
    expect(readFramed(file, KIND)).toMatchObject(framed);
  });

  it("says what is wrong with its header, whatever the checksum is", () => {
    const file = writeFramed(KIND, { language: "de" }, Uint8Array.of(1, 2));
    const withLength = (length: number) => {
      const changed = file.slice();
      new DataView(changed.buffer).setUint32(HEADER_LENGTH_AT, length, true);
      return readFrame(changed, KIND);
    };
    const own = new DataView(file.buffer).getUint32(HEADER_LENGTH_AT, true);
    expect(withLength(own)).toMatchObject({ body: Uint8Array.of(1, 2) });
    expect(withLength(own + 3)).toBe("is damaged: its header runs past its end");
    expect(withLength(2 ** 32 - 1)).toBe("is damaged: its header runs past its end");
    expect(withLength(own - 1)).toBe("contradicts itself: its header is not a JSON object");
  });
});
