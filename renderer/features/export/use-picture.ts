import { useEffect, useRef, useState } from "react";
import type { PictureDraft } from "./make-job.ts";
import { makePicture, mediaType } from "./make-picture.ts";

const PAUSE_MS = 80;

export interface DrawnPicture {
  readonly draft: PictureDraft;
  /** Of a PDF those of its vectors: the file is made when it is saved. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly blob: Blob;
  readonly url: string;
}

export interface PictureProgress {
  /** The last one drawn; stays while the next one is on its way. */
  readonly drawn: DrawnPicture | null;
  readonly isStale: boolean;
  readonly error: unknown;
}

export async function drawPicture(draft: PictureDraft, signal: AbortSignal): Promise<DrawnPicture> {
  const { bytes, shown } = await makePicture(draft, signal);
  const blob = new Blob([bytes], { type: mediaType(draft) });
  return { draft, bytes, blob, url: URL.createObjectURL(shown) };
}

/** What the dialog shows: a PDF takes seconds to make, and looks like its vectors. */
const drawPreview = async (draft: PictureDraft, signal: AbortSignal): Promise<DrawnPicture> =>
  draft.format === "pdf"
    ? { ...(await drawPicture({ ...draft, format: "svg" }, signal)), draft }
    : drawPicture(draft, signal);

/** The file itself, drawn again a moment after every change. Null draws nothing. */
export function usePicture(draft: PictureDraft | null): PictureProgress {
  const [drawn, setDrawn] = useState<DrawnPicture | null>(null);
  const [failure, setFailure] = useState<{ draft: PictureDraft; error: unknown } | null>(null);
  useEffect(() => {
    if (!draft) return;
    const stop = new AbortController();
    const take = (picture: DrawnPicture) => {
      if (stop.signal.aborted) URL.revokeObjectURL(picture.url);
      else setDrawn(picture);
    };
    const fail = (error: unknown) => stop.signal.aborted || setFailure({ draft, error });
    const timer = setTimeout(() => drawPreview(draft, stop.signal).then(take, fail), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [draft]);
  useRelease(drawn);
  const error = failure?.draft === draft ? failure?.error : undefined;
  return { drawn, isStale: draft !== null && drawn?.draft !== draft, error };
}

/** Gives an address back once another took its place. */
function useRelease(drawn: DrawnPicture | null): void {
  const last = useRef<DrawnPicture | null>(null);
  useEffect(() => {
    const before = last.current;
    last.current = drawn;
    if (before && before !== drawn) URL.revokeObjectURL(before.url);
  }, [drawn]);
  useEffect(() => () => void (last.current && URL.revokeObjectURL(last.current.url)), []);
}
