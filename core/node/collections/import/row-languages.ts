import { isRunningText } from "../../../analysis/languages.ts";
import type { ColumnPlan, SourceRecord } from "../../../collection/table/propose-columns.ts";
import { plainText } from "../../../collection/table/read-value.ts";
import { countLetters, isPlainEnglish, type LanguageAnswer } from "../../../text/language.ts";
import { languageCode } from "../../../text/language-names.ts";

/** Letters that the language of a row is detected from: one look of the detector. */
const LANGUAGE_LETTERS = 250;
const ENGLISH = "en";

export type DetectLanguage = (text: string) => LanguageAnswer | Promise<LanguageAnswer>;

/**
 * The code of each text's language, "" where it is unclear. Another language than English has to be certain, and a text in Latin
 * letters more than names or a phrase: a row that is read in the wrong language says nothing, one that is read as English says
 * little. A text in other letters says nothing as English, so a guess will do.
 */
export async function languagesOf(
  detect: DetectLanguage,
  texts: readonly string[],
): Promise<string[]> {
  const codes: string[] = [];
  for (const text of texts) codes.push(await languageIn(detect, text.slice(0, LANGUAGE_LETTERS)));
  return codes;
}

async function languageIn(detect: DetectLanguage, text: string): Promise<string> {
  if (isPlainEnglish(text)) return ENGLISH;
  const { isoTag, confidence } = await detect(text);
  if (isoTag === null || isoTag === ENGLISH) return isoTag ?? "";
  const isSure = confidence === "high" && isRunningText(text);
  return isSure || !isInLatin(text) ? isoTag : "";
}

/** Whether at least half of the letters are Latin. */
function isInLatin(text: string): boolean {
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return 2 * latin >= countLetters(text);
}

/** What the file or the person says of the language of a record; undefined where its text is looked at. */
export function saidLanguage(
  { language, roles }: Pick<ColumnPlan, "language" | "roles">,
  record: SourceRecord,
): string | undefined {
  if (language !== undefined || roles.language === undefined) return language;
  return languageCode(plainText(record.get(roles.language))) ?? "";
}

/** How many there are of each, most first. */
export function countLanguages(codes: readonly string[]): [code: string, rows: number][] {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
