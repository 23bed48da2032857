import { readFileSync } from "node:fs";
import type { Download } from "@playwright/test";
import { PNG } from "pngjs";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Colour of a pixel as `r,g,b,a`. */
  at(x: number, y: number): string;
}

/** The bytes of a file that the page saved. */
export async function downloadedBytes(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

export function decodePng(bytes: Buffer): Picture {
  const { width, height, data } = PNG.sync.read(bytes);
  return {
    width,
    height,
    at: (x, y) => data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4).join(","),
  };
}

export interface PlacedCells {
  /** Left or upper edge in pixels of a column or row. */
  edge(index: number): number;
  readonly size: number;
}

/** A frame of one pixel and no lines. */
export const plainGrid = (size: number): PlacedCells => ({
  size,
  edge: (index) => 1 + index * size,
});

const middlesOf = (picture: Picture, { edge, size }: PlacedCells): string[] => {
  const half = Math.floor(size / 2);
  return Array.from({ length: 16384 }, (_, cell) =>
    picture.at(edge(cell % 128) + half, edge(Math.floor(cell / 128)) + half),
  );
};

/** Cells whose middle has this colour, as `r,g,b,a`: on tints every cell has another ground. */
export const cellsOfColour = (picture: Picture, place: PlacedCells, colour: string): number[] =>
  middlesOf(picture, place).flatMap((middle, cell) => (middle === colour ? [cell] : []));

/** Cells whose middle has another colour than most cells have. */
export function drawnCells(picture: Picture, place: PlacedCells): number[] {
  const colours = middlesOf(picture, place);
  const counts = new Map<string, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const [paper] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [""];
  return [...colours.keys()].filter((cell) => colours[cell] !== paper);
}
