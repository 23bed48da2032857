/**
 * The tags of the service's `POStags` filter. `VB` stands for every verb form, `RB` for adverbs, `P` for
 * prepositions, pronouns and particles, `CW` for the other closed-class words (articles, conjunctions,
 * interjections), `FW` for foreign words.
 */
export const PENN_TAGS = [
  "CD",
  "CW",
  "FW",
  "JJ",
  "LRB",
  "MD",
  "NN",
  "NNP",
  "NNPS",
  "NNS",
  "P",
  "PUNCT",
  "RB",
  "SYM",
  "VB",
] as const;
export type PennTag = (typeof PENN_TAGS)[number];

/** What the tagger reports about a word, in universal tags, and what decides between two Penn tags. */
export interface WordShape {
  readonly universal: string;
  /** Lower case. */
  readonly word: string;
  readonly lemma: string;
}

const MODALS = new Set(
  "can could may might must shall should will would ought ca wo sha 'd 'll".split(" "),
);
const BRACKETS = new Set(["(", ")", "[", "]", "{", "}"]);
const PLAIN: Readonly<Record<string, PennTag>> = {
  ADJ: "JJ",
  ADP: "P",
  ADV: "RB",
  AUX: "VB",
  CCONJ: "CW",
  DET: "CW",
  INTJ: "CW",
  NOUN: "NN",
  NUM: "CD",
  PART: "P",
  PRON: "P",
  PROPN: "NNP",
  PUNCT: "PUNCT",
  SCONJ: "CW",
  SYM: "SYM",
  VERB: "VB",
  X: "FW",
};

/** The tag of one word or mark. Plurals are recognised by their lemma, modals by a list. */
export function pennTag({ universal, word, lemma }: WordShape): PennTag {
  const tag = PLAIN[universal] ?? "FW";
  if (tag === "VB" && MODALS.has(word)) return "MD";
  if (tag === "NN" && lemma !== word && word.endsWith("s")) return "NNS";
  if (tag === "NN" && IRREGULAR_PLURALS.has(word)) return "NNS";
  if (tag === "PUNCT" && BRACKETS.has(word)) return "LRB";
  return tag;
}

const IRREGULAR_PLURALS = new Set(
  "men women children people feet teeth mice geese oxen criteria phenomena data media bacteria".split(
    " ",
  ),
);

/**
 * The tag of a hyphenated compound, from the tags of its parts: a noun only when it is built of nouns
 * (`mother-in-law`); otherwise it describes something (`class-based`, `general-purpose`).
 */
export function compoundTag(parts: readonly PennTag[]): PennTag {
  const last = parts.at(-1) ?? "FW";
  if (parts.every((tag) => tag === "CD")) return "CD";
  if (parts.some((tag) => tag === "NNP" || tag === "NNPS") && NOUNS.has(last)) return "NNP";
  return NOUNS.has(last) && parts.every((tag) => NOUNS.has(tag) || tag === "P" || tag === "CW")
    ? last
    : "JJ";
}

/** Every noun tag. */
export const NOUNS: ReadonlySet<PennTag> = new Set<PennTag>(["NN", "NNS", "NNP", "NNPS"]);

/** Older clients send the full Penn Treebank set; each of its tags falls under one of ours. */
const OLDER: Readonly<Record<string, PennTag>> = {
  "-LRB-": "LRB",
  "-RRB-": "LRB",
  RRB: "LRB",
  CC: "CW",
  DT: "CW",
  EX: "P",
  IN: "P",
  JJR: "JJ",
  JJS: "JJ",
  LS: "CD",
  PDT: "CW",
  POS: "P",
  PRP: "P",
  PRP$: "P",
  RBR: "RB",
  RBS: "RB",
  RP: "P",
  TO: "P",
  UH: "CW",
  VBD: "VB",
  VBG: "VB",
  VBN: "VB",
  VBP: "VB",
  VBZ: "VB",
  WDT: "P",
  WP: "P",
  WP$: "P",
  WRB: "RB",
};

/** Reads a tag as a client writes it; undefined when no tag is meant. */
export function parsePennTag(name: string): PennTag | undefined {
  const tag = name.trim().toUpperCase();
  return PENN_TAGS.find((known) => known === tag) ?? OLDER[tag];
}
