import type { Retina } from "../retina/types.ts";
import { characterMap } from "./characters.ts";
import { CUT_RULES, type CutTools, type Part } from "./cut-rules.ts";
import { placesIn } from "./places.ts";
import type { Reading } from "./reading.ts";

/** A word that was found in a token: as a vocabulary writes it, and where it is in the token as written. */
export type Piece = Part;

/** Finds the words of a language in the tokens of its texts. */
export interface Cutter {
  /** At least one piece, in order; a word that the retina knows is one. */
  cut(token: CutToken): readonly Piece[];
}

export interface CutToken {
  /** As it stands in the text. */
  readonly written: string;
  /** Begins with a capital within a sentence. */
  readonly isName: boolean;
}

/** From what is written to what a vocabulary holds. */
type FormOf = (written: string) => string;

/**
 * Order: the exact word, the rules of the language, and what neither finds stays whole, to be read by its letters.
 * @param formOf what is done in every language
 */
export function createCutter(retina: Retina, reading: Reading, formOf: FormOf): Cutter {
  const forms = formsOf(reading, formOf);
  const tools: CutTools = { retina, language: reading.language, paths: new Map() };
  return {
    cut({ written, isName }) {
      for (const form of forms) {
        const text = form(written);
        if (retina.idOf(text) >= 0) return [{ text, start: 0, end: written.length }];
      }
      const [first = formOf] = forms;
      let text = first(written);
      for (const rule of reading.cut) {
        const found = CUT_RULES[rule](text, { ...tools, isName });
        if (found === undefined) continue;
        if (typeof found === "object") return placed(found, { written, text, formOf: first });
        text = found;
        if (retina.idOf(text) >= 0) break;
      }
      return [{ text, start: 0, end: written.length }];
    },
  };
}

/** The forms of a written word, likeliest first. */
function formsOf({ language, characters }: Reading, formOf: FormOf): readonly FormOf[] {
  if (DOTTED_I.has(language))
    return [
      (written) => formOf(written.replaceAll("İ", "i").replaceAll("I", "ı")),
      // Names and abbreviations of other languages keep their dots.
      (written) => formOf(written.replaceAll("İ", "i")),
    ];
  if (language === "ar") return [(written) => formOf(written.replace(VOWEL_MARKS, ""))];
  const readAs = characterMap(characters);
  if (readAs.size === 0) return [formOf];
  return [(written) => Array.from(formOf(written), (char) => readAs.get(char) ?? char).join("")];
}

/** Languages in which the small letter of I has no dot. */
const DOTTED_I = new Set(["tr", "az"]);
const VOWEL_MARKS = /[\u064b-\u0652\u0670\u0640]/g;

interface Writing {
  readonly written: string;
  readonly text: string;
  readonly formOf: FormOf;
}

/** Parts of a word's form where they are in what is written; all of it where that cannot be told. */
function placed(parts: readonly Part[], { written, text, formOf }: Writing): Piece[] {
  const places = placesIn(written, text, formOf);
  return parts.map(({ text: own, start, end }) => ({
    text: own,
    start: places === undefined ? 0 : places(start),
    end: places === undefined ? written.length : places(end),
  }));
}
