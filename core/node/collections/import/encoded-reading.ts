import { isForeign } from "../../../analysis/by-encoder.ts";
import { NO_POSITIONS } from "../../../fingerprint/positions.ts";
import type { Positions } from "../../../kernel/grid.ts";
import type { Retina } from "../../../retina/types.ts";
import type { OpenReader } from "../../reader/open-reader.ts";
import type { DetectLanguage } from "./row-languages.ts";
import type { TextReading } from "./text-reading.ts";

interface Encoded {
  readonly open: OpenReader;
  readonly retina: Pick<Retina, "card">;
  readonly language: DetectLanguage;
}

/**
 * Reads by the encoder of a reader, beside the words of what is in the language of the collection's retina. No other retina is
 * needed for it.
 */
export function encodedReading(
  words: TextReading,
  { open, retina, language }: Encoded,
): TextReading {
  const own = words.own ?? "";
  return {
    own: words.own,
    known: words.known,
    slices: (texts, languages) => words.slices(texts, languages),
    languages: (texts) => words.languages(texts),
    async fingerprints(texts) {
      const byWords = await words.fingerprints(
        texts,
        texts.map(() => own),
      );
      const beside: Positions[] = [];
      for (const [i, text] of texts.entries())
        beside.push(
          isForeign(await language(text), retina) ? NO_POSITIONS : (byWords[i] ?? NO_POSITIONS),
        );
      return open.read({ texts, words: beside });
    },
  };
}
