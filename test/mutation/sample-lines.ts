import { seededRandom } from "../../core/kernel/seeded-random.ts";

/** A line of a source file, counted from 1. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** Lines that hold code which a test could notice: no comments, imports, closing brackets or type members. */
export function codeLines(file: string, source: string): SourceLine[] {
  return source.split("\n").flatMap((text, index) => {
    const code = text.trim();
    const isCode = !NO_CODE.test(code) && SOMETHING_TO_CHANGE.test(code);
    return isCode ? [{ file, line: index + 1 }] : [];
  });
}
const NO_CODE = /^(?:\/\/|\/\*|\*|import\b|export type\b|export interface\b|readonly\b|$)/;
/** An operator, a number, a call or a condition: without one no mutation applies. */
const SOMETHING_TO_CHANGE =
  /[-+*/%<>!?&|]|\d|\bif\b|\bfor\b|\bwhile\b|\breturn\b|\btrue\b|\bfalse\b|\(/;

/** `count` different lines, drawn with equal chance; the same seed draws the same ones. */
export function sampleLines(
  lines: readonly SourceLine[],
  count: number,
  seed: number,
): SourceLine[] {
  const random = seededRandom(seed);
  const left = [...lines];
  const chosen: SourceLine[] = [];
  while (chosen.length < count && left.length > 0)
    chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  return chosen.sort((a, b) => a.file.localeCompare(b.file, "en") || a.line - b.line);
}
