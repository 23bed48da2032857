import { useEffect, useRef, useState } from "react";
import { type PictureDraft, withTexts } from "./make-job.ts";
import { renderApart } from "./picture-renderer.ts";

const PAUSE_MS = 80;

export interface DrawnPicture {
  readonly draft: PictureDraft;
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

export const mediaType = ({ format }: Pick<PictureDraft, "format">): string =>
  format === "svg" ? "image/svg+xml" : `image/${format}`;

export async function drawPicture(draft: PictureDraft, signal: AbortSignal): Promise<DrawnPicture> {
  const bytes = await renderApart(await withTexts(draft), signal);
  const blob = new Blob([bytes], { type: mediaType(draft) });
  return { draft, bytes, blob, url: URL.createObjectURL(blob) };
}

/** The file itself, drawn anew a moment after every change. Null draws nothing. */
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
    const timer = setTimeout(() => drawPicture(draft, stop.signal).then(take, fail), PAUSE_MS);
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
