import { useMemo } from "react";
import { contourHeights } from "../../../core/basemap/relief.ts";
import { CELLS, SIDE } from "../../../core/kernel/grid.ts";
import { formatCount } from "../../model/format.ts";
import type { MapLayer } from "../../model/map/layers.ts";
import { unionOf } from "../../model/map/layers.ts";
import { FOG_LEVELS, fogged, fogStart } from "./fog.ts";
import { pooledShare } from "./ground.ts";
import { blend, type Palette, type Rgb } from "./palette.ts";
import { pool } from "./raster.ts";

interface Step {
  readonly colour: Rgb;
  readonly label: string;
}

/** A sequence of shades that starts at zero, with what each stands for. */
function Scale({ title, steps }: { readonly title: string; readonly steps: readonly Step[] }) {
  return (
    <figure className="scale">
      <figcaption>{title}</figcaption>
      <ol className="figures row wrap">
        {steps.map(({ colour, label }) => (
          <li className="row gap-1" key={label}>
            <span className="scale-swatch" style={{ background: `rgb(${colour.join(" ")})` }} />
            {label}
          </li>
        ))}
      </ol>
    </figure>
  );
}

interface PooledLegendProps {
  readonly layers: readonly MapLayer[];
  readonly blocks: number;
  readonly palette: Palette;
}

const POOLED_STEPS = 5;

/** What the shades of the pooled view count, and that they add up. */
export function PooledLegend({ layers, blocks, palette }: PooledLegendProps) {
  const set = unionOf(layers);
  const most = pool(set, blocks).reduce((max, count) => Math.max(max, count), 1);
  const counts = Array.from({ length: POOLED_STEPS + 1 }, (_, step) =>
    Math.round((most * step) / POOLED_STEPS),
  );
  const steps = [...new Set(counts)].map((count) => ({
    colour: blend(palette.paper, palette.colours.first, pooledShare(count, most)),
    label: formatCount(count),
  }));
  const size = CELLS / blocks ** 2;
  const side = SIDE / blocks;
  return (
    <Scale
      title={`Pooled: set cells in each block of ${side} × ${side} = ${size}; together ${formatCount(set.length)}`}
      steps={steps}
    />
  );
}

/** What the lines of the terrain stand for. */
export function ContourLegend({ density }: { readonly density: ArrayLike<number> }) {
  const heights = useMemo(() => contourHeights(density), [density]);
  return (
    <p className="scale figures">
      Contours at {heights.map((height) => formatCount(Math.round(height))).join(", ")} terms per
      cell, smoothed; light from the upper left
    </p>
  );
}

/** What the fog stands for. */
export function FogLegend({ palette }: { readonly palette: Palette }) {
  const steps = Array.from({ length: FOG_LEVELS }, (_, level) => ({
    colour: fogged(palette, level),
    label: fogStart(level).toFixed(2).replace("0.00", "0"),
  }));
  return (
    <Scale
      title="Similarity of neighbouring cells, 0 as for random cells; each shade from"
      steps={steps}
    />
  );
}
