import { POSTER_DOTS } from "./model/image-limits.ts";
import { withPngDensity } from "./model/png-chunks.ts";

interface Wanted {
  readonly width: number;
  readonly height: number;
  /** Dots per inch; 0: the usual. */
  readonly resolution: number;
}

/** An SVG as a PNG of so many pixels. @throws Error where this browser cannot draw as many */
export async function pixelsOfSvg(
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
