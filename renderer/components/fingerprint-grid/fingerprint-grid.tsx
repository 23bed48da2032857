import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import {
  cellAt,
  type Frame,
  type Layout,
  type MapView,
  pointInFrame,
  viewOf,
  zoomAround,
  zoomToCells,
} from "./geometry.ts";
import { GridCard, GridTooltip } from "./grid-tooltip.tsx";
import type { Region } from "./labels.ts";
import { type MapLayer, maskOf, unionOf } from "./layers.ts";
import { MapNames } from "./map-names.tsx";
import { Minimap } from "./minimap.tsx";
import { CellMark, LassoLine, Lines, Outline } from "./overlay.tsx";
import { isDarkGround, type Palette } from "./palette.ts";
import { toPositions, toSet } from "./selection.ts";
import type { GridStyle } from "./style.ts";
import { afterStroke, type Stroke, strokeTakes, type Tool } from "./tools.ts";
import { Trail, type TrailStop } from "./trail.tsx";
import { useDrawing } from "./use-drawing.ts";
import { useFrame } from "./use-frame.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { type MapZoom, useMapZoom } from "./use-map-zoom.ts";
import { useSelection } from "./use-selection.ts";
import "./fingerprint-grid.css";

/** What the toolbar and the palette can ask of the map. */
export interface GridControls {
  zoomBy(factor: number): void;
  fit(): void;
  zoomToCells(positions: Iterable<number>): void;
  /** Shows this part of the map at once. */
  show(view: MapView): void;
  focus(): void;
}

export interface FingerprintGridProps {
  /** Up to eight; memoise: a new list is a redraw. */
  readonly layers: readonly MapLayer[];
  /** The text equivalent: what a person who does not see the map hears first. */
  readonly summary: string;
  readonly palette: Palette;
  readonly style: GridStyle;
  /** Terms per cell, or null while unknown. */
  readonly density: ArrayLike<number> | null;
  /** How alike each cell and those around it are, or null while unknown. */
  readonly kinship?: ArrayLike<number> | null;
  readonly regions: readonly Region[];
  /** The name of each cell; shown in the cells once they are large enough. */
  readonly cellNames: readonly string[];
  /** Cells of the region under a cell, for the region tool. */
  readonly regionAt: (position: number) => readonly number[];
  readonly tool: Tool;
  readonly brushSize: number;
  readonly onlySet: boolean;
  /** Chosen cells, ascending. */
  readonly brush: readonly number[];
  readonly onBrush: (label: string, cells: readonly number[]) => void;
  /** A term's cells to light up, or null. */
  readonly lit: readonly number[] | null;
  /** Places joined by a line, in order; memoise. */
  readonly trail?: readonly TrailStop[] | undefined;
  readonly hovered: number;
  readonly onHover: (position: number) => void;
  /** Enter or click on a cell. */
  readonly onOpenCell: (position: number) => void;
  /** What the tooltip says of the hovered cell. */
  readonly tooltip: ReactNode;
  readonly tooltipDelay: number;
  /** The cell whose card stays open, or -1, and what the card says. */
  readonly pinned: number;
  readonly card: ReactNode;
  readonly wheelZooms: boolean;
  readonly onEscape: () => void;
  readonly announceCell: (position: number) => void;
  readonly onControls: (controls: GridControls) => void;
  /** Told which part of the map is seen, whenever that changes. */
  readonly onView?: (view: MapView) => void;
  /** Said over an empty map; null for none. */
  readonly note: ReactNode;
  readonly isStale: boolean;
  /** One line under the map, as wide as it. */
  readonly footer: ReactNode;
}

