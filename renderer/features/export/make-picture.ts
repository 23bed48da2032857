import { isOfVectors, type PictureDraft, withTexts } from "./make-job.ts";
import { extentOf } from "./model/image-limits.ts";
import { renderApart } from "./picture-renderer.ts";
import { pixelsOfSvg } from "./svg-pixels.ts";

/** A file, and what a browser can show of it: there is no viewer of PDF in a picture. */
export interface MadePicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly shown: Blob;
}

/** Media type of a picture's file. */
export const mediaType = ({ format }: Pick<PictureDraft, "format">): string => {
  if (format === "svg") return "image/svg+xml";
  return format === "pdf" ? "application/pdf" : `image/${format}`;
};

/** The file of a picture in any format. Vectors are made apart from the page, and become a PDF or a poster's pixels here. */
export async function makePicture(draft: PictureDraft, signal: AbortSignal): Promise<MadePicture> {
  if (!isOfVectors(draft)) {
    const bytes = await renderApart(await withTexts(draft), signal);
    return { bytes, shown: new Blob([bytes], { type: mediaType(draft) }) };
  }
  const svg = await renderApart(await withTexts({ ...draft, format: "svg" }), signal);
  const shown = new Blob([svg], { type: "image/svg+xml" });
  if (draft.format === "svg") return { bytes: svg, shown };
  if (draft.format === "pdf") {
    const { pdfOfSvg } = await import("./svg-pdf.ts");
    return { bytes: await pdfOfSvg(new TextDecoder().decode(svg), draft.plan.label), shown };
  }
  signal.throwIfAborted();
  const { plan, cell, resolution } = draft;
  const bytes = await pixelsOfSvg(shown, { ...extentOf(plan, cell, resolution), resolution });
  return { bytes, shown };
}
