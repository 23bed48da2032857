import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Retina } from "../../retina/types.ts";
import { createTextEngine } from "../../text/engine.ts";
import {
  type LanguageDetector,
  type LanguageLibrary,
  openLanguageDetector,
} from "../../text/language.ts";
import { type LanguageData, readLanguageTable } from "../../text/language-table.ts";
import { loadLibrariesWith, loadModule } from "../../text/libraries.ts";
import { englishWords, openTagger } from "../../text/tagger.ts";
import { commonWords } from "../language/common-words.ts";
import { requireLibrary } from "../threads/require-library.ts";
import type { ReadingParts } from "./make-engine.ts";
import { samplePrints, sampleTexts } from "./sample-texts.ts";

/** What reads texts; its libraries are loaded when they are first needed. */
export async function openReading(): Promise<ReadingParts> {
  loadLibrariesWith(requireLibrary);
  const tagger = await openTagger();
  return {
    textEngine: (retina) => createTextEngine(retina, { tagger }),
    language: languageOf,
    sampleTexts,
    samplePrints,
    commonWords,
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

/** Where the build puts the statistics of the languages (`test/config/build-ready.js`). */
export const LANGUAGE_TABLE = path.resolve(import.meta.dirname, "../../ready/languages.table");

/** The part of the library that needs no statistics. */
interface Detector {
  createEld(): {
    readonly instance: LanguageLibrary;
    readonly loadData: (data: LanguageData) => void;
  };
}

/**
 * The library with the statistics that the build has put aside: 9 ms of processor time and 4 MB until the first answer, where the
 * library's own take 1,280 ms and 390 MB. Undefined where there are none.
 */
export async function quickLanguages(file = LANGUAGE_TABLE): Promise<LanguageLibrary | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  const data = bytes === undefined ? undefined : readLanguageTable(bytes);
  if (data === undefined) return undefined;
  try {
    // Packages list what they offer as a whole only; this is a part of it, beside the part with the statistics.
    const part = new URL("../languageDetector.js", import.meta.resolve("eld/large"));
    const { createEld } = (await loadModule(part.href)) as Detector;
    const { instance, loadData } = createEld();
    loadData(data);
    return instance;
  } catch {
    // Another version of the library: it is read as a whole.
    return undefined;
  }
}