/** CSS pixels: the line under a smaller map takes the whole width of the panel. */
const LEAST_FOOTER = 600;
const GHOST = { id: "ghost", label: "", colour: "text-3", mark: "ring", opacity: 0.75 } as const;

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
  useDrawing(canvas, layout, useScene(props));
  const selection = useSelection(layout, props.tool, isPanning, useFinishStroke(props));
  const keys = useGridKeys(props, { zoom, frame, cancelStroke: selection.cancel, setPanning });
  useControls(props, zoom, frame, root);
  const side = frame ? frame.side / frame.ratio : 0;
  const parts: Parts = { props, layout, zoom, selection, cursor: keys.cursor };
  return (
    <div className="grid-container" ref={container}>
      <div
        ref={root}
        className="grid"
        data-tool={isPanning ? "pan" : props.tool}
        data-stale={props.isStale || undefined}
        data-frameless={!props.style.hasFrame || undefined}
        style={{
          left: placed?.left ?? 0,
          top: placed?.top ?? 0,
          width: side,
          height: side,
          ...ownGround(props),
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
        <canvas ref={canvas} className="grid-canvas" />
        <GridOverlay target={overlay} side={side} parts={parts} />
        {props.note && <div className="grid-note">{props.note}</div>}
        <GridFloats parts={parts} />
      </div>
      <div className="grid-footer" style={footerPlace(side, placed)}>
        {props.footer}
      </div>
    </div>
  );
}

/** Names stay readable on a ground that a person chose. */
function ownGround({ palette, style }: FingerprintGridProps): React.CSSProperties {
  if (style.paper === "") return {};
  const label = isDarkGround(palette.paper) ? "#c3c9d1" : "#55534c";
  return {
    "--paper": `rgb(${palette.paper.join(" ")})`,
    "--label": label,
  } as React.CSSProperties;
}

/** What the pieces of the map share. */
interface Parts {
  readonly props: FingerprintGridProps;
  readonly layout: Layout | null;
  readonly zoom: MapZoom;
  readonly selection: ReturnType<typeof useSelection>;
  readonly cursor: number;
}

const footerPlace = (side: number, placed: ReturnType<typeof useFrame>) => ({
  ...(side < LEAST_FOOTER ? { left: 0, right: 0 } : { left: placed?.left, width: side }),
  top: (placed?.top ?? 0) + side,
});

interface GridOverlayProps {
  readonly target: React.RefObject<SVGSVGElement | null>;
  readonly side: number;
  readonly parts: Parts;
}

/** Names, outlines and marks over the cells; takes the pointer. */
function GridOverlay({ target, side, parts }: GridOverlayProps) {
  const { props, layout, selection, cursor } = parts;
  const preview = usePreview(props, selection.stroke);
  const hover = usePointerCell(layout, props);
  return (
    <svg
      ref={target}
      className="grid-overlay"
      width={side}
      height={side}
      aria-hidden="true"
      onPointerDown={selection.start}
      onPointerMove={(event) => {
        selection.move(event);
        hover.move(event);
      }}
      onPointerUp={selection.end}
      onPointerCancel={selection.cancel}
      onPointerLeave={hover.leave}
      onClick={() => {
        if (props.tool === "pointer" && props.hovered >= 0) props.onOpenCell(props.hovered);
      }}
      onDoubleClick={() => {
        if (props.tool === "pointer") props.onOpenCell(-1);
      }}
    >
      {layout && (
        <>
          <Lines layout={layout} lines={props.style.lines} />
          {props.style.showsNames && (
            <MapNames
              layout={layout}
              regions={props.regions}
              cellNames={props.cellNames}
              layers={props.layers}
              hovered={props.hovered}
              strength={props.style.nameStrength}
            />
          )}
          {props.trail && props.trail.length > 0 && <Trail layout={layout} stops={props.trail} />}
          <Outline layout={layout} cells={preview} />
          <LassoLine layout={layout} stroke={selection.stroke} />
          <CellMark layout={layout} cell={props.pinned} kind="pinned" />
          {props.hovered !== props.pinned && (
            <CellMark layout={layout} cell={props.hovered} kind="hover" />
          )}
          <CellMark layout={layout} cell={cursor} kind="cursor" />
        </>
      )}
    </svg>
  );
}

/** Which cell the pointer is on; asked again when the map moves under a pointer at rest. */
function usePointerCell(layout: Layout | null, { onHover, tool }: FingerprintGridProps) {
  const last = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (layout && last.current) onHover(cellAt(layout, last.current));
  }, [layout, onHover]);
  return {
    move: (event: React.PointerEvent<SVGSVGElement>) => {
      if (!layout) return;
      const width = layout.frame.side / layout.frame.ratio;
      const point = pointInFrame(event, event.currentTarget.getBoundingClientRect(), width);
      const isDragged = event.buttons === 1 && tool === "pointer";
      last.current = isDragged ? null : point;
      onHover(isDragged ? -1 : cellAt(layout, point));
    },
    leave: () => {
      last.current = null;
      onHover(-1);
    },
  };
}

