import type { Cancellation } from "../cancellation.ts";
import type { Engine, Model } from "./engine.ts";
import {
  type Background,
  type BackgroundSource,
  type GivenBackground,
  languageBackground,
  partsByLanguage,
} from "./filter-background.ts";
import type { UsableExample } from "./filter-examples.ts";
import { languageOf, modelsIn } from "./languages.ts";
import type { Prediction } from "./predict-quality.ts";

/** Texts of one language that a filter is used on. */
export interface LanguageTexts {
  /** Code. */
  readonly language: string;
  readonly texts: readonly string[];
}

/** Where a filter draws the line among texts of one language. */
export interface LanguageLine {
  /** Code; that of no language where the retina is of none. */
  readonly language: string;
  readonly suggested: number;
  readonly from: BackgroundSource;
  /** Texts that it was found with. */
  readonly texts: number;
}

/** How far lines of languages lie apart (standard deviation of the logarithm): scores of one topic are 0.93 to 1.01 of English ones. */
const APART = 0.03;
/** Standard deviations between the 5th and the 95th percentile. */
const WIDTH = 3.29;

interface Setting {
  readonly model: Model;
  readonly usable: readonly UsableExample[];
  /** Where the line is best on further texts. */
  readonly expectedOn: (background: Background) => Prediction;
  /** The line for all. */
  readonly line: number;
  readonly signal: Cancellation;
}

/**
 * A line for each language of a background in several, and for each that is asked for. What a language's own texts say counts
 * as much as they say it surely: few texts leave the line where it is for all.
 */
export async function languageLines(
  engine: Engine,
  { model, usable, expectedOn, line, signal }: Setting,
  {
    given,
    asked,
  }: { readonly given: GivenBackground | null; readonly asked: readonly LanguageTexts[] },
): Promise<LanguageLine[]> {
  const lineOf = (reader: Model, background: Background, common: number): LanguageLine => ({
    language: languageOf(reader.retina) ?? "",
    suggested: Math.min(1, line * factorOf(expectedOn(background), common)),
    from: background.from,
    texts: background.prints.length,
  });
  const models = modelsIn(
    model,
    asked.map(({ language }) => language),
  );
  const byLanguage = new Map<Model, Background>();
  for (const { language, texts } of asked) {
    const reader = models.get(language)!;
    byLanguage.set(
      reader,
      await languageBackground(engine, { model: reader, signal }, texts, usable),
    );
  }
  // Texts of the filter's own language are of the same kind as the others: what is different about them is not the language.
  const own = byLanguage.get(model);
  const common = own === undefined || own.from !== "given" ? line : expectedOn(own).threshold;
  const parts = given === null ? [] : partsByLanguage(given);
  return [
    ...parts.filter(([reader]) => !byLanguage.has(reader)).map((part) => lineOf(...part, line)),
    ...[...byLanguage]
      .filter(([reader]) => reader !== model)
      .map(([reader, background]) => lineOf(reader, background, common)),
  ];
}

/** By how much a language's line differs from the common one, as far as its own texts are sure of it. */
function factorOf({ threshold, lineLow, lineHigh }: Prediction, common: number): number {
  if (threshold <= 0 || common <= 0 || lineLow <= 0) return 1;
  const doubt = Math.log(lineHigh / lineLow) / WIDTH;
  const sure = APART ** 2 / (APART ** 2 + doubt ** 2);
  return (threshold / common) ** sure;
}
