import { encodePicture } from "./encode-picture.ts";
import type { PictureJob } from "./picture-job.ts";

/** Draws one picture after another, apart from the page. */
self.onmessage = async ({ data }: MessageEvent<PictureJob>) => {
  try {
    const bytes = await encodePicture(data);
    self.postMessage({ bytes }, { transfer: [bytes.buffer] });
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
};
