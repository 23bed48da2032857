/** Stands for what is taken out of the middle of a word: a word joiner, which `tokenText` leaves out. */
const JOINER = "\u2060";

const NAMES =
  "a|abbr|address|article|aside|audio|b|big|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|" +
  "em|embed|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|" +
  "main|mark|meta|nav|noscript|object|ol|option|p|param|picture|pre|q|s|samp|script|section|select|small|source|span|strike|strong|" +
  "style|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|time|title|tr|tt|u|ul|var|video|wbr";
/** An element's tag. Its attributes have values, so that `a <b and c> d` is none. */
const TAG = new RegExp(
  `</?(?:${NAMES})(?:\\s+[\\w:-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>]+))*\\s*/?>`,
  "gi",
);
const HIDDEN: readonly (readonly [open: RegExp, close: string])[] = [
  [/<!--/g, "-->"],
  [/<script\b/gi, "</script>"],
  [/<style\b/gi, "</style>"],
];
const ENTITY = /&(?:amp;)*(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}\d?));/gi;
/** A retweet's mark, and the name of a person or place of a network. */
const HANDLE = /(?<![\w@])(?:RT )?@\w+/g;
const ADDRESS = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** A quick sign that there may be a link; it costs less than to look for one. */
const MAY_LINK = /:\/\/|[wW]{3}\.|\.(?:com|org|net|edu|gov|COM|ORG|NET|EDU|GOV)\b/;
const LINK = /(?:\b(?:https?|ftp):\/\/|\bwww\.)[^\s<>"]*[^\s<>".,;:!?)\]]/gi;
/** `example.org/bread` is a link; of a name such as `Example.com` only the ending is. */
const SITE =
  /(?<![\w.@-])([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*)(\.(?:com|org|net|edu|gov))(?![\w-])(\/[^\s<>"]*)?/gi;
const CUT_WORD = /(?<=\p{Ll})-\r?\n[ \t]*(?=\p{Ll})/gu;

/**
 * A text as it is read for what it means: without markup, links, addresses and names of accounts, with entities decoded and words that
 * were cut at a line's end joined. Everything keeps its place: what goes is replaced by as many spaces, or joiners within a word.
 */
export function withoutNoise(text: string): string {
  let clean = withoutMarkup(text);
  if (MAY_LINK.test(clean)) clean = clean.replace(LINK, blank).replace(SITE, withoutSite);
  if (clean.includes("@")) clean = clean.replace(ADDRESS, blank).replace(HANDLE, blank);
  if (clean.includes("-\n") || clean.includes("-\r\n"))
    clean = clean.replace(CUT_WORD, (cut) => JOINER.repeat(cut.length));
  return clean;
}

/** A text as a page shows it: without markup and with entities decoded, everything in its place. */
export function withoutMarkup(text: string): string {
  let clean = text;
  if (clean.includes("<")) {
    for (const [open, close] of HIDDEN) clean = withoutHidden(clean, open, close);
    clean = clean.replace(TAG, blank);
  }
  return clean.includes("&") ? clean.replace(ENTITY, decoded) : clean;
}

const withoutSite = (all: string, name: string, ending: string, path?: string) =>
  path === undefined ? name + blank(ending) : blank(all);

const blank = (noise: string): string => noise.replace(/[^\n]/g, " ");

/** Blanks what a page does not show, from each opening mark to the next closing one. */
function withoutHidden(text: string, open: RegExp, close: string): string {
  const lower = text.toLowerCase();
  let clean = "";
  let at = 0;
  for (const { index } of text.matchAll(open)) {
    if (index < at) continue;
    const end = lower.indexOf(close, index);
    if (end === -1) break;
    clean += text.slice(at, index) + blank(text.slice(index, end + close.length));
    at = end + close.length;
  }
  return clean + text.slice(at);
}

/** Signs by the names of their entities. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  (
    "amp & lt < gt > quot \" apos ' nbsp \u00a0 ensp \u2002 emsp \u2003 thinsp \u2009 shy \u00ad zwnj \u200c zwj \u200d ndash – mdash — " +
    "lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ laquo « raquo » hellip … euro € pound £ yen ¥ cent ¢ copy © reg ® trade ™ " +
    "deg ° middot · bull • times × divide ÷ plusmn ± sect § para ¶ iexcl ¡ iquest ¿ szlig ß aelig æ AElig Æ oelig œ OElig Œ " +
    "oslash ø Oslash Ø thorn þ THORN Þ eth ð ETH Ð sup1 ¹ sup2 ² sup3 ³"
  )
    .split(/ (?=[a-zA-Z])/)
    .map((entry) => entry.split(" ") as [string, string]),
);
/** Letters with an accent: `eacute` is an e with a combining acute. */
const ACCENTED = /^([a-z])(grave|acute|circ|tilde|uml|ring|cedil|caron)$/i;
const ACCENTS: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  ring: "\u030a",
  caron: "\u030c",
  cedil: "\u0327",
};

function decoded(entity: string, hex?: string, decimal?: string, name?: string): string {
  const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
  const sign = name === undefined ? characterOf(code) : named(name);
  if (sign === undefined) return entity;
  const rest = entity.length - sign.length;
  // A letter or an apostrophe goes on with the word before it.
  return /[\p{L}\p{M}'’]/u.test(sign) ? JOINER.repeat(rest) + sign : sign + " ".repeat(rest);
}

const characterOf = (code: number): string | undefined =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;

function named(name: string): string | undefined {
  const sign = SIGNS.get(name) ?? SIGNS.get(name.toLowerCase());
  const [, letter = "", accent = ""] = ACCENTED.exec(name) ?? [];
  return sign ?? (letter === "" ? undefined : (letter + ACCENTS[accent]).normalize("NFC"));
}
