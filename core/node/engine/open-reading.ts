import type { Retina } from "../../retina/types.ts";
import { createTextEngine } from "../../text/engine.ts";
import { type LanguageDetector, openLanguageDetector } from "../../text/language.ts";
import { englishWords, openTagger } from "../../text/tagger.ts";
import type { ReadingParts } from "./make-engine.ts";
import { quickLanguages } from "./quick-languages.ts";
import { samplePrints, sampleTexts } from "./sample-texts.ts";

/** Loads what reads texts: the tagger at once, the statistics of the languages when they are first needed. */
export async function openReading(): Promise<ReadingParts> {
  const tagger = await openTagger();
  return {
    textEngine: (retina) => createTextEngine(retina, { tagger }),
    language: languageOf,
    sampleTexts,
    samplePrints,
  };
}

/** Tells languages; loads what is known of them for the first text. */
export function languageOf(retinas: readonly Retina[]) {
  let detector: Promise<LanguageDetector> | undefined;
  const english = retinas.find(({ card }) => card.language === "English");
  const options = {
    quick: () => quickLanguages(),
    ...(english !== undefined && { isEnglish: englishWords(english) }),
  };
  return async (text: string) => {
    detector ??= openLanguageDetector(options);
    return (await detector).detect(text);
  };
}
