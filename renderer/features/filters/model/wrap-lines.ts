/** Texts are set without knowing the fonts of the reader: a little wide, so that nothing is cut off. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\p{Extended_Pictographic}]/u;

function widthOf(character: string): number {
  if (WIDE.test(character)) return 1.05;
  if (/[\p{Lu}MWmw@%]/u.test(character)) return 0.72;
  if (/[\s.,;:'’|!ijltfr()[\]-]/.test(character)) return 0.34;
  return 0.58;
}

/** Of a text in parts of its size. */
export const emsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + widthOf(character), 0);

interface Measure {
  /** Pixels. */
  readonly width: number;
  readonly size: number;
  /** Lines at the most; the last then ends in "…". */
  readonly most: number;
}

/** A text in lines that fit, broken at spaces where there are any. */
export function wrapLines(text: string, { width, size, most }: Measure): string[] {
  const ems = width / size;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (emsOf(joined) <= ems) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    const [full, rest] = breakWord(word, ems);
    lines.push(...full);
    line = rest;
  }
  if (line !== "") lines.push(line);
  if (lines.length <= most) return lines;
  const last = [...(lines[most - 1] ?? "")];
  while (last.length > 0 && emsOf(`${last.join("")}…`) > ems) last.pop();
  return [...lines.slice(0, most - 1), `${last.join("").trimEnd()}…`];
}

/** A word that is longer than a line, in lines that are full and what is left. */
function breakWord(word: string, ems: number): readonly [string[], string] {
  const full: string[] = [];
  let rest = "";
  for (const character of word) {
    if (rest !== "" && emsOf(rest + character) > ems) {
      full.push(rest);
      rest = "";
    }
    rest += character;
  }
  return [full, rest];
}
