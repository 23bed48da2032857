import type { Output } from "../../../../core/api/client-types.ts";
import { languageName, plainLanguageName } from "../../../model/language-name.ts";

export type LanguageView = Output<"app.textBench">["language"];

/** What can honestly be said of a text's language. */
export interface Verdict {
  /** "English (en)", or null when it cannot be told. */
  readonly name: string | null;
  /** "" where there is nothing to add. */
  readonly detail: string;
  /** Is it another language than the retina's? */
  readonly isForeign: boolean;
}

/** Letters below which nobody could tell. */
const FEWEST_LETTERS = 3;

const SURE: Readonly<Record<LanguageView["confidence"], string>> = {
  high: "",
  medium: "likely",
  low: "a guess",
  none: "",
};

/** `own` is the code that a user set. */
export function verdictOf(
  text: string,
  found: LanguageView,
  wishes: { readonly own: string; readonly retina: string },
): Verdict {
  const isForeign = (code: string | null) =>
    code !== null && wishes.retina !== "" && !isSameLanguage(code, wishes.retina);
  if (wishes.own !== "")
    return {
      name: languageName(wishes.own),
      detail: "set by you",
      isForeign: isForeign(wishes.own),
    };
  if (found.language === null) return { name: null, detail: whyNot(text, found), isForeign: false };
  return {
    name: `${found.language} (${found.iso_tag ?? "?"})`,
    detail: found.confidence === "high" ? "" : SURE[found.confidence] + next(found),
    isForeign: isForeign(found.iso_tag),
  };
}

const next = ({ runnerUp }: LanguageView): string =>
  runnerUp === null ? "" : `; next ${runnerUp}`;

function whyNot(text: string, found: LanguageView): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return "no letters in the text";
  if (letters < FEWEST_LETTERS)
    return `too short to tell: ${letters} of at least ${FEWEST_LETTERS} letters`;
  return `the evidence is too weak or contradictory${next(found)}`;
}

/** Is a retina's language, written as a code or in English, the one of this code? */
export const isSameLanguage = (code: string, written: string): boolean =>
  [code, plainLanguageName(code)].some((name) => name.toLowerCase() === written.toLowerCase());
