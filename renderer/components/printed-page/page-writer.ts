import type { Outliner } from "../../../core/image/svg.ts";
import { INK } from "../../model/printed-page.ts";

export interface Look {
  readonly size: number;
  readonly weight?: 400 | 600;
  readonly colour?: string;
}

/** Stands for a letter that the typeface of the page lacks. */
const LACKING = "□";

/** Letters side by side are at most this many times as wide as in a line, where some move closer. */
const KERNED = 1.2;

const round = (value: number): number => Math.round(value * 100) / 100;

type Lines = Map<string, { readonly path: string; readonly width: number }>;

/** Lines that were set before: of a page that is written again for a letter, all but one. */
const setBefore = new WeakMap<Outliner, Lines>();

/** Some megabytes of outlines. */
const MOST_LINES = 5000;

function linesOf(outline: Outliner): Lines {
  const known = setBefore.get(outline);
  if (known && known.size < MOST_LINES) return known;
  const lines: Lines = new Map();
  setBefore.set(outline, lines);
  return lines;
}

/** Sets lines on a page whose letters are outlines, so that it looks the same everywhere. Lengths are CSS pixels. */
export class PageWriter {
  readonly parts: string[] = [];
  readonly #outline: Outliner;
  readonly #known: Lines;

  constructor(outline: Outliner) {
    this.#outline = outline;
    this.#known = linesOf(outline);
  }

  widthOf(text: string, { size, weight = 400 }: Look): number {
    return this.#letters(text, { size, weight }).width;
  }

  /** One line, its letters standing on `y`. */
  line(text: string, at: { readonly x: number; readonly y: number }, look: Look): void {
    const { path } = this.#letters(text, { size: look.size, weight: look.weight ?? 400 });
    if (path !== "")
      this.parts.push(
        `<path transform="translate(${round(at.x)} ${round(at.y)})" fill="${look.colour ?? INK}" d="${path}"/>`,
      );
  }

  bar(
    at: { readonly x: number; readonly y: number },
    size: { readonly width: number; readonly height: number },
    colour: string,
  ): void {
    this.parts.push(
      `<rect x="${round(at.x)}" y="${round(at.y)}" width="${round(size.width)}" height="${size.height}" fill="${colour}"/>`,
    );
  }

  /** In lines that fit; the last of `most` ends in "…". Line ends of the text stay. */
  wrapped(
    text: string,
    look: Look,
    { width, most }: { readonly width: number; readonly most: number },
  ): string[] {
    const lines = text.split(/\r?\n/).flatMap((each) => this.#wrap(each, look, width));
    if (lines.length <= most) return lines;
    return [...lines.slice(0, most - 1), this.cut(`${lines[most - 1] ?? ""} …`, look, width)];
  }

  /** A text in one line, shortened where it is longer than the line. */
  cut(text: string, look: Look, width: number): string {
    const letters = this.#begin(text, look, width);
    const isWhole = letters.join("").length === text.length;
    if (isWhole && this.widthOf(text, look) <= width) return text;
    for (;;) {
      const line = `${letters.join("").trimEnd()}…`;
      const over = this.widthOf(line, look) - width;
      if (letters.length === 0 || over <= 0) return line;
      letters.length -= Math.max(1, Math.floor(over / look.size));
    }
  }

  /** As much of a text as may fit, by the widths of its letters alone: setting thousands of them to see would take seconds. */
  #begin(text: string, look: Look, width: number): string[] {
    const letters: string[] = [];
    let end = 0;
    for (const letter of text) {
      if (end > KERNED * width) break;
      letters.push(letter);
      end += this.widthOf(letter, look);
    }
    return letters;
  }

  #wrap(text: string, look: Look, width: number): string[] {
    const lines: string[] = [];
    let line = "";
    for (const word of text.split(/\s+/).filter(Boolean)) {
      const joined = line === "" ? word : `${line} ${word}`;
      if (this.widthOf(joined, look) <= width) {
        line = joined;
        continue;
      }
      if (line !== "") lines.push(line);
      line = this.cut(word, look, width);
    }
    return [...lines, line];
  }

  #letters(text: string, look: { readonly size: number; readonly weight: 400 | 600 }) {
    const key = `${look.size} ${look.weight} ${text}`;
    const known = this.#known.get(key);
    if (known) return known;
    const face = { ...look, spacing: 0 };
    const made = this.#outline(text, face) ??
      this.#outline(this.#withoutLacking(text, face), face) ?? { path: "", width: 0 };
    this.#known.set(key, made);
    return made;
  }

  #withoutLacking(text: string, face: Parameters<Outliner>[1]): string {
    const instead = this.#outline(LACKING, face) ? LACKING : "?";
    return [...text].map((letter) => (this.#outline(letter, face) ? letter : instead)).join("");
  }
}

const FACE = { weight: 400, size: 12, spacing: 0 } as const;

const SHAPED = /[^\s\p{C}\p{M}]/u;

/** Whether a letter is lacking, by typeface: a page is asked about again with each letter that is typed. */
const lackingIn = new WeakMap<Outliner, Map<string, boolean>>();

/** The letters of a text that a typeface lacks, each once, in their order; spaces and marks without a shape never count. */
export function lettersLacking(text: string, outline: Outliner): readonly string[] {
  const known = lackingIn.get(outline) ?? new Map<string, boolean>();
  lackingIn.set(outline, known);
  return [...new Set(text)].filter((letter) => {
    const before = known.get(letter);
    if (before !== undefined) return before;
    const isLacking = SHAPED.test(letter) && outline(letter, FACE) === null;
    known.set(letter, isLacking);
    return isLacking;
  });
}
