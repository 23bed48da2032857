import { isOfVectors, type PictureDraft, withTexts } from "./make-job.ts";
import { extentOf, POSTER_DOTS } from "./model/image-limits.ts";
import { withPngDensity } from "./model/png-chunks.ts";
import { renderApart } from "./picture-renderer.ts";

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
    const { pdfOfSvg } = await import("../../components/printed-page/svg-pdf.ts");
    return { bytes: await pdfOfSvg(new TextDecoder().decode(svg), draft.plan.label), shown };
  }
  signal.throwIfAborted();
  const { plan, cell, resolution } = draft;
  const bytes = await pixelsOfSvg(shown, { ...extentOf(plan, cell, resolution), resolution });
  return { bytes, shown };
}

interface Wanted {
  readonly width: number;
  readonly height: number;
  /** Dots per inch; 0: the usual. */
  readonly resolution: number;
}

/** An SVG as a PNG of so many pixels. @throws Error where this browser cannot draw as many */
async function pixelsOfSvg(
  svg: Blob,
  { width, height, resolution }: Wanted,
): Promise<Uint8Array<ArrayBuffer>> {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (!context)
      throw new Error(`${width} × ${height} pixels are more than this browser can draw.`);
    context.drawImage(image, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return withPngDensity(bytes, resolution || POSTER_DOTS);
  } finally {
    URL.revokeObjectURL(address);
  }
}
