import { blend, readColor } from "../../../core/image/color.ts";
import { panelSide } from "../../../core/image/layout.ts";
import type { Layer, Panel } from "../../../core/image/panel.ts";
import type { ImageStyle } from "../../../core/image/style.ts";
import { formatCount } from "../format.ts";
import { namesFor } from "../map/picture-names.ts";
import type { Region } from "../map/region.ts";

/** How strongly each class of density is inked; names have to be read over the last. */
const STRENGTHS = [0.04, 0.09, 0.15, 0.22, 0.3] as const;

interface AtlasLook {
  /** Pixels per cell. */
  readonly cell: number;
  readonly style: ImageStyle;
}

/** The map itself: its names over how many terms use each cell, in classes of about as many cells each. */
export function atlasPanel(
  density: readonly number[],
  regions: readonly Region[],
  { cell, style }: AtlasLook,
): Panel {
  const names = namesFor(regions, panelSide(cell, style));
  return { layers: densityLayers(density, style), names };
}

function densityLayers(density: readonly number[], style: ImageStyle): Layer[] {
  const used = density.filter((count) => count > 0).sort((a, b) => a - b);
  if (used.length === 0) return [];
  const tops = STRENGTHS.map(
    (_, i) => used[Math.ceil(((i + 1) * used.length) / STRENGTHS.length) - 1]!,
  );
  return tops.flatMap((top, i): Layer[] => {
    const below = i === 0 ? 0 : tops[i - 1]!;
    if (top === below) return [];
    const positions = density.flatMap((count, position) =>
      count > below && count <= top ? [position] : [],
    );
    return [
      {
        label: `${formatCount(below + 1)} to ${formatCount(top)} terms per cell`,
        positions: Uint16Array.from(positions),
        color: shade(STRENGTHS[i]!, style),
        mark: "full",
      },
    ];
  });
}

/** Over a transparent ground as over white. */
function shade(strength: number, { ink, background }: ImageStyle): string {
  const [red, green, blue] = blend(readColor(ink), readColor(background ?? "#ffffff"), strength);
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
