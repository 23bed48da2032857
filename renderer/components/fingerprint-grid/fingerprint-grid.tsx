import {
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type GroundLook, groundOn } from "../../../core/basemap/tints.ts";
import type { BaseMap, Geography } from "../../../core/basemap/types.ts";
import { POINT_WIDTH } from "../../../core/image/panel.ts";
import { keepBaseMap } from "../../model/map/base-maps.ts";
import {
  type Frame,
  fillFrame,
  type Layout,
  viewOf,
  zoomAround,
  zoomToCells,
} from "../../model/map/geometry.ts";
import { groundNames } from "../../model/map/ground-names.ts";
import { type MapLayer, maskOf } from "../../model/map/layers.ts";
import {
  FAINT_POINT,
  type MapPoints,
  type PointClass,
  type PointRun,
  pointRuns,
} from "../../model/map/points.ts";
import { toSet } from "../../model/map/selection.ts";
import type { GridStyle } from "../../model/map/style.ts";
import { GridFloats } from "./grid-floats.tsx";
import { GridOverlay } from "./grid-overlay.tsx";
import type { FingerprintGridProps, Parts } from "./grid-props.ts";
import { covers, type GroundBitmap, overview, viewFor } from "./ground-bitmap.ts";
import type { GroundAnswer, GroundOrder } from "./ground-worker.ts";
import type { GroundView } from "./paint-ground.ts";
import { blend, type Palette, type Rgb } from "./palette.ts";
import { drawScene, type Scene } from "./raster.ts";
import { useGridKeys } from "./use-grid-keys.ts";
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

interface PointsCanvasProps {
  readonly layout: Layout;
  readonly points: MapPoints;
  readonly palette: Palette;
  /** Chosen cells; points elsewhere are faint. */
  readonly chosen: readonly number[];
}

/** The points of a map over its cells, on a canvas of their own: they are drawn again only when they or the map move. */
function PointsCanvas({ layout, points, palette, chosen }: PointsCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const runs = useMemo(() => pointRuns(points, chosen), [points, chosen]);
  const colours = useMemo(
    () => points.classes.map((each) => cssOf(colourOf(each, palette))),
    [points.classes, palette],
  );
  useEffect(() => {
    const frame = requestAnimationFrame(() => draw(canvas.current, layout, points, runs, colours));
    return () => cancelAnimationFrame(frame);
  }, [layout, points, runs, colours]);
  return <canvas ref={canvas} className="points-canvas" data-points={points.ids.length} />;
}

function colourOf({ colour, towards }: PointClass, { colours }: Palette): Rgb {
  return towards === undefined
    ? colours[colour]
    : blend(colours[colour], colours[towards.colour], towards.share);
}

const cssOf = (rgb: Rgb) => `rgb(${rgb.join(" ")})`;

const LARGEST = 9;

function draw(
  canvas: HTMLCanvasElement | null,
  { cell, originX, originY, frame }: Layout,
  { x, y }: MapPoints,
  runs: readonly PointRun[],
  colours: readonly string[],
): void {
  const context = canvas?.getContext("2d");
  if (!canvas || !context) return;
  const { side, ratio } = frame;
  if (canvas.width !== side) {
    canvas.width = side;
    canvas.height = side;
  }
  context.clearRect(0, 0, side, side);
  const size = Math.max(2, Math.min(LARGEST * ratio, Math.round(cell * POINT_WIDTH)));
  const half = size / 2;
  const isRound = size > 4;
  for (const { kind, isFaint, members } of runs) {
    context.fillStyle = colours[kind] ?? "";
    context.globalAlpha = isFaint ? FAINT_POINT : 1;
    if (isRound) context.beginPath();
    for (const i of members) {
      const left = originX + x[i]! * cell - half;
      const top = originY + y[i]! * cell - half;
      if (left < -size || top < -size || left > side || top > side) continue;
      if (!isRound) context.fillRect(Math.round(left), Math.round(top), size, size);
      else {
        context.moveTo(left + size, top + half);
        context.arc(left + half, top + half, half, 0, 2 * Math.PI);
      }
    }
    if (isRound) context.fill();
  }
  context.globalAlpha = 1;
}

/** The frame and where it stands in its container, in CSS pixels that fall on whole device pixels. */
interface PlacedFrame {
  readonly frame: Frame;
  readonly left: number;
  readonly top: number;
  /** The drawing is shown a little smaller than it is: its pixels are not those of the screen. */
  readonly isScaled: boolean;
}

