import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { cancelled } from "../../../core/errors.ts";
import { type PictureDraft, withTexts } from "./make-job.ts";
import { renderApart } from "./picture-renderer.ts";

export interface BatchEntry {
  /** File name, unique in the batch. */
  readonly name: string;
  readonly draft: PictureDraft;
}

export interface BatchRun {
  readonly signal: AbortSignal;
  /** Called after each picture. */
  readonly onProgress: (done: number) => void;
}

/** All pictures in one zip file, drawn one after another. Aborting rejects and leaves nothing behind. */
export async function zipPictures(
  entries: readonly BatchEntry[],
  { signal, onProgress }: BatchRun,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(new Uint8Array(part));
  });
  for (const [index, { name, draft }] of entries.entries()) {
    if (signal.aborted) throw cancelled();
    const bytes = await renderApart(await withTexts(draft), signal);
    addFile(zip, name, bytes);
    onProgress(index + 1);
  }
  zip.end();
  return new Blob(parts, { type: "application/zip" });
}

/** Bitmaps are compressed already. */
function addFile(zip: Zip, name: string, bytes: Uint8Array): void {
  const file = name.endsWith(".svg")
    ? new ZipDeflate(name, { level: 6 })
    : new ZipPassThrough(name);
  zip.add(file);
  file.push(bytes, true);
}
