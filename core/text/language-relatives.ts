const word = (list: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`, "giu");

const AFRIKAANS =
  "['’ʼ]n|nie|hulle|vir|sy|hy|ek|jy|julle|hê|sê|baie|mense|elkeen|reg|regte|word|wees|môre|soos|sal|hom|hierdie|daardie|saam|" +
  "vandag|gister|altyd|tyd|byna|skool|skryf|lewe|oggend|vanoggend|vanaand|aand|nuwe|dae|sien|kry|bly|kinders|vrou|gewerk|gewees";
/** “die” as an article, and words that only Dutch has. */
const AFRIKAANS_DIE = word("(?:in|van|op|met|aan|na|uit) die");
const DUTCH = word("de|een|niet|ik|zijn|zij|wij|geen|voor|door|naar|over|er|wordt|werd");
const FRISIAN = "fan|yn|oan|troch|syn|minsken";
const GALICIAN = "unha|dunha|nunha|ningunha|súa|teñen|coa|á|ó|non";
const ASTURIAN = "xente|les|toles|tolos|ye|tien|pol|nun";
const LOW_GERMAN = "un|nich";
const MACEDONIAN = "со|секој|бидат|ќе|нејзин|овие|дека|сите";
const NEPALI = "छ|छन्|हरू|गर्न|गर्ने|भएको|लाई|हुनेछ";
const SANSKRIT = "च|तथा|अस्ति|भवति|सर्वे|सर्वेषां|यत्";

/**
 * By language: common words and letters that it lacks, and that a relative outside the fifty is full of. The statistics do not know
 * these relatives and take them for the language.
 */
const RELATIVES: ReadonlyMap<string, RegExp> = new Map([
  ["nl", word(`${AFRIKAANS}|${FRISIAN}|${LOW_GERMAN}`)],
  ["de", word(LOW_GERMAN)],
  ["pt", word(GALICIAN)],
  ["es", word(`${GALICIAN}|${ASTURIAN}`)],
  // Faroese
  ["is", /ø/giu],
  // Corsican
  ["it", word("u|hè|à|cù|ùn|chì|ghjè")],
  // Cebuano, Waray, Ilocano
  ["tl", word("ug|ngan|dili|iyang|han|hin|iti|ti|dagiti|ket|kadagiti")],
  // Javanese, Sundanese
  ["id", word("ing|kang|lan|sing|marang|saben|nu|jeung|anu|teu|henteu|kana|tina")],
  ["sr", word(MACEDONIAN)],
  ["bg", /ј/giu],
  ["hi", word(`${NEPALI}|अछि|छैक|बा|आउर|हइ|कें|एहि`)],
  ["mr", word(`${NEPALI}|${SANSKRIT}`)],
  // Punjabi in Arabic letters
  ["ur", word("دے|دا|دی|نوں|وچ|تے|نیں")],
  // Yiddish
  ["he", /[װױײ]|[אי][\u05b7\u05b8\u05b4]|פֿ/gu],
]);

/** A relative's words among all words from which on a text is in the relative: one in a short text, several in a long one. */
const LEAST_SHARE = 0.1;
const WORD = /[\p{L}\p{M}]+/gu;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Whether a text that looks like one of the fifty languages is in a relative of it that is none of them. */
export function isRelative(text: string, code: string): boolean {
  if (code === "nl" && count(text, AFRIKAANS_DIE) > 0 && count(text, DUTCH) === 0) return true;
  const pattern = RELATIVES.get(code);
  if (pattern === undefined) return false;
  const found = count(text, pattern);
  return found > 0 && found >= LEAST_SHARE * count(text, WORD);
}

/** Common words that only one of the two has; in the statistics they hardly differ. */
const HINDI = word("है|हैं|के|की|का|को|में|से|और|पर|ने|यह|नहीं|था|थे|थी|कि|हो|भी|या|तो|किसी|अपने|इस|उस|जो|वह");
const MARATHI = word(
  "आहे|आहेत|व|आणि|नाही|नाहीत|किंवा|त्याला|त्याच्या|असे|केले|होते|मध्ये|साठी|काय|मी|हा|हे|ते|ती|अशा",
);

/** Hindi or Marathi, and by how many words; undefined where neither has more. */
export function hindiOrMarathi(text: string): { code: string; words: number } | undefined {
  const lead = count(text, HINDI) - count(text, MARATHI);
  if (lead === 0) return undefined;
  return { code: lead > 0 ? "hi" : "mr", words: Math.abs(lead) };
}
