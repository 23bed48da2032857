import { Resvg } from "@resvg/resvg-js";

/** An SVG as PNG with the fonts of this machine. */
export function drawPng(svg: string): Uint8Array {
  const resvg = new Resvg(svg, {
    font: { loadSystemFonts: true, defaultFontFamily: "DejaVu Sans" },
  });
  return resvg.render().asPng();
}
