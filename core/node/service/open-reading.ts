import { createTextEngine } from "../../text/engine.ts";
import { openTagger } from "../../text/tagger.ts";
import type { ReadingParts } from "./make-engine.ts";

/** Loads what reads texts: the tagger at once, the classes of the language detector at the first need. */
export async function openReading(): Promise<ReadingParts> {
  const tagger = await openTagger();
  return {
    textEngine: (retina) => createTextEngine(retina, { tagger }),
    language: async () => ({
      language: null,
      isoTag: null,
      wikiUrl: null,
      confidence: "none",
      runnerUp: null,
    }),
  };
}
