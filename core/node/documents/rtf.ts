import { TextDecoder } from "node:util";
import { type Document, Paragraphs } from "./document.ts";

/** What a control word stands for in the text. */
const SIGNS: Readonly<Record<string, string>> = {
  tab: "\t",
  cell: "\t",
  line: "\n",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  emspace: " ",
  enspace: " ",
  "~": "\u00a0",
  _: "-",
  "{": "{",
  "}": "}",
  "\\": "\\",
};
const ENDS = ["par", "sect", "row", "\n", "\r"];
/** Groups that hold no text of the document. */
const SKIPPED = new Set(
  (
    "fonttbl colortbl stylesheet listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping datastore " +
    "latentstyles xmlnstbl pict object header headerl headerr headerf footer footerl footerr footerf fldinst annotation atnid atnauthor " +
    "atntime nonshppict private xe tc"
  ).split(" "),
);
const CODE_PAGES: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  65001: "utf-8",
};

interface Group {
  /** "text", "skipped", or the field of the information group that it is. */
  place: string;
  /** Fallback characters after a Unicode character, to pass over. */
  fallback: number;
}

const TOKEN =
  /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z0-9])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi;

/** RTF: text with control words, groups in braces, letters beyond ASCII in the code page or as numbers. */
export function readRtf(bytes: Uint8Array): Document {
  const source = new TextDecoder("latin1").decode(bytes);
  return new RtfReader().read(source);
}

class RtfReader {
  #decoder = new TextDecoder("windows-1252");
  #group: Group = { place: "text", fallback: 1 };
  readonly #outer: Group[] = [];
  /** Bytes of letters of the code page, which may take two. */
  #bytes: number[] = [];
  #toSkip = 0;
  #paragraphs = new Paragraphs();
  readonly #pages: string[][] = [];
  readonly #info = new Map<string, string>();
  readonly #created: number[] = [];

  read(source: string): Document {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(source); match !== null; match = TOKEN.exec(source)) {
      const [, word, number, hex, sign, brace, text] = match;
      if (hex !== undefined) {
        if (!this.#isFallback()) this.#bytes.push(Number.parseInt(hex, 16));
        continue;
      }
      if (text !== undefined) {
        this.#text(text);
        continue;
      }
      this.#flush();
      if (word === "bin") TOKEN.lastIndex += Math.max(0, Number(number ?? 0));
      else if (word !== undefined) this.#control(word, number);
      else if (sign !== undefined) this.#control(sign, undefined);
      else if (brace !== undefined) this.#brace(brace);
    }
    this.#flush();
    this.#endPage();
    const [year, month = 1, day = 1, hour = 0, minute = 0] = this.#created;
    const pad = (value: number) => String(value).padStart(2, "0");
    return {
      title: this.#info.get("title")?.trim(),
      author: this.#info.get("author")?.trim(),
      date:
        year === undefined
          ? undefined
          : `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:00Z`,
      pages: this.#pages.filter((page) => page.length > 0),
    };
  }

  #brace(brace: string): void {
    if (brace === "{") {
      this.#outer.push(this.#group);
      this.#group = { ...this.#group };
    } else this.#group = this.#outer.pop() ?? this.#group;
  }

  #control(word: string, number: string | undefined): void {
    const { place } = this.#group;
    const value = Number(number ?? 0);
    if (word === "*" || SKIPPED.has(word)) this.#group.place = "skipped";
    else if (word === "info") this.#group.place = "info";
    else if (place === "info" && ["title", "author", "creatim"].includes(word))
      this.#group.place = word;
    else if (place === "creatim" && ["yr", "mo", "dy", "hr", "min"].includes(word))
      this.#created.push(value);
    else if (word === "ansicpg") this.#decoder = decoderOf(value);
    else if (word === "mac") this.#decoder = decoderOf(10000);
    else if (word === "uc") this.#group.fallback = value;
    else if (word === "u") {
      this.#write(String.fromCharCode(value & 0xffff));
      this.#toSkip = this.#group.fallback;
    } else if (SIGNS[word] !== undefined) this.#write(SIGNS[word]);
    else if (place !== "text") return;
    else if (ENDS.includes(word)) this.#paragraphs.end();
    else if (word === "page") this.#endPage();
  }

  /** Whether a character only stands for one that came as a number. */
  #isFallback(): boolean {
    if (this.#toSkip === 0) return false;
    this.#toSkip--;
    return true;
  }

  #text(text: string): void {
    const skipped = Math.min(this.#toSkip, text.length);
    this.#toSkip -= skipped;
    // The second byte of a letter of two may be ASCII, so it joins what came before.
    for (const letter of text.slice(skipped)) this.#bytes.push(letter.charCodeAt(0));
    this.#flush();
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const text = this.#decoder.decode(Uint8Array.from(this.#bytes));
    this.#bytes = [];
    this.#write(text);
  }

  #write(text: string): void {
    const { place } = this.#group;
    if (place === "text") this.#paragraphs.add(text);
    else if (place === "title" || place === "author")
      this.#info.set(place, `${this.#info.get(place) ?? ""}${text}`);
  }

  #endPage(): void {
    this.#paragraphs.end();
    this.#pages.push(this.#paragraphs.list);
    this.#paragraphs = new Paragraphs();
  }
}

function decoderOf(codePage: number): TextDecoder {
  try {
    return new TextDecoder(CODE_PAGES[codePage] ?? `windows-${codePage}`);
  } catch {
    return new TextDecoder("windows-1252");
  }
}