/** Measures the container; again when it is resized or moves to a screen of another pixel ratio. */
function useFrame(container: RefObject<HTMLElement | null>): PlacedFrame | null {
  const [placed, setPlaced] = useState<PlacedFrame | null>(null);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const measure = () => {
      const next = placeFrame(element.getBoundingClientRect(), window.devicePixelRatio);
      setPlaced((before) => (next === null ? before : same(before, next) ? before : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    const stopWatching = watchRatio(measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      stopWatching();
    };
  }, [container]);
  return placed;
}

/** CSS pixels under the map for two lines of legend. */
const FOOTER = 52;

/** At the top, centred between the sides, then shifted to whole device pixels. Null while the container has no room: zoom survives that. */
function placeFrame(
  bounds: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  },
  ratio: number,
): PlacedFrame | null {
  if (bounds.width < 1 || bounds.height < 1) return null;
  const frame = fillFrame(bounds.width, bounds.height - FOOTER, ratio);
  const side = frame.side / frame.ratio;
  const place = (start: number, room: number) => {
    const wanted = start + Math.max(0, room / 2);
    return Math.round(wanted * ratio) / ratio - start;
  };
  return {
    frame,
    left: place(bounds.left, bounds.width - side),
    top: place(bounds.top, 0),
    isScaled: frame.ratio !== ratio,
  };
}

const same = (a: PlacedFrame | null, b: PlacedFrame) =>
  a !== null &&
  a.left === b.left &&
  a.top === b.top &&
  a.isScaled === b.isScaled &&
  a.frame.side === b.frame.side &&
  a.frame.ratio === b.frame.ratio;

function watchRatio(listener: () => void): () => void {
  let query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  const changed = () => {
    query.removeEventListener("change", changed);
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener("change", changed);
    listener();
  };
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** The ground of the map as far as it is drawn. */
interface Ground {
  /** Null until it has been made, and where nothing can be drawn in the background. */
  readonly map: BaseMap | null;
  /** In the look that is wanted, from the coarsest to the last one drawn. */
  readonly bitmaps: readonly GroundBitmap[];
}

const NONE: Ground = { map: null, bitmaps: [] };
/** Until a zoom or a move rests this long, what was drawn before is shown in its place. */
const REST_MS = 90;
/** Pixels a side of the drawing of the whole map. */
const OVERVIEW = { least: 1280, most: 2048 } as const;

/**
 * The ground, drawn by a worker once per look and zoom level and never while the map moves: frames in between are filled from
 * what is there.
 */
function useGround(geography: Geography | null, look: GroundLook, layout: Layout | null): Ground {
  const [ground, setGround] = useState(NONE);
  const drawn = useRef(look);
  const worker = useGroundWorker(geography, (answer) => {
    if ("map" in answer) {
      if (geography) keepBaseMap(geography, answer.map);
      setGround({ map: answer.map, bitmaps: [] });
    } else if (isSameLook(answer.look, drawn.current))
      setGround(({ map, bitmaps }) => ({ map, bitmaps: [...bitmaps.slice(0, 1), answer] }));
  });
  useEffect(() => {
    drawn.current = look;
    setGround((before) => (before.map === null ? before : { ...before, bitmaps: [] }));
  }, [look]);
  useOrders(worker, { ground, look, layout });
  return geography === null ? NONE : ground;
}

type Send = (look: GroundLook, view: GroundView) => void;

/** Orders the whole map first, then what is seen once it rests. */
function useOrders(
  send: Send,
  { ground, look, layout }: { ground: Ground; look: GroundLook; layout: Layout | null },
): void {
  const frame = layout?.frame ?? null;
  const whole = useMemo(() => wholeOf(frame), [frame]);
  const { map, bitmaps } = ground;
  const hasWhole = bitmaps.length > 0;
  useEffect(() => {
    if (map && whole && !hasWhole) send(look, whole);
  }, [send, map, whole, look, hasWhole]);
  useEffect(() => {
    if (!map || !layout || !hasWhole || bitmaps.some((bitmap) => covers(bitmap, layout))) return;
    const timer = setTimeout(() => send(look, viewFor(layout)), REST_MS);
    return () => clearTimeout(timer);
  }, [send, map, layout, look, bitmaps, hasWhole]);
}

function wholeOf(frame: Frame | null): GroundView | null {
  if (!frame) return null;
  const { least, most } = OVERVIEW;
  return overview(Math.min(most, Math.max(least, frame.side)));
}

/** One worker per map; ends with the map. */
function useGroundWorker(
  geography: Geography | null,
  onAnswer: (answer: GroundAnswer) => void,
): Send {
  const worker = useRef<Worker | null>(null);
  const answered = useRef(onAnswer);
  answered.current = onAnswer;
  useEffect(() => {
    if (!geography || typeof Worker === "undefined") return;
    const own = new Worker(new URL("./ground-worker.ts", import.meta.url), { type: "module" });
    own.onmessage = ({ data }: MessageEvent<GroundAnswer>) => answered.current(data);
    own.postMessage({ geography } satisfies GroundOrder);
    worker.current = own;
    return () => {
      own.terminate();
      worker.current = null;
    };
  }, [geography]);
  return useMemo(
    () => (look, view) => worker.current?.postMessage({ look, view } satisfies GroundOrder),
    [],
  );
}

const isSameLook = (a: GroundLook, b: GroundLook): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
