import { useEffect, useMemo, useRef } from "react";
import { type Palette, paletteOf } from "../../components/fingerprint-grid/palette.ts";
import { drawScene, type Scene } from "../../components/fingerprint-grid/raster.ts";
import { formatCount } from "../../model/format.ts";
import {
  cellAt,
  cellBox,
  fitFrame,
  type Layout,
  layoutGrid,
  type MapView,
  pointInFrame,
  zoomAround,
} from "../../model/map/geometry.ts";
import type { MapLayer } from "../../model/map/layers.ts";
import { toSet } from "../../model/map/selection.ts";
import { brush } from "../../state/brush.ts";
import { hoverCell, useHover } from "../../state/hover.ts";
import { useMapTools } from "../../state/map-tools.ts";
import { useTheme } from "../../state/theme.ts";
import { useComparison } from "./use-comparison.ts";
import { type Laid, layerOf } from "./use-comparison-on-map.ts";
import "./compare.css";

interface SmallMapProps {
  readonly layer: MapLayer;
  readonly palette: Palette;
  /** Which part of the map is seen; null: the whole. */
  readonly view: MapView | null;
  /** Selected cells; others are drawn faint while there are any. */
  readonly brush: readonly number[];
  /** The cell under the pointer, here or anywhere, or -1. */
  readonly hovered: number;
  readonly onHover: (position: number) => void;
}

/** CSS pixels: a cell is one pixel while the whole map is seen. */
const SIDE_LENGTH = 128;

const NO_GROUND: Scene["ground"] = [];

const WHOLE: MapView = { k: 1, x: 64, y: 64 };

/** Where the cells lie in a map of this size that looks at the same part as the large one. */
export function smallLayout(view: MapView | null, ratio: number): Layout {
  const frame = fitFrame(SIDE_LENGTH, SIDE_LENGTH, ratio);
  const middle = frame.side / frame.ratio / 2;
  const { k, x, y } = view ?? WHOLE;
  return layoutGrid(frame, zoomAround(frame, k, { x, y }), { x: middle, y: middle });
}

/** One fingerprint beside others, at the same place and zoom, with the same cells chosen and pointed at. */
function SmallMap({ layer, palette, view, brush, hovered, onHover }: SmallMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ratio = window.devicePixelRatio || 1;
  const layout = useMemo(() => smallLayout(view, ratio), [view, ratio]);
  const side = layout.frame.side / ratio;
  useEffect(() => {
    const context = canvas.current?.getContext("2d", { alpha: false });
    if (!context) return;
    const image = new ImageData(layout.frame.side, layout.frame.side);
    drawScene(new Uint32Array(image.data.buffer), layout, {
      layers: [layer],
      palette,
      ground: NO_GROUND,
      focus: brush.length > 0 ? toSet(brush) : null,
      ghost: null,
      fade: null,
    });
    context.putImageData(image, 0, 0);
  }, [layer, palette, layout, brush]);
  const mark = hovered >= 0 ? cellBox(layout, hovered) : null;
  return (
    <div
      className="small-map"
      style={{ width: side, height: side }}
      onPointerMove={(event) =>
        onHover(
          cellAt(layout, pointInFrame(event, event.currentTarget.getBoundingClientRect(), side)),
        )
      }
      onPointerLeave={() => onHover(-1)}
    >
      <canvas
        ref={canvas}
        width={layout.frame.side}
        height={layout.frame.side}
        style={{ width: side, height: side }}
      />
      {mark && (
        <span
          className="small-map-mark"
          style={{
            left: mark.x - 1,
            top: mark.y - 1,
            width: mark.width + 2,
            height: mark.height + 2,
          }}
        />
      )}
    </div>
  );
}

/** Each item on a map of its own; all look at the same place as the large map. */
export function SideBySide() {
  const { members } = useComparison();
  return (
    <ul className="side-by-side" aria-label="Side by side">
      {members.map((member) =>
        member.positions ? (
          <Single key={member.index} laid={member as Laid} />
        ) : (
          <li key={member.index} />
        ),
      )}
    </ul>
  );
}

function Single({ laid }: { readonly laid: Laid }) {
  const palette = paletteOf(useTheme());
  const view = useMapTools((state) => state.view);
  const hovered = useHover(({ cell }) => cell);
  const chosen = brush.use();
  const layer = useMemo(() => layerOf(laid), [laid]);
  return (
    <li>
      <SmallMap
        layer={layer}
        palette={palette}
        view={view}
        brush={chosen}
        hovered={hovered}
        onHover={hoverCell}
      />
      <p className="clip fine" dir="auto">
        <strong>{laid.letter}</strong> {laid.name}{" "}
        <span className="muted figures">{formatCount(laid.positions.length)}</span>
      </p>
    </li>
  );
}
