import {
  type CallThreadData,
  type ThreadEngine,
  threadEngine,
} from "../../engine/thread-engine.ts";
import { readingMethods } from "./text-reading.ts";

/** What reads texts for imports, on whatever thread. */
export type ReadingMethods = ReturnType<typeof readingMethods> & Pick<ThreadEngine, "retinas">;

/** What unknown words and sentences take gets ready with the first of them: a file of a few rows may have neither. */
export async function openReadingMethods(given: CallThreadData): Promise<ReadingMethods> {
  const { engine, retinas } = await threadEngine(given);
  return { ...readingMethods((name) => engine.model(name)), retinas };
}
