import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellEdges } from "../../../core/image/layout.ts";
import type { Panel } from "../../../core/image/panel.ts";
import { IMAGE_PRESETS } from "../../../core/image/style.ts";
import { toSvg } from "../../../core/image/svg.ts";
import { positions } from "./arbitrary-picture.ts";

/** What a picture shows as the screen does: shared cells in bands, and points over the cells. */

const LOOK = { ...IMAGE_PRESETS.light, gap: 0, frame: 1 };
const COLORS = ["#ff0000", "#00ff00", "#0000ff"];

/** The rectangles of each layer of a picture. */
const rectanglesOf = (panel: Panel, scalar: number) =>
  [
    ...toSvg({ panels: [panel] }, { scalar, style: LOOK }).matchAll(
      /<path class="cells"[^>]* d="([^"]*)"/g,
    ),
  ].map(
    ([, path]) =>
      new Set(
        [...path!.matchAll(/M([\d.]+) ([\d.]+)h(\d+)v(\d+)h-\d+z/g)].map((found) =>
          found.slice(1).join(),
        ),
      ),
  );

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
        const drawn = rectanglesOf(panel, scalar);
        const wanted = layers.map(() => new Set<string>());
        for (const position of new Set(layers.flatMap((cells) => [...cells]))) {
          const members = layers.flatMap((cells, i) => (cells.includes(position) ? [i] : []));
          const [x, y] = [edges[position % 128]!, edges[Math.floor(position / 128)]!];
          for (const [band, member] of members.entries()) {
            const from = Math.floor((band * scalar) / members.length);
            const width = Math.floor(((band + 1) * scalar) / members.length) - from;
            wanted[member]!.add([x + from, y, width, scalar].join());
          }
        }
        expect(drawn).toEqual(wanted);
      }),
      { numRuns: 15 },
    );
  });
});

describe("points", () => {
  const points = {
    x: Float32Array.of(10.5, 10.6, 0.1),
    y: Float32Array.of(20.5, 20.5, 0.1),
    kindOf: Uint16Array.of(0, 1, 1),
    kinds: COLORS.slice(0, 2).map((color, i) => ({ label: `kind ${i}`, color })),
  };

  test("are discs, the later over the earlier, and counted in the legend", () => {
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
