import { useEffect, useRef, useState } from "react";
import { download } from "../../components/files/download.ts";
import { plural } from "../../components/format.ts";
import { announce } from "../../state/announcer.ts";
import { toast } from "../../state/toasts.ts";
import { type BatchEntry, zipPictures } from "./batch.ts";

interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Saving many pictures into one file, with a way to stop. */
export function useBatch() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const cancel = () => {
    if (stop.current) announce("Stopped. Nothing was saved.");
    stop.current?.abort();
  };
  const start = async (name: string, entries: readonly BatchEntry[]) => {
    const own = new AbortController();
    stop.current = own;
    setError(null);
    setProgress({ done: 0, total: entries.length });
    try {
      const onProgress = (done: number) => setProgress({ done, total: entries.length });
      const zip = await zipPictures(entries, { signal: own.signal, onProgress });
      download(name, zip, "application/zip");
      toast(`Saved ${plural(entries.length, "picture")} in ${name}`);
    } catch (cause) {
      if (!own.signal.aborted) setError(cause);
    } finally {
      stop.current = null;
      setProgress(null);
    }
  };
  return { progress, error, start, cancel };
}

export type Batch = ReturnType<typeof useBatch>;
