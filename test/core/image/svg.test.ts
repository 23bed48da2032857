// @vitest-environment jsdom
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellEdges, type Sheet } from "../../../core/image/layout.ts";
import { comparePanels } from "../../../core/image/panel.ts";
import { serviceComparison, serviceSheet, serviceSvg } from "../../../core/image/service-image.ts";
import { IMAGE_PRESETS, type ImageStyle, SERVICE } from "../../../core/image/style.ts";
import { toSvg } from "../../../core/image/svg.ts";
import { positions, style } from "./arbitrary-picture.ts";

function parse(svg: string): Element {
  const document = new DOMParser().parseFromString(svg, "image/svg+xml");
  expect(document.querySelector("parsererror")).toBeNull();
  return document.documentElement;
}

/** The cells whose square holds the middle of a closed part of the path, from the path's extent. */
function cellsOf(path: Element, scalar: number, look: ImageStyle): number[] {
  const edges = [...cellEdges(scalar, look)];
  const indexOf = (at: number) => edges.findIndex((edge) => at >= edge && at < edge + scalar);
  const parts = (path.getAttribute("d") ?? "").split("z").filter((part) => part !== "");
  return parts.map((part) => {
    const [x = 0, y = 0] = /^M(\S+) (\S+?)[haL]/.exec(part)?.slice(1).map(Number) ?? [];
    // Circles begin at their leftmost point, which lies on the middle line, the others at their top.
    return 128 * indexOf(y + 0.01) + indexOf(x + 0.01);
  });
}

const sorted = (cells: Iterable<number>) => [...new Set(cells)].sort((a, b) => a - b);

describe("toSvg", () => {
  test("draws two cells of the service's picture as one path", () => {
    const svg = serviceSvg(serviceSheet(Uint16Array.of(0, 129)), { scalar: 2, shape: "square" });
    const root = parse(svg);
    expect(root.getAttribute("viewBox")).toBe("0 0 258 258");
    const paths = root.querySelectorAll("path.cells");
    expect(paths).toHaveLength(1);
    expect(paths[0]?.getAttribute("d")).toBe("M1 1h2v2h-2zM3 3h2v2h-2z");
    expect(paths[0]?.getAttribute("fill")).toBe("#106186");
    expect(root.querySelector("desc")?.textContent).toBe("Set: 2 of 16384 cells.");
  });

  test("read back, the path of each class is the set that was drawn, in all styles", () => {
    fc.assert(
      fc.property(positions, style, fc.integer({ min: 1, max: 12 }), (cells, look, scalar) => {
        const sheet: Sheet = { panels: [{ layers: [{ label: "x", positions: cells }] }] };
        const [path] = parse(toSvg(sheet, { scalar, style: look })).querySelectorAll("path.cells");
        expect(path && sorted(cellsOf(path, scalar, look))).toEqual([...cells]);
      }),
      { numRuns: 60 },
    );
  });

  test("compares in three panels whose classes are the left, the three of the overlay, and the right", () => {
    fc.assert(
      fc.property(positions, positions, (left, right) => {
        const svg = serviceSvg(serviceComparison(left, right), { scalar: 4, shape: "circle" });
        const [first, , , , last, ...rest] = parse(svg).querySelectorAll("path.cells");
        const [, onlyLeft, onlyRight, shared] = parse(svg).querySelectorAll("path.cells");
        const read = (path: Element | undefined) => path && sorted(cellsOf(path, 4, SERVICE));
        expect(rest).toEqual([]);
        expect(read(first)).toEqual([...left]);
        expect(read(last)).toEqual([...right]);
        expect(read(shared)).toEqual([...left].filter((cell) => right.includes(cell)));
        expect(read(onlyLeft)).toEqual([...left].filter((cell) => !right.includes(cell)));
        expect(read(onlyRight)).toEqual([...right].filter((cell) => !left.includes(cell)));
      }),
      { numRuns: 20 },
    );
  });

  test("a hidden cell is drawn once, in the layer above", () => {
    const layers = [
      { label: "below", positions: Uint16Array.of(1, 2) },
      { label: "above", positions: Uint16Array.of(2) },
    ];
    const [below, above] = parse(
      toSvg({ panels: [{ layers }] }, { scalar: 3, style: SERVICE }),
    ).querySelectorAll("path.cells");
    expect(below && cellsOf(below, 3, SERVICE)).toEqual([1]);
    expect(above && cellsOf(above, 3, SERVICE)).toEqual([2]);
  });

  test("hostile texts stay texts", () => {
    const hostile = `</title><script>alert(1)</script>"'&<b>\u0000\u202e\ud800]]>`;
    const shown = hostile.replaceAll("\u0000", "\ufffd").replace("\ud800", "\ufffd");
    const sheet: Sheet = {
      panels: [{ layers: [{ label: hostile, positions: Uint16Array.of(1) }], caption: "c" }],
      title: "t",
      hasLegend: true,
    };
    const root = parse(
      toSvg(sheet, { scalar: 8, style: SERVICE }, { title: hostile, description: hostile }),
    );
    expect(root.querySelector("script")).toBeNull();
    expect(root.querySelector("title")?.textContent).toBe(shown);
    expect(root.querySelector("desc")?.textContent).toBe(shown);
    expect(root.querySelector("path.cells title")?.textContent).toBe(shown);
  });

  test("has no scripts, no links to the outside, and every text in every preset", () => {
    const panels = comparePanels(
      { label: "apple", positions: Uint16Array.of(1, 2) },
      { label: "pear", positions: Uint16Array.of(2, 3) },
    ).map((panel, index) => ({ ...panel, caption: `panel ${index}` }));
    for (const look of Object.values(IMAGE_PRESETS)) {
      const svg = toSvg(
        { panels, title: "Fruit", caption: "Two fruits", hasLegend: true },
        { scalar: 3, style: look },
      );
      const texts = [...parse(svg).querySelectorAll("text")].map(({ textContent }) => textContent);
      expect(texts).toEqual([
        "Fruit",
        "panel 0",
        "panel 1",
        "panel 2",
        "Two fruits",
        "apple: 2 cells",
        "only apple: 1 cell",
        "only pear: 1 cell",
        "shared: 1 cell",
        "pear: 2 cells",
      ]);
      expect(svg).not.toMatch(/href|url\(|<script|<image|@import/);
    }
  });

  test("has no element for a title that is empty", () => {
    const sheet = serviceSheet(Uint16Array.of(1));
    const options = { scalar: 2, style: SERVICE };
    expect(parse(toSvg(sheet, options, { title: "" })).querySelector("title")).toBeNull();
    expect(parse(toSvg(sheet, options, { title: "A" })).querySelector("title")).not.toBeNull();
  });

  test("983 cells as squares stay under 20 kB", () => {
    const cells = Uint16Array.from({ length: 983 }, (_, i) => (i * 13) % 16_384).sort();
    const svg = toSvg(serviceSheet(cells), { scalar: 8, style: { ...SERVICE, shape: "square" } });
    expect(svg.length).toBeLessThan(20_000);
  });
});
