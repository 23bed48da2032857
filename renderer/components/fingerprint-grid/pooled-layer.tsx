import { memo } from "react";
import { SIDE } from "../../../core/kernel/grid.ts";
import type { Layout } from "./geometry.ts";
import { type MapLayer, unionOf } from "./layers.ts";
import { blend, type Palette } from "./palette.ts";
import { pool } from "./pooled.ts";

interface PooledLayerProps {
  readonly layout: Layout;
  readonly layers: readonly MapLayer[];
  readonly blocks: 128 | 64 | 32 | 16;
  readonly palette: Palette;
}

/** One block for several cells, stronger for more; the counts add up to the number of set cells. */
export const PooledLayer = memo(function PooledLayer(props: PooledLayerProps) {
  const { layout, layers, blocks, palette } = props;
  if (blocks === 128) return null;
  const counts = pool(unionOf(layers), blocks);
  const most = counts.reduce((max, count) => Math.max(max, count), 1);
  const size = ((SIDE / blocks) * layout.cell) / layout.frame.ratio;
  const left = layout.originX / layout.frame.ratio;
  const top = layout.originY / layout.frame.ratio;
  const side = layout.frame.side / layout.frame.ratio;
  return (
    <svg className="grid-pooled" width={side} height={side} aria-hidden="true">
      {[...counts].map((count, block) => {
        if (count === 0) return null;
        const strength = 0.2 + 0.8 * (count / most);
        const colour = blend(palette.paper, palette.colours.first, strength);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a block is its index
            key={block}
            x={left + (block % blocks) * size}
            y={top + Math.floor(block / blocks) * size}
            width={size}
            height={size}
            fill={`rgb(${colour.join(",")})`}
          />
        );
      })}
    </svg>
  );
});
