/** What a document says of itself, and its text. */
export interface Document {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** As ISO 8601. */
  readonly date?: string | undefined;
  /** Names of files that came with a message. */
  readonly attachments?: readonly string[] | undefined;
  /** Paragraphs of each page; a document that knows no pages has one. */
  readonly pages: readonly (readonly string[])[];
}

/** Between pages of a text; blank lines part paragraphs. */
export const PAGE_END = "\n\f\n";

export const textOfPages = (pages: Document["pages"]): string =>
  pages.map((paragraphs) => paragraphs.join("\n\n")).join(PAGE_END);

/** Collects paragraphs of a text that comes in pieces. */
export class Paragraphs {
  readonly list: string[] = [];
  #pieces: string[] = [];

  add(piece: string): void {
    this.#pieces.push(piece);
  }

  /** Ends the paragraph; an empty one leaves no trace. */
  end(): void {
    const text = this.#pieces.join("").trim();
    this.#pieces = [];
    if (text !== "") this.list.push(text);
  }
}

/** Counts in how many elements of certain names the reading is. */
export class Inside {
  #depth = 0;
  readonly #names: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  get isTrue(): boolean {
    return this.#depth > 0;
  }

  open(name: string): void {
    if (this.#names.has(name)) this.#depth++;
  }

  close(name: string): void {
    if (this.#names.has(name)) this.#depth--;
  }
}

/** A date as ISO 8601; undefined where it is none. */
export function isoDate(text: string | Date | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(".000Z", "Z");
}
