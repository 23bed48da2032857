import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Geography } from "../../../core/basemap/types.ts";
import { FingerprintGrid } from "../../../renderer/components/fingerprint-grid/fingerprint-grid.tsx";
import { paletteOf } from "../../../renderer/components/fingerprint-grid/palette.ts";
import { HUES, type MapLayer } from "../../../renderer/model/map/layers.ts";
import { DEFAULT_STYLE } from "../../../renderer/model/map/style.ts";
import type { GridControls, Tool } from "../../../renderer/model/map/tools.ts";
import "../../../renderer/styles/tokens.css";
import "../../../renderer/styles/base.css";
import "../../../renderer/styles/primitives.css";

/** What a test shows: the map alone, at an exact size and place, with everything else left out. */
export interface HarnessScene {
  /** One to eight sets. */
  readonly sets: readonly (readonly number[])[];
  /** Side of the container in CSS pixels. */
  readonly size: number;
  readonly left: number;
  readonly top: number;
  readonly tool: Tool;
  readonly brushSize: number;
  readonly onlySet: boolean;
  /** Ground as the application draws it, instead of the plainest look. */
  readonly usualStyle: boolean;
  /** CSS transform of a parent. */
  readonly transform: string;
}

export interface Drawn {
  /** Cells whose centre has another colour than most cells have. */
  readonly cells: number[];
  /** Cells with a pixel in a corner of another colour than their centre. */
  readonly mixed: number;
  readonly colours: number;
}

export interface HarnessApi {
  /** Resolves when the canvas has been drawn. */
  show(change: Partial<HarnessScene>): Promise<void>;
  /** What the canvas shows now. */
  read(): Drawn;
  /**
   * Milliseconds of work in each of `count` full redraws in a row: rendering and every frame callback. Hurried ones do not wait
   * for the screen.
   */
  redraw(
    sets: readonly (readonly number[])[],
    count: number,
    isHurried?: boolean,
  ): Promise<number[]>;
  readonly controls: GridControls | undefined;
  hovered: number;
  /** Every cell that was hovered, in order. */
  trail: number[];
  brush: readonly number[];
}

declare global {
  interface Window {
    harness: HarnessApi;
  }
}

const NOTHING: HarnessScene = {
  sets: [],
  size: 512,
  left: 0,
  top: 0,
  tool: "pointer",
  brushSize: 3,
  onlySet: false,
  usualStyle: false,
  transform: "none",
};
const CRISP = { showsTints: false, showsTerrain: false, showsNames: false, showsLines: false };

const USUAL = { ...DEFAULT_STYLE, showsNames: false };
/** Hills and valleys, as the terms of a retina make them. */
const DENSITY = Array.from({ length: 16384 }, (_, cell) =>
  Math.round(1800 + 900 * Math.sin(cell / 700) * Math.cos((cell % 128) / 9)),
);

/** Squares in squares, as large as the regions of a retina. */
const GEOGRAPHY: Geography = (() => {
  const sides = [32, 16, 8];
  const firsts = [0, 16, 80];
  const idAt = (level: number, cell: number) => {
    const side = sides[level] ?? 1;
    const row = Math.floor(cell / 128);
    return (
      (firsts[level] ?? 0) + Math.floor(row / side) * (128 / side) + Math.floor((cell % 128) / side)
    );
  };
  const cells = Array.from({ length: 16384 }, (_, cell) => cell);
  const regionOf = sides.map((_, level) => Uint16Array.from(cells, (cell) => idAt(level, cell)));
  const regions: { id: number; level: number; parent: number | null }[] = [];
  sides.forEach((_, level) => {
    for (const cell of cells) {
      const id = idAt(level, cell);
      regions[id] ??= { id, level, parent: level === 0 ? null : idAt(level - 1, cell) };
    }
  });
  return { regions, regionOf, density: DENSITY };
})();

const NO_NAMES: readonly string[] = [];
const layersOf = (sets: HarnessScene["sets"]): MapLayer[] =>
  sets.map((positions, index) => ({
    id: String(index),
    label: `Set ${index + 1}`,
    positions,
    colour: HUES[index] ?? "first",
  }));

let update: (change: Partial<HarnessScene> & { layers?: MapLayer[] }) => void = () => {};
let controls: GridControls | undefined;

