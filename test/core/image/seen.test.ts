// @vitest-environment jsdom
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellEdges } from "../../../core/image/layout.ts";
import { type Panel, pointSize } from "../../../core/image/panel.ts";
import { bandEdges, draw, toPixels } from "../../../core/image/raster.ts";
import { IMAGE_PRESETS } from "../../../core/image/style.ts";
import { toSvg } from "../../../core/image/svg.ts";
import { positions } from "./arbitrary-picture.ts";

/** What a picture shows as the screen does: shared cells in bands, and points over the cells. */

const LOOK = { ...IMAGE_PRESETS.light, gap: 0, frame: 1 };
const COLORS = ["#ff0000", "#00ff00", "#0000ff"];

function colourAt(panel: Panel, scalar: number) {
  const { picture } = draw({ panels: [panel] }, scalar, LOOK);
  const pixels = toPixels(picture);
  return (x: number, y: number) =>
    `#${[0, 1, 2].map((i) => pixels[4 * (y * picture.width + x) + i]!.toString(16).padStart(2, "0")).join("")}`;
}

describe("cells that layers share", () => {
  const sets = fc.array(positions, { minLength: 1, maxLength: 3 });

  test("have an upright band for each layer, in their order, and all others are whole", () => {
    fc.assert(
      fc.property(sets, fc.integer({ min: 3, max: 9 }), (layers, scalar) => {
        const edges = cellEdges(scalar, LOOK);
        const panel: Panel = {
          isBanded: true,
          layers: layers.map((cells, i) => ({ label: "", positions: cells, color: COLORS[i]! })),
        };
        const at = colourAt(panel, scalar);
        for (const position of new Set(layers.flatMap((cells) => [...cells]))) {
          const members = layers.flatMap((cells, i) => (cells.includes(position) ? [i] : []));
          const bands = bandEdges(members.length, scalar);
          const [x, y] = [edges[position % 128]!, edges[Math.floor(position / 128)]!];
          for (const [band, member] of members.entries())
            for (const column of [bands[band]!, bands[band + 1]! - 1])
              expect(at(x + column, y + scalar - 1)).toBe(COLORS[member]);
        }
      }),
      { numRuns: 15 },
    );
  });

  test("are the same bands as vectors", () => {
    const panel: Panel = {
      isBanded: true,
      layers: [
        { label: "a", positions: Uint16Array.of(0, 1) },
        { label: "b", positions: Uint16Array.of(1, 2) },
      ],
    };
    const svg = toSvg({ panels: [panel] }, { scalar: 4, style: LOOK });
    const paths = [...svg.matchAll(/<path class="cells"[^>]* d="([^"]*)"/g)].map(([, d]) => d);
    expect(paths).toEqual(["M1 1h4v4h-4zM5 1h2v4h-2z", "M9 1h4v4h-4zM7 1h2v4h-2z"]);
  });
});

describe("points", () => {
  const points = {
    x: Float32Array.of(10.5, 10.6, 0.1),
    y: Float32Array.of(20.5, 20.5, 0.1),
    kindOf: Uint16Array.of(0, 1, 1),
    kinds: COLORS.slice(0, 2).map((color, i) => ({ label: `kind ${i}`, color })),
  };

  test("lie where they are, the later over the earlier, and off the frame", () => {
    const scalar = 20;
    const at = colourAt({ layers: [], points }, scalar);
    const middle = (place: number) => 1 + Math.round(place * scalar);
    const reach = pointSize(scalar) / 2 - 1;
    expect(at(middle(10.6), middle(20.5))).toBe(COLORS[1]);
    expect(at(middle(10.5) - reach, middle(20.5))).toBe(COLORS[0]);
    expect(at(middle(10.6) + reach, middle(20.5))).toBe(COLORS[1]);
    expect(at(middle(12), middle(20.5))).toBe("#ffffff");
    expect([at(0, 3), at(3, 0)], "the frame").toEqual([LOOK.frameColor, LOOK.frameColor]);
    expect(at(2, 2), "at the corner").toBe(COLORS[1]);
  });

  test("are discs in the vector form too, and counted in the legend", () => {
    const sheet = { panels: [{ layers: [], points }], hasLegend: true };
    const svg = toSvg(sheet, { scalar: 10, style: LOOK });
    const discs = [...svg.matchAll(/<path class="points" fill="([^"]*)" d="([^"]*)"/g)];
    expect(discs.map(([, fill, d]) => [fill, d?.match(/M/g)?.length])).toEqual([
      [COLORS[0], 1],
      [COLORS[1], 2],
    ]);
    expect(discs[0]?.[2]).toBe("M104 206a2 2 0 1 0 4 0a2 2 0 1 0 -4 0");
    expect(svg).toContain("kind 0: 1 point<");
    expect(svg).toContain("kind 1: 2 points<");
  });
});
