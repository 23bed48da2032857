import { CELLS, SIDE } from "../../../core/kernel/grid.ts";
import { formatCount } from "../../model/format.ts";
import type { MapLayer } from "../../model/map/layers.ts";
import { unionOf } from "../../model/map/layers.ts";
import { FOG_LEVELS, fogged, fogStart } from "./fog.ts";
import { pooledShare } from "./ground.ts";
import { blend, type Palette, type Rgb } from "./palette.ts";
import { pool } from "./pooled.ts";
import { BANDS, bandColour, terrainOf } from "./terrain.ts";

interface Step {
  readonly colour: Rgb;
  readonly label: string;
}

/** A sequence of shades that starts at zero, with what each stands for. */
function Scale({ title, steps }: { readonly title: string; readonly steps: readonly Step[] }) {
  return (
    <figure className="scale">
      <figcaption>{title}</figcaption>
      <ol className="figures">
        {steps.map(({ colour, label }) => (
          <li key={label}>
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

interface DensityLegendProps {
  readonly density: ArrayLike<number>;
  readonly palette: Palette;
}

/** What the shades of the ground stand for. */
export function DensityLegend({ density, palette }: DensityLegendProps) {
  const { from } = terrainOf(density);
  const steps = Array.from({ length: BANDS + 1 }, (_, band) => ({
    colour: bandColour(palette, band),
    label: band === 0 ? "0" : formatCount(Math.round(from[band - 1] ?? 0)),
  }));
  return <Scale title="Terms per cell, smoothed; each shade from" steps={steps} />;
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
