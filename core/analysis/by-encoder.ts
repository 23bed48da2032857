import { ApiError, badReader, emptyText, tooLarge } from "../errors.ts";
import { NO_POSITIONS } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import { mapOf } from "../language/language-retina.ts";
import type { Retina } from "../retina/types.ts";
import { LANGUAGES, type LanguageAnswer } from "../text/language.ts";
import { filterOfPrints, prepareFilterOfPrints } from "../text/print-filter.ts";
import type { Engine, Model, NamedReader } from "./engine.ts";

/** Texts that one call may have read: a quarter of a minute of an encoder. More are an import's. */
const MOST_READ = 2000;
/** An encoder takes a second or two for one in so many of the texts that come with the program. */
const ORDINARY_EACH = 3;

/**
 * A model whose fingerprints of these texts, and filters of them, are by the encoder of a reader. All else it does by words.
 * @throws bad-input, too-large
 */
export async function byEncoder(
  engine: Pick<Engine, "readers" | "language" | "sampleTexts">,
  reader: NamedReader,
  texts: readonly string[],
  base: Model,
): Promise<Model> {
  const { readers, language } = engine;
  if (readers === undefined)
    throw badReader("Texts are read by an encoder where a service runs; start one.");
  if (texts.length > MOST_READ)
    throw tooLarge("The number of texts for a reader", texts.length, MOST_READ);
  const known = [...new Set(texts)].filter((text) => text.trim() !== "");
  const words: Positions[] = [];
  for (const text of known)
    words.push(isForeign(await language(text), base.retina) ? NO_POSITIONS : wordsOf(base, text));
  const read = await readers.read({ reader, map: mapOf(base.retina) }, { texts: known, words });
  const prints = new Map(known.map((text, i) => [text, read[i]!]));
  const fingerprint = (text: string): Positions => {
    const print = prints.get(text);
    if (print === undefined) throw emptyText("text");
    return print;
  };
  const printOf = (text: string) => (text.trim() === "" ? NO_POSITIONS : fingerprint(text));
  const ordinary = async () => {
    const all = (await engine.sampleTexts?.("en")) ?? [];
    const some = all.filter((_, i) => i % ORDINARY_EACH === 0);
    const read = await byEncoder(engine, reader, some, base);
    return some.map((each) => read.text.fingerprint(each));
  };
  const encoded = ({ retina, text }: Model): Model => ({
    retina,
    text: {
      ...text,
      fingerprint,
      createFilter: (name: string, positive: readonly string[], negative: readonly string[]) => ({
        name,
        positions: filterOfPrints(positive.map(fingerprint), negative.map(fingerprint)),
      }),
      prepareFilter: (positive, negative, unlabelled) =>
        prepareFilterOfPrints(positive.map(printOf), negative.map(printOf), unlabelled),
    },
    ordinary,
    inLanguage: async (other) => encoded((await base.inLanguage?.(other)) ?? base),
  });
  return encoded(base);
}

/**
 * Whether a text is surely in another language than a retina. Its words do not count then: many are words of the retina's
 * language by chance. Whoever reads a text asks this, so that it has one fingerprint.
 */
export function isForeign(
  { isoTag, confidence }: LanguageAnswer,
  { card }: Pick<Retina, "card">,
): boolean {
  const own = [...LANGUAGES.values()].find(({ name }) => name === card.language)?.code;
  return isoTag !== null && confidence === "high" && isoTag !== own;
}

/** None for a text of which no word is known: the encoder may know it. */
function wordsOf({ text: engine }: Model, text: string): Positions {
  try {
    return engine.fingerprint(text);
  } catch (cause) {
    if (cause instanceof ApiError) return NO_POSITIONS;
    throw cause;
  }
}
