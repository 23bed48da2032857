import { isAscii, isUtf8 } from "node:buffer";
import { createRequire } from "node:module";
import { TextDecoder } from "node:util";
import { badInput } from "../../errors.ts";
import { utf16Order } from "../../tables/what-is-it.ts";

/** Loaded with the first file that is not UTF-8. */
const chardet = (): typeof import("chardet") => createRequire(import.meta.url)("chardet");

/**
 * Encodings that the statistics do not know, or miss in a few words: their letters are signs in those that they find. The
 * likelier one first.
 */
const OTHERS = ["windows-1250", "windows-1251", "koi8-r", "iso-8859-2", "macintosh", "ibm866"];
/** Bytes with letters beyond ASCII that tell an encoding. */
const ENOUGH = 2 ** 16;
/** Share of bytes beyond ASCII that may be broken in a UTF-8 file. */
const FEW_BROKEN = 0.1;

/** The name that the platform has for an encoding. @throws bad-input */
export function knownEncoding(encoding: string): string {
  try {
    return new TextDecoder(encoding).encoding;
  } catch {
    throw badInput(
      "encoding",
      `Unknown encoding “${encoding}”. Use a name such as utf-8, utf-16le, windows-1252, macintosh, shift_jis or koi8-r.`,
      { value: encoding },
    );
  }
}

/** Decodes whole bytes. As a stream: without one, Node 20 reads Windows-1252 as Latin-1, in which “€” and “’” are controls. */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

/** Escapes that begin letters of Japanese in ISO-2022-JP. */
const JAPANESE = ["\u001b$@", "\u001b$B"];

/** The encoding that the first bytes show: a byte order mark, the zeros of UTF-16, or the escapes of ISO-2022-JP. */
export function markedEncoding(first: Uint8Array): string | undefined {
  const [one, two, three] = first;
  if (one === 0xef && two === 0xbb && three === 0xbf) return "utf-8";
  const order = utf16Order(first);
  if (order !== null) return order;
  const isJapanese = JAPANESE.some((mark) => Buffer.from(first).includes(mark));
  return isJapanese ? "iso-2022-jp" : undefined;
}

/** Signs that letters do not have, for each byte beyond ASCII, from which on a guess is doubtful; and how many at least. */
const ODD_SHARE = 0.1;
const SOME_ODD = 3;

interface Guess {
  readonly encoding: string;
  /** Set where the letters look wrong in every encoding that was tried. */
  readonly isDoubtful?: true;
}

/** The encoding of text that is not sound UTF-8, by its letters. */
function guessEncoding(sample: Uint8Array): Guess {
  if (isMostlyUtf8(sample)) return { encoding: "utf-8" };
  const known = chardet()
    .analyse(sample)
    .map(({ name }) => name)
    .filter((name) => isDecodable(name));
  const [best = "windows-1252"] = known;
  const candidates = [best, ...OTHERS].map((name) => ({ name, odd: oddSigns(sample, name) }));
  const [first, ...old] = candidates as [(typeof candidates)[0], ...typeof candidates];
  const other = old.reduce((least, each) => (each.odd < least.odd ? each : least));
  const chosen = 2 * other.odd < first.odd ? other : first;
  const isDoubtful = chosen.odd >= Math.max(SOME_ODD, ODD_SHARE * beyondAscii(sample));
  const { encoding } = new TextDecoder(chosen.name);
  return { encoding, ...(isDoubtful && { isDoubtful }) };
}

const beyondAscii = (sample: Uint8Array): number =>
  sample.reduce((count, byte) => count + (byte > 127 ? 1 : 0), 0);

function isDecodable(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== "utf-8";
  } catch {
    return false;
  }
}

function isMostlyUtf8(sample: Uint8Array): boolean {
  const beyond = beyondAscii(sample);
  const broken = decodeBytes(sample, "utf-8").split("\uFFFD").length - 1;
  return broken <= FEW_BROKEN * beyond;
}

/** Signs within words and capitals after small letters, which a wrong encoding makes of letters. */
function oddSigns(sample: Uint8Array, encoding: string): number {
  const text = decodeBytes(sample, encoding);
  const odd = text.match(
    /\p{Ll}(?=\P{ASCII})\p{Lu}|\p{Lu}(?=\P{ASCII})\p{Lu}\p{Ll}|(?<=[^\P{L}l])·\p{L}|\p{L}(?=\P{ASCII})[^\p{L}\p{M}\p{P}\s]|(?=\P{ASCII})[^\p{L}\p{M}\p{P}\s]\p{L}|[\u0080-\u009f\ufffd\u2500-\u259f]|\p{L}[§¶¡¿†‡•‰„”“]\p{L}|(?<=\p{L})[ﬁﬂ]|[A-Za-z](?=\p{Script=Cyrillic})|\p{Script=Cyrillic}(?=[A-Za-z])/gu,
  );
  return odd?.length ?? 0;
}

/** Looks at the bytes of a file and reports whether they are sound UTF-8, or which encoding they show. */
export class EncodingScan {
  #rest: Uint8Array = new Uint8Array();
  readonly #sample: Uint8Array[] = [];
  #sampled = 0;
  #isSound = true;

  add(piece: Uint8Array): void {
    const whole = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const end = wholeLetters(whole);
    const letters = whole.subarray(0, end);
    this.#rest = whole.subarray(end);
    const isSound = isUtf8(letters);
    this.#isSound &&= isSound;
    // Sound letters count, too: a few broken bytes among them are no other encoding.
    if (!isSound || (this.#sampled < ENOUGH / 2 && !isAscii(letters))) this.#keep(letters);
  }

  /** @param isCut whether more bytes follow */
  end(isCut: boolean): Guess & { readonly isSound: boolean } {
    if (this.#rest.length > 0 && !isCut) {
      this.#isSound = false;
      this.#keep(this.#rest);
    }
    if (this.#isSound) return { encoding: "utf-8", isSound: true };
    return { ...guessEncoding(Buffer.concat(this.#sample)), isSound: false };
  }

  /** Keeps the lines that have bytes beyond ASCII: the others tell nothing of the encoding. */
  #keep(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#sampled < ENOUGH; ) {
      const newline = bytes.indexOf(10, at);
      const end = Math.min(newline === -1 ? bytes.length : newline + 1, at + ENOUGH);
      const line = bytes.subarray(at, end);
      if (line.some((byte) => byte > 127)) {
        this.#sample.push(Uint8Array.from(line));
        this.#sampled += line.length;
      }
      at = end;
    }
  }
}

/** Bytes up to the last whole letter of UTF-8. */
function wholeLetters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
