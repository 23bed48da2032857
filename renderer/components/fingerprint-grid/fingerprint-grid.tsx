import { type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import { type GroundLook, groundOn } from "../../../core/basemap/tints.ts";
import {
  type Frame,
  type Layout,
  viewOf,
  zoomAround,
  zoomToCells,
} from "../../model/map/geometry.ts";
import { groundNames } from "../../model/map/ground-names.ts";
import { type MapLayer, maskOf } from "../../model/map/layers.ts";
import { toSet } from "../../model/map/selection.ts";
import type { GridStyle } from "../../model/map/style.ts";
import { GridFloats } from "./grid-floats.tsx";
import { GridOverlay } from "./grid-overlay.tsx";
import type { FingerprintGridProps, Parts } from "./grid-props.ts";
import { covers } from "./ground-bitmap.ts";
import type { Palette } from "./palette.ts";
import { PointsCanvas } from "./points-canvas.tsx";
import { drawScene, type Scene } from "./raster.ts";
import { useFrame } from "./use-frame.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useGround } from "./use-ground.ts";
import { type MapZoom, useMapZoom } from "./use-map-zoom.ts";
import { useFinishStroke, useSelection } from "./use-selection.ts";
import "./fingerprint-grid.css";

/** CSS pixels: the line under a smaller map takes the whole width of the panel. */
const LEAST_FOOTER = 600;

/** The 128 x 128 map: cells on one canvas, names and tools in an overlay, operated by pointer or keyboard. */
export function FingerprintGrid(props: FingerprintGridProps) {
  const container = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<SVGSVGElement>(null);
  const summaryId = useId();
  const [isPanning, setPanning] = useState(false);
  const placed = useFrame(container);
  const frame = placed?.frame ?? null;
  const zoom = useMapZoom(overlay, frame, {
    wheelZooms: props.wheelZooms,
    dragPans: props.tool === "pointer" || isPanning,
  });
  const { layout } = zoom;
  const look = useGroundLook(props.palette, props.style);
  const ground = useGround(props.geography, look, layout);
  useDrawing(canvas, layout, useScene(props, ground.bitmaps));
  const isDrawn = layout !== null && ground.bitmaps.some((bitmap) => covers(bitmap, layout));
  const { geography, palette } = props;
  const names = useMemo(
    () => groundNames(geography, palette.isForced ? null : ground.map, look),
    [geography, palette.isForced, ground.map, look],
  );
  const selection = useSelection(layout, props.tool, isPanning, useFinishStroke(props));
  const keys = useGridKeys(props, { zoom, frame, cancelStroke: selection.cancel, setPanning });
  useControls(props, zoom, frame, root);
  const side = frame ? frame.side / frame.ratio : 0;
  const parts: Parts = { props, layout, zoom, selection, cursor: keys.cursor, names };
  return (
    <div className="grid-container" ref={container}>
      <div
        ref={root}
        className="grid"
        data-tool={isPanning ? "pan" : props.tool}
        data-stale={props.isStale || undefined}
        style={{
          left: placed?.left ?? 0,
          top: placed?.top ?? 0,
          width: side,
          height: side,
        }}
        role="application"
        aria-roledescription="map"
        aria-label="Semantic map"
        aria-describedby={summaryId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map has its own keyboard cursor
        tabIndex={0}
        data-main
        {...keys.handlers}
      >
        <span id={summaryId} className="visually-hidden">
          {props.summary}
        </span>
        <canvas
          ref={canvas}
          className="grid-canvas"
          data-scaled={placed?.isScaled || undefined}
          data-ground={isDrawn ? "drawn" : "waiting"}
        />
        {props.points && layout && (
          <PointsCanvas
            layout={layout}
            points={props.points}
            palette={palette}
            chosen={props.brush}
          />
        )}
        <GridOverlay target={overlay} side={side} parts={parts} />
        {props.note && <div className="grid-note float muted">{props.note}</div>}
        <GridFloats parts={parts} />
      </div>
      <div className="grid-footer columns gap-0" style={footerPlace(side, placed)}>
        {props.footer}
      </div>
    </div>
  );
}

const footerPlace = (side: number, placed: ReturnType<typeof useFrame>) => ({
  ...(side < LEAST_FOOTER ? { left: 0, right: 0 } : { left: placed?.left, width: side }),
  top: (placed?.top ?? 0) + side,
});

/** Gives the toolbar and the palette what they can ask of the map, and tells which part is seen. */
function useControls(
  { onControls, onView }: FingerprintGridProps,
  { zoomTo, jumpTo, zoomBy, layout }: MapZoom,
  frame: Frame | null,
  root: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    if (!frame) return;
    onControls({
      zoomBy,
      fit: () => zoomTo({ k: 1, x: 0, y: 0 }),
      zoomToCells: (positions) => zoomTo(zoomToCells(frame, positions)),
      show: (view) => jumpTo(zoomAround(frame, view.k, view)),
      focus: () => root.current?.focus(),
    });
  }, [onControls, zoomTo, jumpTo, zoomBy, frame, root]);
  useEffect(() => {
    if (layout) onView?.(viewOf(layout));
  }, [layout, onView]);
}

const GHOST = { id: "ghost", label: "", colour: "text-3", mark: "ring", opacity: 0.75 } as const;

/** What the canvas shows; the same object as long as nothing visible changes. */
function useScene(props: FingerprintGridProps, ground: Scene["ground"]): Omit<Scene, "fade"> {
  const { layers, palette, brush, lit } = props;
  return useMemo(() => {
    const focus = lit ?? (brush.length > 0 ? brush : null);
    return {
      layers,
      palette,
      ground,
      focus: focus ? toSet(focus) : null,
      ghost: lit ? { ...GHOST, positions: besides(lit, layers) } : null,
    };
  }, [layers, palette, ground, brush, lit]);
}

function besides(cells: readonly number[], layers: readonly MapLayer[]): number[] {
  const mask = maskOf(layers);
  return cells.filter((position) => mask[position] === 0);
}

/** What the ground looks like on this paper; of colours that the system forces only lines are left. */
export const groundLook = (
  { paper, isForced }: Pick<Palette, "paper" | "isForced">,
  { showsTints, showsTerrain }: Pick<GridStyle, "showsTints" | "showsTerrain">,
): GroundLook => ({
  ...groundOn(paper),
  ...(isForced ? { chroma: 0 } : {}),
  hasTints: showsTints && !isForced,
  hasBorders: showsTints,
  terrain: showsTerrain && !isForced ? 1 : 0,
});

/** The same object as long as nothing visible changes. */
function useGroundLook(palette: Palette, style: GridStyle): GroundLook {
  const { showsTints, showsTerrain } = style;
  return useMemo(
    () => groundLook(palette, { showsTints, showsTerrain }),
    [palette, showsTints, showsTerrain],
  );
}

const FADE_MS = 160;

interface Buffer {
  readonly image: ImageData;
  readonly pixels: Uint32Array;
}

/** Draws the scene into the canvas once a frame at most; cells that come or go fade. */
function useDrawing(
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
