import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { useEffect, useRef, useState } from "react";
import { download } from "../../components/files/download.ts";
import { plural } from "../../model/format.ts";
import { announce, toast } from "../../state/toasts.ts";
import type { PictureDraft } from "./make-job.ts";
import { makePicture } from "./make-picture.ts";
import { dataOf } from "./model/picture-state.ts";

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

export interface BatchEntry {
  /** File name, unique in the batch. */
  readonly name: string;
  readonly draft: PictureDraft;
}

interface BatchRun {
  readonly signal: AbortSignal;
  /** Tells of the finished pictures what they show; absent: nothing is told. */
  readonly retina?: string;
  /** Called after each picture. */
  readonly onProgress: (done: number) => void;
}

/** Pictures in one zip file. */
interface Zipped {
  readonly zip: Blob;
  /** How many are in it; fewer than were wanted when it was stopped. Each is whole. */
  readonly done: number;
}

/** Pictures in one zip file, drawn one after another. When stopped it holds those that were finished. */
async function zipPictures(
  entries: readonly BatchEntry[],
  { signal, onProgress, retina }: BatchRun,
): Promise<Zipped> {
  let done = 0;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(new Uint8Array(part));
  });
  for (const { name, draft } of entries) {
    const bytes = await unlessStopped(draft, signal);
    if (bytes === null) break;
    addFile(zip, name, bytes);
    onProgress(++done);
  }
  if (retina !== undefined && done > 0)
    addFile(zip, DATA_FILE, dataBytes(entries.slice(0, done), retina));
  zip.end();
  return { zip: new Blob(parts, { type: "application/zip" }), done };
}

/** Null once it was stopped: a picture that is not whole is none. */
async function unlessStopped(draft: PictureDraft, signal: AbortSignal) {
  try {
    return signal.aborted ? null : (await makePicture(draft, signal)).bytes;
  } catch (cause) {
    if (signal.aborted) return null;
    throw cause;
  }
}

const DATA_FILE = "positions.json";

const dataBytes = (entries: readonly BatchEntry[], retina: string): Uint8Array => {
  const told = entries.map(({ name, draft }) => ({ file: name, plan: draft.plan }));
  return new TextEncoder().encode(dataOf(told, retina));
};

/** Bitmaps are compressed already. */
function addFile(zip: Zip, name: string, bytes: Uint8Array): void {
  const file = /\.(svg|json)$/.test(name)
    ? new ZipDeflate(name, { level: 6 })
    : new ZipPassThrough(name);
  zip.add(file);
  file.push(bytes, true);
}
