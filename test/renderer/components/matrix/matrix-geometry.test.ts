import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fitLayout,
  type MatrixLayout,
  movedBy,
  numbersLayout,
  placeAt,
  rangeInSight,
  scrollToPlace,
  wholeHeight,
  wholeWidth,
} from "../../../../renderer/components/matrix/matrix-geometry.ts";

const size = fc.integer({ min: 1, max: 500 });
const layouts = fc
  .tuple(size, fc.integer({ min: 160, max: 1200 }), fc.boolean())
  .map(
    ([count, width, isFit]): MatrixLayout =>
      isFit ? fitLayout(count, width) : numbersLayout(count),
  );
const share = fc.double({ min: 0, max: 0.999, noNaN: true });

describe("a matrix on screen", () => {
  it("finds under a point the cell that is drawn there", () => {
    fc.assert(
      fc.property(layouts, share, share, share, share, (layout, a, b, x, y) => {
        const row = Math.floor(a * layout.size);
        const column = Math.floor(b * layout.size);
        const view = { left: 37, top: 21, width: 400, height: 300 };
        const px = layout.nameWidth + (column + x) * layout.cellWidth - view.left;
        const py = layout.nameHeight + (row + y) * layout.cellHeight - view.top;
        const isUnderNames = px < layout.nameWidth || py < layout.nameHeight;
        expect(placeAt(layout, view, px, py)).toEqual(isUnderNames ? null : { row, column });
      }),
    );
  });

  it("fits the width where cells of two pixels do, and never has less", () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 160, max: 1200 }), (count, width) => {
        const layout = fitLayout(count, width);
        expect(layout.cellWidth).toBeGreaterThanOrEqual(2);
        if (2 * count <= width) expect(wholeWidth(layout)).toBeLessThanOrEqual(width);
        expect(wholeHeight(layout)).toBe(layout.nameHeight + count * layout.cellHeight);
      }),
    );
  });

  it("draws every cell that is in sight, and none beyond the last", () => {
    expect(rangeInSight(0, 100, 24, 500)).toEqual([0, 5]);
    expect(rangeInSight(25, 100, 24, 500)).toEqual([1, 6]);
    expect(rangeInSight(11_900, 400, 24, 500)).toEqual([495, 500]);
  });

  it("scrolls a cell whole into sight, and not at all when it is", () => {
    fc.assert(
      fc.property(layouts, share, share, (layout, a, b) => {
        const place = { row: Math.floor(a * layout.size), column: Math.floor(b * layout.size) };
        const view = { left: 40, top: 40, width: 300, height: 260 };
        const { left, top } = scrollToPlace(layout, view, place);
        const x = place.column * layout.cellWidth;
        const y = place.row * layout.cellHeight;
        expect(x).toBeGreaterThanOrEqual(left);
        expect(x + layout.cellWidth).toBeLessThanOrEqual(left + view.width - layout.nameWidth);
        expect(y).toBeGreaterThanOrEqual(top);
        const again = scrollToPlace(layout, { ...view, left, top }, place);
        expect(again).toEqual({ left, top });
      }),
    );
  });

  it("moves by keys within the square", () => {
    const at = { row: 0, column: 4 };
    expect(movedBy("ArrowUp", false, at, 5)).toEqual({ row: 0, column: 4 });
    expect(movedBy("ArrowRight", false, at, 5)).toEqual({ row: 0, column: 4 });
    expect(movedBy("ArrowDown", false, at, 5)).toEqual({ row: 1, column: 4 });
    expect(movedBy("PageDown", false, at, 5)).toEqual({ row: 4, column: 4 });
    expect(movedBy("Home", false, at, 5)).toEqual({ row: 0, column: 0 });
    expect(movedBy("End", true, at, 5)).toEqual({ row: 4, column: 4 });
    expect(movedBy("x", false, at, 5)).toBeUndefined();
  });
});
