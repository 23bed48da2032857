import { isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";
import { badCorpus } from "../../errors.ts";
import { binaryReason, utf16Order } from "../../tables/what-is-it.ts";
import { MOST_WHOLE, unreadable } from "./regular-file.ts";

/** Some whole lines of a file. */
export interface TextPart {
  /** Number of the first line, from 1. */
  readonly line: number;
  /** Numbers of lines with bytes that are no text in the encoding; those bytes became “�”. */
  readonly broken: ReadonlySet<number>;
  /** All of them, each with its end, which is "\n" or "\r\n". */
  text(): string;
  /** Each without its end. */
  lines(): string[];
}

/** What is said of a line with such bytes. */
export const NOT_TEXT = "its bytes are not text in this encoding";

const UTF8 = "utf-8";
const NEWLINE = 10;
const RETURN = 13;
/** Longer lines are in no file of texts that people have; a file that is one endless line must not fill the memory. */
const LONGEST_LINE = MOST_WHOLE / 2;
const NONE: ReadonlySet<number> = new Set();

/** @throws bad-corpus unless it is the name of one */
export function checkEncoding(encoding: string): void {
  try {
    new TextDecoder(encoding);
  } catch {
    throw badCorpus(`“${encoding}” is no known encoding; utf-8, utf-16le and latin1 are some.`, {
      encoding,
    });
  }
}

/**
 * The text of a file, some whole lines at a time. A byte order mark is taken off and says more than `encoding`; files of old
 * systems may end their lines with a return alone. @throws bad-input for what is no text, or has a line without end
 */
export async function* readText(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  encoding = UTF8,
): AsyncGenerator<TextPart> {
  let lines: LineDecoder | undefined;
  for await (const piece of bytes) {
    const reason = lines === undefined ? binaryReason(piece) : null;
    if (reason !== null) throw unreadable(name, reason);
    lines ??= new LineDecoder(name, piece, encoding);
    const part = lines.add(piece);
    if (part !== undefined) yield part;
  }
  const last = lines?.end();
  if (last !== undefined) yield last;
}

/** The text of a whole file, as UTF-8 or UTF-16. */
export const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder(encodingOf(bytes, UTF8)).decode(bytes);

/** Cuts bytes where lines end, and decodes them. */
class LineDecoder {
  readonly #name: string;
  readonly #encoding: string;
  readonly #newline: number;
  /** Of encodings in which the byte 10 may be half of a letter. */
  readonly #wide: TextDecoder | undefined;
  readonly #decoder: TextDecoder;
  readonly #strict: TextDecoder;
  #rest: Uint8Array[] = [];
  #restText = "";
  #restBytes = 0;
  #line = 1;

  constructor(name: string, first: Uint8Array, named: string) {
    this.#name = name;
    this.#decoder = new TextDecoder(encodingOf(first, named));
    this.#encoding = this.#decoder.encoding;
    this.#strict = new TextDecoder(this.#encoding, { fatal: true });
    if (this.#encoding.startsWith("utf-16")) this.#wide = this.#decoder;
    const hasNewline = first.includes(NEWLINE) || !first.includes(RETURN);
    this.#newline = hasNewline ? NEWLINE : RETURN;
  }

  add(piece: Uint8Array): TextPart | undefined {
    if (this.#wide !== undefined) return this.#addWide(this.#wide.decode(piece, { stream: true }));
    const end = piece.lastIndexOf(this.#newline) + 1;
    if (end === 0) {
      this.#keep(piece, piece.length);
      return undefined;
    }
    const whole = this.#rest.length === 0 ? piece.subarray(0, end) : this.#joined(piece, end);
    this.#rest = [];
    this.#restBytes = 0;
    if (end < piece.length) this.#keep(piece.subarray(end), piece.length - end);
    return this.#part(whole);
  }

  end(): TextPart | undefined {
    if (this.#wide !== undefined) {
      const rest = this.#restText + this.#wide.decode();
      return rest === "" ? undefined : this.#textPart(`${rest}\n`);
    }
    if (this.#restBytes === 0) return undefined;
    return this.#part(Buffer.concat([...this.#rest, Uint8Array.of(this.#newline)]));
  }

  #addWide(text: string): TextPart | undefined {
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) {
      this.#restText += text;
      this.#measure(this.#restText.length);
      return undefined;
    }
    const whole = this.#restText + text.slice(0, end);
    this.#restText = text.slice(end);
    return this.#textPart(whole);
  }

  #keep(piece: Uint8Array, bytes: number): void {
    this.#rest.push(piece);
    this.#restBytes += bytes;
    this.#measure(this.#restBytes);
  }

  #measure(length: number): void {
    if (length > LONGEST_LINE)
      throw unreadable(
        this.#name,
        `line ${this.#line} has more than ${LONGEST_LINE / 2 ** 20} MB; no file of texts has such lines`,
      );
  }

  #joined(piece: Uint8Array, end: number): Uint8Array {
    return Buffer.concat([...this.#rest, piece.subarray(0, end)]);
  }

  #part(bytes: Uint8Array): TextPart {
    const line = this.#line;
    const ends: number[] = [];
    for (
      let at = bytes.indexOf(this.#newline);
      at !== -1;
      at = bytes.indexOf(this.#newline, at + 1)
    )
      ends.push(at);
    this.#line += ends.length;
    const broken = this.#isText(bytes) ? NONE : this.#broken(bytes, line);
    const decoder = this.#decoder;
    const text = () => {
      const decoded = decoder.decode(bytes);
      return this.#newline === NEWLINE ? decoded : decoded.replaceAll("\r", "\n");
    };
    // One letter beyond Latin-1 makes a whole text take twice the memory and time; most lines have none.
    const lines = () =>
      ends.map((end, i) => {
        const from = i === 0 ? 0 : 1 + (ends[i - 1] ?? 0);
        const to = bytes[end - 1] === RETURN && end > from ? end - 1 : end;
        return this.#lineOf(bytes.subarray(from, to));
      });
    return { line, broken, text, lines };
  }

  #lineOf(bytes: Uint8Array): string {
    if (this.#encoding !== "utf-8" || !isAscii(bytes)) return this.#decoder.decode(bytes);
    // In half the time of a decoder.
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  }

  /** Of a text that was decoded in one piece. */
  #textPart(text: string): TextPart {
    const lines = text.split("\n");
    lines.pop();
    const line = this.#line;
    this.#line += lines.length;
    const cut = () => lines.map((each) => (each.endsWith("\r") ? each.slice(0, -1) : each));
    return { line, broken: NONE, text: () => text, lines: cut };
  }

  #isText(bytes: Uint8Array): boolean {
    if (this.#encoding === "utf-8") return isUtf8(bytes);
    try {
      this.#strict.decode(bytes);
      return true;
    } catch {
      return false;
    }
  }

  /** Line by line, to tell which ones they are. */
  #broken(bytes: Uint8Array, first: number): ReadonlySet<number> {
    const broken = new Set<number>();
    for (let at = 0, line = first; at < bytes.length; line++) {
      const end = bytes.indexOf(this.#newline, at) + 1;
      if (!this.#isText(bytes.subarray(at, end))) broken.add(line);
      at = end;
    }
    return broken;
  }
}

const isWide = (encoding: string) => /^utf-?16/i.test(encoding);

/** UTF-16 is recognised, so that a person need not name it; any other encoding is the named one. */
function encodingOf(first: Uint8Array, named: string): string {
  const [one, two] = first;
  const hasMark = (one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff);
  return (isWide(named) && !hasMark ? null : utf16Order(first)) ?? named;
}
