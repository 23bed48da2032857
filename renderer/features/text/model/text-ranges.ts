/** Part of a text: from `start` up to, not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where a part can be cut: where its sentences begin after the first, or its words if it is one sentence. */
function cutsInside(text: string, { start, end }: Range): readonly number[] {
  const piece = text.slice(start, end);
  const places = (pattern: RegExp) =>
    [...piece.matchAll(pattern)].map((match) => start + match.index + match[0].length);
  const sentences = places(/(?:[.!?。！？]["'”’)]*\s+|\n+\s*)/gu);
  return sentences.length > 0 ? sentences : places(/\s+/gu);
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
