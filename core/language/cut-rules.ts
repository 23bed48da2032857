import type { Retina } from "../retina/types.ts";
import type { Cut } from "./pack.ts";
import { WordPaths } from "./word-paths.ts";

/** A part of a word: what it is read as, and where it is. */
export interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface CutTools {
  readonly retina: Retina;
  /** Code of the language. */
  readonly language: string;
  /** By the letters of the shortest word: made on first use, about 0.1 s. */
  readonly paths: Map<number, WordPaths>;
}

interface RuleTools extends CutTools {
  readonly isName: boolean;
}

/** What a rule makes of a word that the retina does not know: its parts, or one word for all of it; undefined where it does not apply. */
type CutRule = (word: string, tools: RuleTools) => readonly Part[] | string | undefined;

export const CUT_RULES: Readonly<Record<Cut, CutRule>> = {
  likeliest,
  pieces,
  prefix,
  elision,
  apostrophe,
  clitics,
};

function pathsOf({ retina, paths }: CutTools, shortest: number): WordPaths {
  let found = paths.get(shortest);
  if (found === undefined) {
    found = new WordPaths(retina, shortest);
    paths.set(shortest, found);
  }
  return found;
}

/** Scripts that put no spaces between words, or join them with particles; the rest of a token stays together. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Hang}][\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Hang}\p{M}]*/gu;

/** The row of words that is likeliest by their shares in texts. */
function likeliest(word: string, tools: RuleTools): Part[] | undefined {
  const parts: Part[] = [];
  let last = 0;
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    if (index > last) parts.push(partOf(word, last, index));
    for (const { start, end } of pathsOf(tools, 1).stretches(run))
      parts.push(partOf(word, index + start, index + end));
    last = index + run.length;
  }
  if (last === 0) return undefined;
  if (last < word.length) parts.push(partOf(word, last, word.length));
  return parts;
}

const partOf = (word: string, start: number, end: number): Part => ({
  text: word.slice(start, end),
  start,
  end,
});

/** Letters of the shortest word that is looked for in a compound, and the share of it that such words have to make up. */
const SHORTEST_PIECE = 4;
const COVERED = 0.6;
/** Longer runs of letters are no words. */
const LONGEST_WORD = 64;

/** The words that a compound is made of: of “infektionskrankheit” infektion and krankheit. */
function pieces(word: string, tools: RuleTools): Part[] | undefined {
  if (isSpared(tools) || word.length > LONGEST_WORD) return undefined;
  const known = pathsOf(tools, SHORTEST_PIECE)
    .stretches(word)
    .filter(({ isKnown }) => isKnown);
  const covered = known.reduce((sum, { start, end }) => sum + end - start, 0);
  if (covered < COVERED * word.length) return undefined;
  return known.map(({ start, end }) => partOf(word, start, end));
}

const SHORTEST_STEM = 4;

/** The longest word that it begins with, which is at least half of it. */
function prefix(word: string, tools: RuleTools): string | undefined {
  if (isSpared(tools) || word.length > LONGEST_WORD) return undefined;
  const least = Math.max(SHORTEST_STEM, Math.ceil(word.length / 2));
  for (let end = word.length - 1; end >= least; end--)
    if (tools.retina.idOf(word.slice(0, end)) >= 0) return word.slice(0, end);
  return undefined;
}

/** Names look like words by chance: Gingrich is neither “ging” nor “rich”. German writes all nouns with a capital. */
const isSpared = ({ isName, language }: RuleTools) => isName && language !== "de";

/** “l'électricité” is two words. */
function elision(word: string): Part[] | undefined {
  if (!word.includes("'")) return undefined;
  const parts: Part[] = [];
  let start = 0;
  for (const text of word.split("'")) {
    if (text !== "") parts.push({ text, start, end: start + text.length });
    start += text.length + 1;
  }
  return parts;
}

/** Endings of a name stand behind an apostrophe: of “ankara'da” ankara. */
function apostrophe(word: string): string | undefined {
  const end = word.indexOf("'");
  return end > 0 ? word.slice(0, end) : undefined;
}

/** And, so; before that which follows: in, as, for, the, each of the first three also with the article. */
const CONJUNCTIONS = ["", "و", "ف"];
const PARTICLES = ["", "ب", "ك", "ل", "ال", "بال", "كال", "لل"];
const PROCLITICS = CONJUNCTIONS.flatMap((and) => PARTICLES.map((particle) => and + particle))
  .filter((clitic) => clitic !== "")
  .sort((a, b) => a.length - b.length);
const SHORTEST_ARABIC = 2;

/** An Arabic word without what is written together with it, as little of that as leads to a word that is known. */
function clitics(word: string, { retina }: RuleTools): string | undefined {
  for (const clitic of PROCLITICS) {
    const rest = word.slice(clitic.length);
    if (rest.length < SHORTEST_ARABIC) return undefined;
    if (word.startsWith(clitic) && retina.idOf(rest) >= 0) return rest;
  }
  return undefined;
}
