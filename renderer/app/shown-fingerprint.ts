import { queryClient } from "../api/query-client.ts";
import type { Fingerprint } from "../model/fingerprint.ts";
import { usePublished } from "../state/publish.ts";

/** The last answer and what the map makes of it are this far apart at most: a few frames. */
const PAUSE_MS = 50;
const LONGEST_MS = 10_000;

/** What the map shows, once the questions under way are answered; null where that is no single fingerprint. */
export async function shownFingerprint(): Promise<Fingerprint | null> {
  const shown = () => usePublished.getState().map.fingerprint;
  const end = Date.now() + LONGEST_MS;
  for (let isAsking = true; shown() === null && isAsking && Date.now() < end; ) {
    isAsking = queryClient.isFetching() > 0;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return shown();
}
