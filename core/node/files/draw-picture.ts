import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Resvg } from "@resvg/resvg-js";
import type { Sheet } from "../../image/layout.ts";
import { IMAGE_PRESETS } from "../../image/style.ts";
import { type Outliner, toSvg } from "../../image/svg.ts";
import { outlinerOf } from "../../image/typeface.ts";

/** Where fonts are looked for; those of the machine where it is left out. */
export interface FontPlaces {
  /** Folders, in place of those of the machine. */
  readonly folders?: readonly string[];
}

/** A map as a file holds it, with its letters as outlines. */
export function svgOf(sheet: Sheet, scalar: number): string {
  const style = IMAGE_PRESETS.light;
  return toSvg(sheet, { scalar, style }, { title: sheet.title ?? "Heat", outline: typeface() });
}

interface Drawn {
  readonly png: Uint8Array;
  /** What is left out, in a sentence; undefined where all is there. */
  readonly lacking: string | undefined;
}

/** An SVG of this program as PNG, with the fonts of this machine. Lines with a letter that none of them has are left out. */
export function drawPng(svg: string, { folders }: FontPlaces = {}): Drawn {
  const font = {
    loadSystemFonts: folders === undefined,
    ...(folders && { fontDirs: [...folders] }),
    defaultFontFamily: "DejaVu Sans",
  };
  const lacking = lettersWithoutFont(lettersIn(svg), font);
  const shown = lacking.size === 0 ? svg : withoutLines(svg, lacking);
  const png = new Resvg(shown, { font }).render().asPng();
  return { png, lacking: lacking.size === 0 ? undefined : sentenceOn(lacking) };
}

/** What is written as text, in place of outlines: letters that the program's own typeface lacks. */
const LINE = /<text [^>]*>([^<]*)<\/text>/g;

const lettersIn = (svg: string): ReadonlySet<string> =>
  new Set([...svg.matchAll(LINE)].flatMap(([, text = ""]) => [...text]).filter(isLetter));

const isLetter = (letter: string): boolean => /[\p{L}\p{N}]/u.test(letter);

const withoutLines = (svg: string, lacking: ReadonlySet<string>): string =>
  svg.replace(LINE, (line, text: string) =>
    [...text].some((letter) => lacking.has(letter)) ? "" : line,
  );

/** Pixels of a square that holds one letter. */
const SQUARE = 24;
const COLUMNS = 40;
/** No font has a letter there: what stands for it is what stands for every letter that none has. */
const IN_NO_FONT = "\u{10fffd}";

type Fonts = NonNullable<NonNullable<ConstructorParameters<typeof Resvg>[1]>["font"]>;

/** Letters that are drawn as what stands for a missing one: nothing else says which the fonts have. */
function lettersWithoutFont(letters: ReadonlySet<string>, font: Fonts): ReadonlySet<string> {
  if (letters.size === 0) return letters;
  const tried = [IN_NO_FONT, ...letters];
  const [width, height] = [COLUMNS * SQUARE, Math.ceil(tried.length / COLUMNS) * SQUARE];
  const placed = tried.map((letter, at) => {
    const [x, y] = [(at % COLUMNS) * SQUARE, Math.floor(at / COLUMNS) * SQUARE];
    return `<text x="${x + 2}" y="${y + 18}">${letter}</text>`;
  });
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="16">${placed.join("")}</svg>`;
  const { pixels } = new Resvg(sheet, { font }).render();
  const squareAt = (at: number) => {
    const [left, top] = [(at % COLUMNS) * SQUARE, Math.floor(at / COLUMNS) * SQUARE];
    const rows = Array.from({ length: SQUARE }, (_, row) => {
      const start = 4 * ((top + row) * width + left);
      return pixels.subarray(start, start + 4 * SQUARE).toString("latin1");
    });
    return rows.join("");
  };
  const missing = squareAt(0);
  return new Set([...letters].filter((_, at) => squareAt(at + 1) === missing));
}

/** Scripts that a person may have to find a font for, each by its English name. */
const SCRIPTS: readonly (readonly [name: string, letters: RegExp])[] = [
  ["Chinese and Japanese", /\p{Script=Han}/u],
  ["Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["Korean", /\p{Script=Hangul}/u],
  ["Thai", /\p{Script=Thai}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Devanagari", /\p{Script=Devanagari}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
];

function sentenceOn(lacking: ReadonlySet<string>): string {
  const nameOf = (letter: string) =>
    SCRIPTS.find(([, letters]) => letters.test(letter))?.[0] ?? `such as “${letter}”`;
  const names = [...new Set([...lacking].map(nameOf))];
  return `Lines with letters that no font of this machine has are left out: ${names.join(", ")}. Install a font of the script, or take an SVG.`;
}

const { resolve } = createRequire(import.meta.url);
const fileOf = (weight: number) =>
  readFileSync(resolve(`#fonts/inter-latin-${weight}-normal.woff`));

let known: Outliner | undefined;

/** The program's typeface, so that pictures look the same whatever fonts a machine has. */
export function typeface(): Outliner {
  known ??= outlinerOf({ 400: [fileOf(400)], 500: [fileOf(500)], 600: [fileOf(600)] });
  return known;
}
