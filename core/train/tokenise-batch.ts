import {
  AFTER_NEWLINE,
  CAPITALISED,
  NUMERIC,
  PHRASE_BARRIER,
  scanTokens,
  tokenText,
} from "../text/tokens.ts";
import type { CorpusRecord } from "./types.ts";

/** Stands for a token that no vocabulary will hold: a number, or far too long. */
export const NO_WORD = -1;
/** Between two paragraphs. */
export const PARAGRAPH_END = -2;
/** After the last token of a record. */
export const RECORD_END = -3;

/** Tokens of some records, in order; ids point into `forms`, which holds each form once. */
export interface TokenBatch {
  readonly forms: readonly string[];
  readonly ids: Int32Array<ArrayBuffer>;
  /** The token flags of `text/tokens.ts`, one byte for each id. */
  readonly flags: Uint8Array<ArrayBuffer>;
  /** Tokens before the marks between paragraphs and records. */
  readonly words: number;
}

/** Longer runs of letters are no words. */
const LONGEST_WORD = 40;

/** Finds the tokens of a batch of records; every batch numbers its forms afresh, so batches are independent. */
export function tokeniseBatch(records: readonly CorpusRecord[]): TokenBatch {
  const sink = new BatchSink();
  for (const { text } of records) {
    sink.addText(text);
    sink.mark(RECORD_END);
  }
  return sink.finish();
}

class BatchSink {
  private readonly forms = new Map<string, number>();
  private ids = new Int32Array(1 << 16);
  private flags = new Uint8Array(1 << 16);
  private length = 0;
  private words = 0;

  addText(text: string): void {
    let first = true;
    scanTokens(text, (start, end, flags) => {
      if (!first && (flags & AFTER_NEWLINE) !== 0) this.mark(PARAGRAPH_END);
      first = false;
      this.words++;
      this.push(this.idOf(text, start, end, flags), flags);
    });
  }

  mark(id: number): void {
    this.push(id, PHRASE_BARRIER);
  }

  finish(): TokenBatch {
    const ids = this.ids.slice(0, this.length);
    const flags = this.flags.slice(0, this.length);
    return { forms: [...this.forms.keys()], ids, flags, words: this.words };
  }

  private idOf(text: string, start: number, end: number, flags: number): number {
    if ((flags & NUMERIC) !== 0 || end - start > LONGEST_WORD) return NO_WORD;
    const form = tokenText(text, start, end);
    const known = this.forms.get(form);
    if (known !== undefined) return known;
    this.forms.set(form, this.forms.size);
    return this.forms.size - 1;
  }

  private push(id: number, flags: number): void {
    if (this.length === this.ids.length) this.grow();
    this.ids[this.length] = id;
    this.flags[this.length++] = flags;
  }

  private grow(): void {
    const ids = new Int32Array(this.length * 2);
    ids.set(this.ids);
    this.ids = ids;
    const flags = new Uint8Array(this.length * 2);
    flags.set(this.flags);
    this.flags = flags;
  }
}

/** Whether a token with these flags starts with a capital that no sentence start explains. */
export function isInnerCapital(flags: number): boolean {
  return (flags & (CAPITALISED | PHRASE_BARRIER)) === CAPITALISED;
}
