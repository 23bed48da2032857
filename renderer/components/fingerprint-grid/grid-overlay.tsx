import type { Parts } from "./grid-parts.ts";
import { MapNames } from "./map-names.tsx";
import { CellMark, LassoLine, Lines, Outline } from "./overlay.tsx";
import { PointMark } from "./point-mark.tsx";
import { Trail } from "./trail.tsx";
import { usePointerCell } from "./use-pointer-cell.ts";
import { usePreview } from "./use-strokes.ts";

interface GridOverlayProps {
  readonly target: React.RefObject<SVGSVGElement | null>;
  readonly side: number;
  readonly parts: Parts;
}

/** Names, outlines and marks over the cells; takes the pointer. */
export function GridOverlay({ target, side, parts }: GridOverlayProps) {
  const { props, layout, selection, cursor, names } = parts;
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
        if (props.tool !== "pointer") return;
        if (props.points && (props.point ?? -1) >= 0) props.points.onOpen(props.point ?? -1);
        else if (props.hovered >= 0) props.onOpenCell(props.hovered);
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
              ground={names}
            />
          )}
          {props.trail && props.trail.length > 0 && <Trail layout={layout} stops={props.trail} />}
          <Outline layout={layout} cells={preview} />
          <LassoLine layout={layout} stroke={selection.stroke} />
          <CellMark layout={layout} cell={props.pinned} kind="pinned" />
          {props.points && (
            <PointMark layout={layout} points={props.points} point={props.point ?? -1} />
          )}
          {props.hovered !== props.pinned && !props.points && (
            <CellMark layout={layout} cell={props.hovered} kind="hover" />
          )}
          <CellMark layout={layout} cell={cursor} kind="cursor" />
        </>
      )}
    </svg>
  );
}
