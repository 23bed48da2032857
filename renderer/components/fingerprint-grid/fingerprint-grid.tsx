import { type CSSProperties, useId, useMemo, useRef, useState } from "react";
import { groundNames } from "../../model/map/ground-names.ts";
import { GridFloats } from "./grid-floats.tsx";
import { GridOverlay } from "./grid-overlay.tsx";
import type { Parts } from "./grid-parts.ts";
import type { FingerprintGridProps } from "./grid-props.ts";
import { covers } from "./ground-bitmap.ts";
import { useGroundLook } from "./ground-look.ts";
import { isDarkGround } from "./palette.ts";
import { PointsCanvas } from "./points-canvas.tsx";
import { useControls } from "./use-controls.ts";
import { useDrawing } from "./use-drawing.ts";
import { useFrame } from "./use-frame.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useGround } from "./use-ground.ts";
import { useMapZoom } from "./use-map-zoom.ts";
import { useScene } from "./use-scene.ts";
import { useSelection } from "./use-selection.ts";
import { useFinishStroke } from "./use-strokes.ts";
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

/** Names stay readable on a ground that a person chose. */
function ownGround({ palette, style }: FingerprintGridProps): CSSProperties {
  if (style.paper === "") return {};
  const label = isDarkGround(palette.paper) ? "#c3c9d1" : "#55534c";
  return {
    "--paper": `rgb(${palette.paper.join(" ")})`,
    "--label": label,
  } as CSSProperties;
}

const footerPlace = (side: number, placed: ReturnType<typeof useFrame>) => ({
  ...(side < LEAST_FOOTER ? { left: 0, right: 0 } : { left: placed?.left, width: side }),
  top: (placed?.top ?? 0) + side,
});
