import { SIDE } from "../../../core/kernel/grid.ts";
import { type Layout, visibleCells } from "../../model/map/geometry.ts";
import type { GridStyle } from "../../model/map/style.ts";
import { drawFog, fogOf } from "./fog.ts";
import { fillFrame, type GroundBitmap } from "./ground-bitmap.ts";
import { blend, type Palette, pixelOf } from "./palette.ts";

/** What lies under the cells. */
export interface Ground {
  readonly palette: Palette;
  readonly style: GridStyle;
  /** What is drawn of tints and terrain, the coarsest first; none to leave the ground plain. */
  readonly ground: readonly GroundBitmap[];
  /** How alike each cell and those around it are, or null to lay no fog where they are not. */
  readonly kinship?: ArrayLike<number> | null;
}

/** The ground with fog that was drawn last: most redraws change the cells and leave it as it was. */
interface Kept {
  readonly layout: Layout;
  readonly ground: readonly GroundBitmap[];
  readonly kinship: ArrayLike<number> | null;
  readonly palette: Palette;
  readonly style: GridStyle;
  readonly pixels: Uint32Array;
}

let kept: Kept | null = null;

/** Fills the frame: tints and terrain or plain paper, fog and dots where they are wanted. */
export function drawGround(pixels: Uint32Array, layout: Layout, scene: Ground): void {
  const { kinship, palette, style } = scene;
  if (kinship) pixels.set(landscape(pixels.length, layout, scene));
  else fill(pixels, layout, scene);
  if (style.emptyDots)
    drawDots(pixels, layout, pixelOf(blend(palette.paper, palette.density, 0.4)));
}

function fill(pixels: Uint32Array, layout: Layout, { ground, palette }: Ground): void {
  if (ground.length === 0) pixels.fill(pixelOf(palette.paper));
  else fillFrame(pixels, layout, ground);
}

function landscape(length: number, layout: Layout, scene: Ground): Uint32Array {
  const { ground, kinship = null, palette, style } = scene;
  if (kept && isSame(kept, layout, scene)) return kept.pixels;
  const pixels = kept?.pixels.length === length ? kept.pixels : new Uint32Array(length);
  fill(pixels, layout, scene);
  if (kinship) drawFog(pixels, layout, fogOf(kinship), { palette, strength: style.fogStrength });
  kept = { layout, ground, kinship, palette, style, pixels };
  return pixels;
}

const isSame = (before: Kept, layout: Layout, scene: Ground): boolean =>
  before.layout === layout &&
  before.ground === scene.ground &&
  before.kinship === (scene.kinship ?? null) &&
  before.palette === scene.palette &&
  before.style.fogStrength === scene.style.fogStrength;

/** Cells smaller than this have no room for a dot. */
const LEAST_DOTTED = 4;

/** A dot in the middle of every cell; set cells are drawn over theirs. */
function drawDots(pixels: Uint32Array, { cell, originX, originY, frame }: Layout, dot: number) {
  if (cell < LEAST_DOTTED) return;
  const size = Math.max(1, Math.floor(cell / 8));
  const inset = Math.floor((cell - size) / 2);
  const { left, right, top, bottom } = visibleCells({ cell, originX, originY, frame });
  for (let row = top; row < bottom; row++)
    for (let dy = 0; dy < size; dy++) {
      const y = originY + row * cell + inset + dy;
      if (y < 0 || y >= frame.side) continue;
      for (let column = left; column < right; column++) {
        const x = originX + column * cell + inset;
        const end = y * frame.side + Math.min(frame.side, x + size);
        pixels.fill(dot, y * frame.side + Math.max(0, x), end);
      }
    }
}

/** Share of its colour that a block with one set cell gets; full blocks get all of it. */
const FAINTEST = 0.2;

export const pooledShare = (count: number, most: number): number =>
  count === 0 ? 0 : FAINTEST + (1 - FAINTEST) * (count / most);

/** One block for several cells, stronger for more; on whole pixels like the cells themselves. */
export function drawPooled(
  pixels: Uint32Array,
  { cell, originX, originY, frame }: Layout,
  { palette, style }: Pick<Ground, "palette" | "style">,
  counts: Uint32Array,
): void {
  const blocks = style.pooledTo;
  const size = (SIDE / blocks) * cell;
  const most = counts.reduce((max, count) => Math.max(max, count), 1);
  const within = (at: number) => Math.min(frame.side, Math.max(0, at));
  counts.forEach((count, block) => {
    if (count === 0) return;
    const colour = blend(palette.paper, palette.colours.first, pooledShare(count, most));
    const x = originX + (block % blocks) * size;
    const y = originY + Math.floor(block / blocks) * size;
    for (let line = within(y); line < within(y + size); line++)
      pixels.fill(
        pixelOf(colour),
        line * frame.side + within(x),
        line * frame.side + within(x + size),
      );
  });
}
