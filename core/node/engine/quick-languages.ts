import { readFile } from "node:fs/promises";
import path from "node:path";
import type { LanguageLibrary } from "../../text/language.ts";
import { type LanguageData, readLanguageTable } from "../../text/language-table.ts";
import { loadModule } from "../../text/libraries.ts";

/** Where the build puts the statistics of the languages (`test/config/build-ready.js`). */
export const LANGUAGE_TABLE = path.resolve(import.meta.dirname, "../../ready/languages.table");

/** The part of the library that needs no statistics. */
interface Detector {
  createEld(): {
    readonly instance: LanguageLibrary;
    readonly loadData: (data: LanguageData) => void;
  };
}

/** The library with the statistics that the build has put aside: there in milliseconds. Undefined where there are none. */
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
