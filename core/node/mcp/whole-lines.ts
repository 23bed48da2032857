import { Transform, type TransformCallback } from "node:stream";

const LINE_END = 10;
/** Bytes at either end of a dropped line in which its id is looked for. */
const END_BYTES = 400;

/** The id of a request, as programs write it: behind the version, or as the last field. */
const FIRST = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*("[^"\\]*"|-?\d+)\s*,/;
const LAST = /"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*("[^"\\]*"|-?\d+)\s*\}\s*$/;

/** The answer to a line that was dropped. */
export interface TooLong {
  readonly jsonrpc: "2.0";
  /** That of the request where it can be found, so that its client does not wait. */
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** The code of JSON-RPC for an invalid request. */
const INVALID_REQUEST = -32_600;

/**
 * Hands on whole lines of at most `most` bytes. The protocol's library would close the connection at a longer one; here
 * only that line is dropped.
 */
export class WholeLines extends Transform {
  readonly #most: number;
  readonly #onTooLong: (answer: TooLong) => void;
  #parts: Buffer[] = [];
  /** Bytes of the line so far. */
  #length = 0;
  /** Of a line that is too long: where it begins, and how it goes on. */
  #first = "";
  #last: Buffer = Buffer.alloc(0);

  constructor(most: number, onTooLong: (answer: TooLong) => void) {
    super();
    this.#most = most;
    this.#onTooLong = onTooLong;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      this.#add(chunk.subarray(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#add(chunk.subarray(from));
    done();
  }

  #add(part: Buffer): void {
    const wasTooLong = this.#isTooLong;
    this.#length += part.length;
    if (!this.#isTooLong) {
      this.#parts.push(part);
      return;
    }
    if (!wasTooLong) {
      this.#last = Buffer.concat([...this.#parts, part]);
      this.#first = this.#last.toString("utf8", 0, END_BYTES);
      this.#parts = [];
    } else this.#last = Buffer.concat([this.#last, part]);
    // A copy: the rest of the line is to be freed.
    this.#last = Buffer.from(this.#last.subarray(-END_BYTES));
  }

  #endLine(): void {
    if (this.#isTooLong) this.#onTooLong(this.#answer());
    else this.push(Buffer.concat([...this.#parts, Buffer.of(LINE_END)]));
    this.#parts = [];
    this.#length = 0;
  }

  get #isTooLong(): boolean {
    return this.#length > this.#most;
  }

  #answer(): TooLong {
    const [, id = "null"] = FIRST.exec(this.#first) ?? LAST.exec(this.#last.toString("utf8")) ?? [];
    const message = `The message has ${this.#length} bytes; at most ${this.#most} are accepted. Ask about less at a time.`;
    return { jsonrpc: "2.0", id: JSON.parse(id), error: { code: INVALID_REQUEST, message } };
  }
}
