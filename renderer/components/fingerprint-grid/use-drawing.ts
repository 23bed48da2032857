import { type RefObject, useEffect, useRef } from "react";
import type { Layout } from "../../model/map/geometry.ts";
import type { MapLayer } from "../../model/map/layers.ts";
import { drawScene, type Scene } from "./raster.ts";

const FADE_MS = 160;

interface Buffer {
  readonly image: ImageData;
  readonly pixels: Uint32Array;
}

/** Draws the scene into the canvas once a frame at most; cells that come or go fade. */
export function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  layout: Layout | null,
  scene: Omit<Scene, "fade">,
): void {
  const buffer = useRef<Buffer | null>(null);
  const shown = useRef<readonly MapLayer[]>(scene.layers);
  const fade = useRef<{ from: readonly MapLayer[]; start: number } | null>(null);

  useEffect(() => {
    if (!layout) return;
    if (shown.current !== scene.layers) {
      fade.current = { from: shown.current, start: performance.now() };
      shown.current = scene.layers;
    }
    let frame = 0;
    const draw = (now: number) => {
      const progress = fade.current ? fadeProgress(now - fade.current.start) : 1;
      paint(canvas.current, buffer, layout, {
        ...scene,
        fade: fade.current && progress < 1 ? { from: fade.current.from, progress } : null,
      });
      if (progress < 1) frame = requestAnimationFrame(draw);
      else fade.current = null;
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [canvas, layout, scene]);
}

function fadeProgress(elapsed: number): number {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return 1;
  const share = Math.min(1, Math.max(0, elapsed / FADE_MS));
  return 1 - (1 - share) ** 2;
}

function paint(
  canvas: HTMLCanvasElement | null,
  buffer: RefObject<Buffer | null>,
  layout: Layout,
  scene: Scene,
): void {
  const context = canvas?.getContext("2d", { alpha: false });
  if (!canvas || !context) return;
  const { side } = layout.frame;
  if (canvas.width !== side) {
    canvas.width = side;
    canvas.height = side;
  }
  if (buffer.current?.image.width !== side) {
    const image = new ImageData(side, side);
    buffer.current = { image, pixels: new Uint32Array(image.data.buffer) };
  }
  drawScene(buffer.current.pixels, layout, scene);
  context.putImageData(buffer.current.image, 0, 0);
}
