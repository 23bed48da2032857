/** Part of a text: from `start` up to, not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

interface Word extends Range {
  readonly word: string;
  readonly weight: number;
}

interface Wishes {
  readonly leftOut: readonly string[];
  readonly withoutNumbers: boolean;
  readonly withoutFaint: boolean;
}

/** Words below this share of the fingerprint count as faint. */
export const FAINT = 0.005;

/** Why a word is left out by the person's own wishes; "" when it is not. */
export function wishAgainst(word: Word & { readonly use: string }, wishes: Wishes): string {
  if (wishes.leftOut.includes(word.word.toLowerCase())) return "left out by you";
  if (wishes.withoutNumbers && /\p{N}/u.test(word.word)) return "numbers are left out";
  const isFaint = word.use === "used" && word.weight < FAINT;
  return wishes.withoutFaint && isFaint ? "too faint" : "";
}

/** The text with ranges blanked, every other character at its place. A comma keeps the neighbours from becoming a phrase. */
export function blankOut(text: string, ranges: readonly Range[]): string {
  let result = "";
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at) continue;
    result += `${text.slice(at, start)},${" ".repeat(Math.max(0, end - start - 1))}`;
    at = end;
  }
  return result + text.slice(at);
}

/** A blanked text as it is handed on: without the runs of commas that blanking leaves. The fingerprint stays the same. */
export const asSource = (blanked: string): string =>
  blanked.replace(/[ \t]*,(?:\s*,)+/g, ",").trim();

/** The parts between cuts that hold more than white space, without the white space at their ends. */
export function partsAt(text: string, cuts: readonly number[]): Range[] {
  const edges = [0, ...cuts.filter((cut) => cut > 0 && cut < text.length), text.length];
  return edges.slice(1).flatMap((edge, index) => {
    const from = edges[index]!;
    const piece = text.slice(from, edge);
    const trimmed = piece.trim();
    if (trimmed === "") return [];
    const start = from + piece.indexOf(trimmed);
    return [{ start, end: start + trimmed.length }];
  });
}

/** Where a part can be cut: where its sentences begin after the first, or its words if it is one sentence. */
export function cutsInside(text: string, { start, end }: Range): readonly number[] {
  const piece = text.slice(start, end);
  const places = (pattern: RegExp) =>
    [...piece.matchAll(pattern)].map((match) => start + match.index + match[0].length);
  const sentences = places(/(?:[.!?。！？]["'”’)]*\s+|\n+\s*)/gu);
  return sentences.length > 0 ? sentences : places(/\s+/gu);
}

/** The `most` of these places that lie nearest to the middle of a part, in order. */
export function nearMiddle(cuts: readonly number[], { start, end }: Range, most: number) {
  const away = (place: number) => Math.abs(place - (start + end) / 2);
  return cuts
    .toSorted((a, b) => away(a) - away(b))
    .slice(0, most)
    .sort((a, b) => a - b);
}

/** The beginning of a text up to the last sentence or word that ends within `most` characters. */
export function firstPart(text: string, most: number): string {
  if (text.length <= most) return text;
  const cuts = cutsInside(text, { start: Math.max(0, most - 2000), end: most });
  return text.slice(0, cuts.at(-1) ?? most).trimEnd();
}

const ELEMENTS = /<\/?[a-z][^<>]*>/i;

/** Does it look like the source of a page rather than text? */
export const looksLikeHtml = (text: string): boolean =>
  ELEMENTS.test(text) && /<\/[a-z]+\s*>|<(br|p|div|html|!doctype)\b/i.test(text);

/** The text a reader of a page sees; scripts and styles are dropped, and nothing in the page runs. */
export function plainOfHtml(source: string): string {
  const page = new DOMParser().parseFromString(source, "text/html");
  for (const hidden of page.querySelectorAll("script, style, noscript, template")) hidden.remove();
  for (const block of page.querySelectorAll("p, div, li, tr, h1, h2, h3, h4, h5, h6, br, section"))
    block.append("\n");
  return tidy(page.body.textContent ?? "");
}

/** Markdown without its marks: headings, emphasis, lists, links, images, fences. */
export function plainOfMarkdown(source: string): string {
  return tidy(
    source
      .replace(/^(```|~~~).*$/gm, "")
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+[.)])\s+/gm, "")
      .replace(/(\*\*|__|~~)(.+?)\1/g, "$2")
      .replace(/(^|\W)[*_](\S(?:.*?\S)?)[*_](?=\W|$)/gm, "$1$2")
      .replace(/`([^`]+)`/g, "$1"),
  );
}

const tidy = (text: string): string =>
  text
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