window.harness = {
  hovered: -1,
  trail: [],
  brush: [],
  get controls() {
    return controls;
  },
  async show(change) {
    const layers = change.sets === undefined ? {} : { layers: layersOf(change.sets) };
    flushSync(() => update({ ...change, ...layers }));
    // The map is measured at once, not when its observer comes, which would begin the drawing again some frames later.
    if (change.size !== undefined) flushSync(() => window.dispatchEvent(new Event("resize")));
    await nextFrame();
  },
  read() {
    const canvas = document.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (!canvas || !context) throw new Error("There is no canvas.");
    const { data } = context.getImageData(0, 0, canvas.width, canvas.width);
    return readCells(new Uint32Array(data.buffer), canvas.width);
  },
  async redraw(sets, count, isHurried = false) {
    const times: number[] = [];
    schedule = isHurried ? atOnce : nativeFrame;
    for (let i = 0; i < count; i++) {
      const layers = layersOf(sets.map((set) => shifted(set, i)));
      await nextFrame();
      inFrames = 0;
      const start = performance.now();
      flushSync(() => update({ layers }));
      const rendering = performance.now() - start;
      await nextFrame();
      times.push(rendering + inFrames);
    }
    schedule = nativeFrame;
    return times;
  },
};

function readCells(pixels: Uint32Array, width: number): Drawn {
  const size = width / 128;
  // From 4 pixels on a cell leaves one free to the right and below.
  const last = size - (size < 4 ? 1 : 2);
  const centres = new Uint32Array(16384);
  const counts = new Map<number, number>();
  let mixed = 0;
  for (let cell = 0; cell < 16384; cell++) {
    const corner = Math.floor(cell / 128) * size * width + (cell % 128) * size;
    const at = (x: number, y: number) => pixels[corner + y * width + x] ?? 0;
    const centre = at(size >> 1, size >> 1);
    centres[cell] = centre;
    counts.set(centre, (counts.get(centre) ?? 0) + 1);
    if (at(0, 0) !== centre || at(last, 0) !== centre || at(0, last) !== centre) mixed++;
  }
  const [paper] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0];
  const cells = [...centres.keys()].filter((cell) => centres[cell] !== paper);
  return { cells, mixed, colours: counts.size };
}

const shifted = (set: readonly number[], by: number) =>
  set.map((position) => (position + by) % 16384).sort((a, b) => a - b);

/** Time spent in frame callbacks since it was last set to zero. */
let inFrames = 0;
const nativeFrame = window.requestAnimationFrame.bind(window);
const nativeCancel = window.cancelAnimationFrame.bind(window);
/** Callbacks that wait for their turn, by numbers that no frame has. */
const hurried = new Map<number, FrameRequestCallback>();
let lastHurried = 0;
const turns = new MessageChannel();
turns.port1.onmessage = ({ data }) => {
  const callback = hurried.get(data);
  hurried.delete(data);
  callback?.(performance.now());
};
/** After what is in progress, without waiting for the screen. */
const atOnce = (callback: FrameRequestCallback): number => {
  lastHurried--;
  hurried.set(lastHurried, callback);
  turns.port2.postMessage(lastHurried);
  return lastHurried;
};
let schedule: (callback: FrameRequestCallback) => number = nativeFrame;
const nextFrame = () => new Promise<void>((resolve) => schedule(() => resolve()));
window.requestAnimationFrame = (callback) =>
  schedule((now) => {
    const start = performance.now();
    callback(now);
    inFrames += performance.now() - start;
  });
window.cancelAnimationFrame = (id) => {
  if (!hurried.delete(id)) nativeCancel(id);
};

function Harness() {
  const [scene, setScene] = useState({ ...NOTHING, layers: layersOf([]) });
  const [brush, setBrush] = useState<readonly number[]>([]);
  const [hovered, setHovered] = useState(-1);
  update = (change) => setScene((before) => ({ ...before, ...change }));
  const { size, left, top, transform, layers, tool, brushSize, onlySet, usualStyle } = scene;
  return (
    <div
      style={{
        position: "absolute",
        left,
        top,
        width: size,
        height: size,
        transform,
        transformOrigin: "0 0",
      }}
    >
      <div style={{ display: "flex", width: size, height: size }}>
        <FingerprintGrid
          layers={layers}
          summary="The map alone"
          palette={paletteOf("light")}
          style={usualStyle ? USUAL : CRISP}
          geography={usualStyle ? GEOGRAPHY : null}
          regions={[]}
          cellNames={NO_NAMES}
          regionAt={(position) => [position]}
          tool={tool}
          brushSize={brushSize}
          onlySet={onlySet}
          brush={brush}
          onBrush={(_label, cells) => {
            window.harness.brush = cells;
            setBrush(cells);
          }}
          lit={null}
          hovered={hovered}
          onHover={(position) => {
            window.harness.hovered = position;
            window.harness.trail.push(position);
            setHovered(position);
          }}
          onOpenCell={() => {}}
          tooltip={hovered < 0 ? null : <span data-testid="tooltip">{hovered}</span>}
          tooltipDelay={0}
          pinned={-1}
          card={null}
          wheelZooms={true}
          onEscape={() => setBrush([])}
          announceCell={() => {}}
          onControls={(given) => {
            controls = given;
          }}
          note={null}
          footer={null}
          isStale={false}
        />
      </div>
    </div>
  );
}

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root.");
createRoot(root).render(<Harness />);
