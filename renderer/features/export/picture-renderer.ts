import { cancelled } from "../../../core/errors.ts";
import type { PictureJob } from "./picture-job.ts";

type Answer = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly error: string };

/** Draws beside the page, so that nothing stands still. Aborting ends the drawing at once. */
export function renderApart(
  job: PictureJob,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL("./picture-worker.ts", import.meta.url), { type: "module" });
    const end = () => {
      signal.removeEventListener("abort", stop);
      worker.terminate();
    };
    const stop = () => {
      end();
      reject(cancelled());
    };
    signal.addEventListener("abort", stop);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      end();
      if ("bytes" in data) resolve(data.bytes);
      else reject(new Error(data.error));
    };
    // Failures of drawing come as messages; this one is a worker that could not start.
    worker.onerror = () => {
      end();
      // The page stands still meanwhile, but the picture is the same.
      import("./encode-picture.ts")
        .then(({ encodePicture }) => encodePicture(job))
        .then(resolve, reject);
    };
    worker.postMessage(job);
  });
}