/** What floats on the map: where the view lies in the whole, and what is known of a cell. */
function GridFloats({
  parts: { props, layout, zoom, selection, cursor },
}: {
  readonly parts: Parts;
}) {
  if (!layout) return null;
  const named = props.hovered >= 0 ? props.hovered : cursor;
  const spoken = selection.stroke || named === props.pinned ? -1 : named;
  return (
    <>
      <Minimap
        layout={layout}
        layers={props.layers}
        onMove={(centre) =>
          zoom.jumpTo(zoomAround(layout.frame, layout.cell / layout.frame.cell, centre))
        }
      />
      <GridTooltip layout={layout} cell={spoken} delay={props.tooltipDelay}>
        {props.tooltip}
      </GridTooltip>
      <GridCard layout={layout} cell={props.pinned}>
        {props.card}
      </GridCard>
    </>
  );
}

/** What the canvas shows; the same object as long as nothing visible changes. */
function useScene(props: FingerprintGridProps) {
  const { layers, palette, style, density, kinship, brush, lit } = props;
  return useMemo(() => {
    const focus = lit ?? (brush.length > 0 ? brush : null);
    return {
      layers,
      palette,
      style,
      density: style.showsDensity ? density : null,
      kinship: style.showsFog ? (kinship ?? null) : null,
      focus: focus ? toSet(focus) : null,
      ghost: lit ? { ...GHOST, positions: besides(lit, layers) } : null,
    };
  }, [layers, palette, style, density, kinship, brush, lit]);
}

function besides(cells: readonly number[], layers: readonly MapLayer[]): number[] {
  const mask = maskOf(layers);
  return cells.filter((position) => mask[position] === 0);
}

function useFinishStroke({
  brush,
  brushSize,
  onlySet,
  layers,
  regionAt,
  onBrush,
}: FingerprintGridProps): (stroke: Stroke) => void {
  return useCallback(
    (stroke) => {
      const taken = strokeTakes(stroke, { brushSize, onlySet }, regionAt);
      const limit = onlySet ? unionOf(layers) : null;
      const cells = toPositions(afterStroke(toSet(brush), taken, stroke.mode, limit));
      onBrush(cells.length === 0 ? "Select no cell" : `Select ${cells.length} cells`, cells);
    },
    [brush, brushSize, onlySet, layers, regionAt, onBrush],
  );
}

/** Cells outlined now: those chosen, as they will be after the stroke under way. */
function usePreview(props: FingerprintGridProps, stroke: Stroke | null) {
  const { brush, brushSize, onlySet, layers, regionAt } = props;
  const before = useMemo(() => toSet(brush), [brush]);
  return useMemo(() => {
    if (!stroke) return before;
    const taken = strokeTakes(stroke, { brushSize, onlySet }, regionAt);
    return afterStroke(before, taken, stroke.mode, onlySet ? unionOf(layers) : null);
  }, [before, brushSize, onlySet, layers, regionAt, stroke]);
}

function useControls(
  { onControls, onView }: FingerprintGridProps,
  { zoomTo, jumpTo, zoomBy, layout }: MapZoom,
  frame: Frame | null,
  root: React.RefObject<HTMLDivElement | null>,
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
