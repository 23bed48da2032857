import { useEffect, useRef, useState } from "react";
import { download } from "../../components/files/download.ts";
import { plural } from "../../model/format.ts";
import { announce } from "../../state/announcer.ts";
import { toast } from "../../state/toasts.ts";
import { type BatchEntry, zipPictures } from "./batch.ts";

interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What there is of a batch that was stopped. */
interface Stopped extends Progress {
  readonly name: string;
  readonly zip: Blob;
}

/** Saving many pictures into one file, with a way to stop; what is finished then can be kept. */
export function useBatch() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [stopped, setStopped] = useState<Stopped | null>(null);
  const [error, setError] = useState<unknown>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async (name: string, entries: readonly BatchEntry[], retina?: string) => {
    const own = new AbortController();
    const total = entries.length;
    stop.current = own;
    setError(null);
    setStopped(null);
    setProgress({ done: 0, total });
    try {
      const onProgress = (done: number) => setProgress({ done, total });
      const { zip, done } = await zipPictures(entries, {
        signal: own.signal,
        onProgress,
        ...(retina === undefined ? {} : { retina }),
      });
      if (!own.signal.aborted) saveZip(name, zip, done);
      else if (done > 0) setStopped({ name, zip, done, total });
    } catch (cause) {
      setError(cause);
    } finally {
      stop.current = null;
      setProgress(null);
    }
  };
  const cancel = () => {
    if (stop.current) announce("Stopped. Nothing was saved.");
    stop.current?.abort();
  };
  const settle = (isKept: boolean) => {
    if (isKept && stopped) saveZip(stopped.name, stopped.zip, stopped.done);
    setStopped(null);
  };
  return { progress, stopped, error, start, cancel, settle };
}

function saveZip(name: string, zip: Blob, count: number): void {
  download(name, zip, "application/zip");
  toast(`Saved ${plural(count, "picture")} in ${name}`);
}

export type Batch = ReturnType<typeof useBatch>;
