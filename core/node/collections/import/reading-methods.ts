import type { Model } from "../../../analysis/engine.ts";
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
  const methodsFor = async ({ open, retinas: names }: ReadingPart) => {
    retinas({ retinas: open });
    const models = new Map<string, Model>();
    for (const name of new Set(names)) models.set(name, await engine.model(name));
    return readingMethods((name) => models.get(name)!);
  };
  return {
    fingerprints: async (part: ReadingPart) => (await methodsFor(part)).fingerprints(part),
    slices: async (part: ReadingPart) => (await methodsFor(part)).slices(part),
  };
}
