import { NO_POSITIONS } from "../../../core/fingerprint/positions.ts";
import { openReader } from "../../../core/node/reader/open-reader.ts";
import { readersFolder } from "../../../core/node/reader/reader-files.ts";
import type { TextEngine } from "../../../core/text/types.ts";
import { fingerprintOrEmpty } from "./bench-context.ts";

const THREADS = 2;

/** A reader of the user's, and engines whose fingerprints are by it. */
export interface EncoderEngines {
  /** Checksum of the retina on whose map it reads. */
  readonly map: string;
  /** The engine, but that it has these texts read by the encoder; its own words count beside it where they are `own`. */
  engineFor(engine: TextEngine, texts: readonly string[], own?: boolean): Promise<TextEngine>;
  close(): Promise<void>;
}

/** @throws bad-input where there is no such reader or it cannot be used */
export async function openEncoderEngines(name: string): Promise<EncoderEngines> {
  const reader = await openReader(readersFolder(), name, THREADS);
  return {
    map: reader.header.map.checksum,
    async engineFor(engine, texts, own = true) {
      const known = [...new Set(texts)];
      const words = known.map((text) => (own ? fingerprintOrEmpty(text, engine) : NO_POSITIONS));
      const prints = await reader.read({ texts: known, words });
      const byText = new Map(known.map((text, i) => [text, prints[i]!]));
      return {
        ...engine,
        fingerprint(text) {
          const print = byText.get(text);
          if (print === undefined) throw new Error(`“${text.slice(0, 40)}” was not read.`);
          return print;
        },
      };
    },
    close: () => reader.close(),
  };
}
