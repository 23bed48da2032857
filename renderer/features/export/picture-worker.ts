import { type PictureJob, renderPicture } from "./picture-job.ts";

/** Draws one picture after another, apart from the page. */
self.onmessage = ({ data }: MessageEvent<PictureJob>) => {
  try {
    const bytes = renderPicture(data);
    self.postMessage({ bytes }, { transfer: [bytes.buffer] });
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
};
