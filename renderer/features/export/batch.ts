import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { PictureDraft } from "./make-job.ts";
import { makePicture } from "./make-picture.ts";
import { dataOf } from "./model/picture-data.ts";

export interface BatchEntry {
  /** File name, unique in the batch. */
  readonly name: string;
  readonly draft: PictureDraft;
}

export interface BatchRun {
  readonly signal: AbortSignal;
  /** Tells of the finished pictures what they show; absent: nothing is told. */
  readonly retina?: string;
  /** Called after each picture. */
  readonly onProgress: (done: number) => void;
}

/** Pictures in one zip file. */
export interface Zipped {
  readonly zip: Blob;
  /** How many are in it; fewer than were wanted when it was stopped. Each is whole. */
  readonly done: number;
}

/** Pictures in one zip file, drawn one after another. When stopped it holds those that were finished. */
export async function zipPictures(
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
