import { useEffect, useRef } from "react";
import { SIDE } from "../../../core/kernel/grid.ts";
import { useTheme } from "../../state/theme.ts";
import { type ColourName, type MapLayer, maskOf } from "./layers.ts";
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
  const theme = useTheme();
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

const SHADES = [0, 0.72, 0.88, 1, 1] as const;

/** 64 x 64 pixels; a pixel takes the topmost layer's colour and is stronger the more of its four cells are set. */
export function smallPicture(layers: readonly MapLayer[], palette: Palette): ImageData {
  const half = SIDE / 2;
  const image = new ImageData(half, half);
  const pixels = new Uint32Array(image.data.buffer);
  const mask = maskOf(layers);
  for (let y = 0; y < half; y++)
    for (let x = 0; x < half; x++) {
      const corner = 2 * y * SIDE + 2 * x;
      const cells = [
        mask[corner]!,
        mask[corner + 1]!,
        mask[corner + SIDE]!,
        mask[corner + SIDE + 1]!,
      ];
      const bits = cells.reduce((all, each) => all | each, 0);
      if (bits === 0) continue;
      const top = layers[31 - Math.clz32(bits)]!;
      const strength = SHADES[cells.filter((each) => each !== 0).length]!;
      const solid = pixelOf(palette.colours[top.colour]);
      pixels[y * half + x] = ((Math.round(255 * strength) << 24) | (solid & 0xffffff)) >>> 0;
    }
  return image;
}
