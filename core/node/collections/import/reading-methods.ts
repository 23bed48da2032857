import type { RetinaTables } from "../../../retina/retina-data.ts";
import { threadEngine } from "../../engine/thread-engine.ts";
import { type PlacedTexts, readingMethods } from "./text-reading.ts";

/** Texts with the name of the retina that reads each, and these. */
export interface ReadingPart extends PlacedTexts {
  readonly open: readonly RetinaTables[];
}

/** What reads texts for imports, on whatever thread. */
export type ReadingMethods = Awaited<ReturnType<typeof openReadingMethods>>;

/** What unknown words and sentences take gets ready with the first of them: a file of a few rows may have neither. */
export async function openReadingMethods() {
  const { engine, retinas } = await threadEngine({ retinas: [] });
  const { fingerprints, slices } = readingMethods((name) => engine.model(name));
  return {
    fingerprints: ({ open, ...part }: ReadingPart) => {
      retinas({ retinas: open });
      return fingerprints(part);
    },
    slices: ({ open, ...part }: ReadingPart) => {
      retinas({ retinas: open });
      return slices(part);
    },
  };
}
