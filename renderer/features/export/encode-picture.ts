import { blend, type Rgba } from "../../../core/image/color.ts";
import { type Picture, toPixels } from "../../../core/image/raster.ts";
import { withJpegDensity } from "./model/png-chunks.ts";
import { drawnPicture, type PictureJob, renderPicture } from "./picture-job.ts";

const WHITE: Rgba = [255, 255, 255, 255];
/** Hardly visible losses; WebP at 1 has none. */
const QUALITY = { jpeg: 0.95, webp: 1 } as const;

/** The file in any of the formats. @throws Error where this browser cannot write the format */
export async function encodePicture(job: PictureJob): Promise<Uint8Array<ArrayBuffer>> {
  const { format, resolution } = job;
  if (format !== "jpeg" && format !== "webp") return renderPicture(job);
  const picture = drawnPicture(job);
  const blob = await encodePixels(format === "jpeg" ? onWhite(picture) : picture, format);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return format === "jpeg" && resolution > 0 ? withJpegDensity(bytes, resolution) : bytes;
}

async function encodePixels(picture: Picture, format: "jpeg" | "webp"): Promise<Blob> {
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error(`${width} × ${height} pixels are more than this browser can draw.`);
  context.putImageData(new ImageData(toPixels(picture), width, height), 0, 0);
  const type = `image/${format}`;
  const blob = await canvas.convertToBlob({ type, quality: QUALITY[format] });
  if (blob.type !== type)
    throw new Error(`This browser cannot write ${format.toUpperCase()}. Choose PNG instead.`);
  return blob;
}

/** A JPEG has no transparency. */
const onWhite = (picture: Picture): Picture => ({
  ...picture,
  palette: picture.palette.map((color) =>
    blend([color[0], color[1], color[2], 255], WHITE, color[3] / 255),
  ),
});
