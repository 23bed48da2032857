import { ApiError, badReader, emptyText, tooLarge } from "../errors.ts";
import { NO_POSITIONS } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import { mapOf } from "../language/sibling.ts";
import { filterOfPrints } from "../text/print-filter.ts";
import type { Engine, Model } from "./engine.ts";

/** Texts that one call may have read: a quarter of a minute of an encoder. More are an import's. */
const MOST_READ = 2000;

/** Texts and who would read each by its words. */
interface Spoken {
  readonly texts: readonly string[];
  readonly models: readonly Model[];
}

/**
 * A model whose fingerprints of these texts, and filters of them, are by the encoder of a reader; their own words count beside it.
 * All else it does by words. @throws bad-input, too-large
 */
export async function byEncoder(
  { readers }: Pick<Engine, "readers">,
  reader: string,
  { texts, models }: Spoken,
  base: Model,
): Promise<Model> {
  if (readers === undefined)
    throw badReader("Texts are read by an encoder where a service runs; start one.");
  if (texts.length > MOST_READ)
    throw tooLarge("The number of texts for a reader", texts.length, MOST_READ);
  const speakers = new Map<string, Model>();
  texts.forEach((text, i) => {
    if (text.trim() !== "") speakers.set(text, models[i]!);
  });
  const known = [...speakers.keys()];
  const read = await readers.read(
    { reader, map: mapOf(base.retina) },
    { texts: known, words: known.map((text) => wordsOf(speakers.get(text)!, text)) },
  );
  const prints = new Map(known.map((text, i) => [text, read[i]!]));
  const fingerprint = (text: string): Positions => {
    const print = prints.get(text);
    if (print === undefined) throw emptyText("text");
    return print;
  };
  return {
    retina: base.retina,
    get text() {
      return {
        ...base.text,
        fingerprint,
        createFilter: (name: string, positive: readonly string[], negative: readonly string[]) => ({
          name,
          positions: filterOfPrints(positive.map(fingerprint), negative.map(fingerprint)),
        }),
      };
    },
  };
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
