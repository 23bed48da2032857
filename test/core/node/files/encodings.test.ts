import { describe, expect, it } from "vitest";
import {
  decodeBytes,
  EncodingScan,
  markedEncoding,
} from "../../../../core/node/files/encodings.ts";
import { repairMojibake } from "../../../../core/node/files/mojibake.ts";

/** Bytes of a text in an encoding of one byte a letter. */
function encode(text: string, encoding: string): Uint8Array {
  const letters = decodeBytes(
    Uint8Array.from({ length: 256 }, (_, i) => i),
    encoding,
  );
  return Uint8Array.from(text, (letter) => letters.indexOf(letter));
}

function guess(bytes: Uint8Array, isCut = false) {
  const scan = new EncodingScan();
  for (let at = 0; at < bytes.length; at += 7) scan.add(bytes.subarray(at, at + 7));
  return scan.end(isCut);
}

const GERMAN = "id;text\n1;Grüße aus München, schöne Straße für Bäcker – 5 € für’s Brot\n";
const RUSSIAN = "id;text\n1;Поезд опоздал на час из-за снега\n2;Хлеб и молоко подорожали\n";

describe("the encoding of a file", () => {
  it.each([
    [GERMAN, "windows-1252"],
    [GERMAN, "macintosh"],
    [RUSSIAN, "windows-1251"],
    [RUSSIAN, "koi8-r"],
    [RUSSIAN, "ibm866"],
    ["id;text\n1;Pociąg spóźnił się z powodu śniegu\n2;Chleb zdrożał, łódź\n", "windows-1250"],
    ["id;text\n1;Żaglówka płynęła\n2;Gęś i źrebię są śliczne\n", "windows-1250"],
    ["id;text\n1;Żaglówka płynęła\n2;Gęś i źrebię są śliczne\n", "iso-8859-2"],
    ["id,text\n1,Снег идёт\n2,Хлеб подорожал\n", "koi8-r"],
    ["id,text\n1,Снег идёт\n2,Хлеб подорожал\n", "windows-1251"],
  ])("of %s is %s by its letters", (text, encoding) => {
    const bytes = encode(text, encoding);
    expect(guess(bytes)).toEqual({ encoding, isSound: false });
    expect(decodeBytes(bytes, encoding)).toBe(text);
  });

  it("is ISO-2022-JP by its escapes", () => {
    const bytes = Buffer.from("id,text\n1,\u001b$BEE<V\u001b(B\n");
    expect(markedEncoding(bytes)).toBe("iso-2022-jp");
    expect(decodeBytes(bytes, "iso-2022-jp")).toBe("id,text\n1,電車\n");
    expect(markedEncoding(Buffer.from("id,text\n1,\u001b[1mbold\n"))).toBeUndefined();
  });

  it("is told as doubtful where no decoder fits: German of DOS", () => {
    const signs: Readonly<Record<string, number>> = { ü: 0x81, ä: 0x84, ö: 0x94, ß: 0xe1, Ü: 0x9a };
    const text =
      "id;text\n1;Der Zug war früh\n2;unhöflich in der Nähe\n3;Größe und Übung, schöner\n";
    const bytes = Uint8Array.from(text, (letter) => signs[letter] ?? letter.charCodeAt(0));
    expect(guess(bytes)).toMatchObject({ isDoubtful: true });
  });

  it("is Shift-JIS by its pairs of bytes", () => {
    // 電車が雪で遅れました
    const train = "936482d48ed482aa90e182c592788ce282ea82dc82b582bd0a".replace("82d48ed4", "8ed4");
    expect(
      guess(Buffer.from(`${Buffer.from("id,text\n1,").toString("hex")}${train}`, "hex")),
    ).toMatchObject({
      encoding: "shift_jis",
    });
  });

  it("is UTF-8 in pieces of any size, when it is cut, and with a few broken bytes", () => {
    const bytes = Buffer.from(`${GERMAN}${RUSSIAN}😀`);
    expect(guess(bytes)).toEqual({ encoding: "utf-8", isSound: true });
    expect(guess(bytes.subarray(0, -2), true)).toEqual({ encoding: "utf-8", isSound: true });
    expect(guess(Buffer.concat([bytes, Uint8Array.of(0xff, 10), bytes]))).toEqual({
      encoding: "utf-8",
      isSound: false,
    });
  });
});

describe("letters that were decoded wrongly", () => {
  const wrong = (text: string) => decodeBytes(Buffer.from(text), "windows-1252");

  it("are put right, and right ones stay", () => {
    for (const text of ["für", "It’s a café – in Zürich", "Größere Räume", "„Nie wieder“"])
      expect(repairMojibake(wrong(text))).toBe(text);
    for (const text of [GERMAN, RUSSIAN, "naïve Übergröße “x” – café", "SÃO PAULO", "ÀÉ"])
      expect(repairMojibake(text)).toBe(text);
  });
});
