import { jsPDF } from "jspdf";
import { svg2pdf } from "svg2pdf.js";

const MILLIMETRES_PER_PIXEL = 25.4 / 96;

/** An SVG as a PDF of one page, as large as the SVG says. Letters have to be outlines: the file brings no typeface. */
export async function pdfOfSvg(svg: string, title: string): Promise<Uint8Array<ArrayBuffer>> {
  const element = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const [width, height] = [millimetres(element, "width"), millimetres(element, "height")];
  const orientation = width > height ? "landscape" : "portrait";
  const pdf = new jsPDF({ unit: "mm", format: [width, height], orientation, compress: true });
  pdf.setProperties({ title, creator: "Semascope" });
  await svg2pdf(element, pdf, { x: 0, y: 0, width, height });
  return new Uint8Array(pdf.output("arraybuffer"));
}

/** Pixels, where nothing else is said, of which 96 are an inch. */
function millimetres(element: Element, side: "width" | "height"): number {
  const text = element.getAttribute(side) ?? "";
  const value = Number.parseFloat(text);
  return text.endsWith("mm") ? value : value * MILLIMETRES_PER_PIXEL;
}
