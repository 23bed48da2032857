import { use, useEffect, useRef } from "react";
import { cellPath } from "../../../core/image/cell-shape.ts";
import { MARKS } from "../../../core/image/style.ts";
import { SIDE } from "../../../core/kernel/grid.ts";
import { type ColourName, hueOf, type MapLayer, maskOf } from "../../model/map/layers.ts";
import { ThemeContext } from "../page-contexts.ts";
import { type Palette, paletteOf, pixelOf } from "./palette.ts";
import "./thumbnail.css";

interface ThumbnailProps {
  readonly positions: ArrayLike<number> & Iterable<number>;
  readonly colour?: ColourName;
  /** CSS pixels; 32 when left out. */
  readonly size?: number;
  /** Draws these instead of `positions`, lowest first. */
  readonly layers?: readonly MapLayer[];
}

/** A small picture of a fingerprint, for lists of hundreds: one pixel holds 2 x 2 cells, darker for more. */
export function Thumbnail({ positions, colour = "first", size = 32, layers }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = use(ThemeContext);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const palette = paletteOf(theme);
    const drawn = layers ?? [{ id: "", label: "", positions, colour }];
    context.putImageData(smallPicture(drawn, palette), 0, 0);
  }, [positions, colour, layers, theme]);
  return (
    <canvas
      ref={canvas}
      className="thumbnail"
      width={SIDE / 2}
      height={SIDE / 2}
      style={{ width: size, height: size }}
    />
  );
}

/** How strong a pixel is with none to all of its four cells set, as its highest byte. */
const ALPHAS = [0, 0.72, 0.88, 1, 1].map((share) => Math.round(255 * share) << 24);

/** 64 x 64 pixels; a pixel takes the topmost layer's colour and is stronger the more of its four cells are set. */
export function smallPicture(layers: readonly MapLayer[], palette: Palette): ImageData {
  const half = SIDE / 2;
  const image = new ImageData(half, half);
  const pixels = new Uint32Array(image.data.buffer);
  const mask = maskOf(layers);
  const solids = layers.map(({ colour }) => pixelOf(palette.colours[colour]) & 0xffffff);
  for (let y = 0; y < half; y++)
    for (let x = 0; x < half; x++) {
      const corner = 2 * y * SIDE + 2 * x;
      const [a, b, c, d] = [corner, corner + 1, corner + SIDE, corner + SIDE + 1];
      const bits = mask[a]! | mask[b]! | mask[c]! | mask[d]!;
      if (bits === 0) continue;
      const top = 31 - Math.clz32(bits);
      const set = +(mask[a] !== 0) + +(mask[b] !== 0) + +(mask[c] !== 0) + +(mask[d] !== 0);
      pixels[y * half + x] = (ALPHAS[set]! | solids[top]!) >>> 0;
    }
  return image;
}

const SIZE = 12;

/** The hatch of one of the eight lettered things, as pictures in black draw its cells. Nothing from the ninth on. */
export function HatchSign({ index }: { readonly index: number }) {
  const mark = MARKS[index];
  if (mark === undefined) return null;
  const path = cellPath(Uint16Array.of(0), Uint32Array.of(0), {
    size: SIZE,
    shape: "square",
    mark,
  });
  return (
    <svg className="hatch-sign" width={SIZE} height={SIZE} aria-hidden="true">
      <path d={path} fill={`var(--${hueOf(index)})`} fillRule="evenodd" />
    </svg>
  );
}
