import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { serviceComparison, servicePng, serviceSheet } from "../../../core/image/service-image.ts";
import { positions } from "./arbitrary-picture.ts";

const decode = (bytes: Uint8Array) => PNG.sync.read(Buffer.from(bytes));
/** Red, green, blue and opacity as one number: pictures have hundreds of thousands of pixels. */
const pixel = ({ width, data }: PNG, x: number, y: number) =>
  data.readUInt32BE(4 * (y * width + x));

const FRAME = 0x00000000;
const WHITE = 0xffffffff;
const FIRST = 0x106186ff;
const SECOND = 0x20bcffff;
const SHARED = 0xff6600ff;

const single = (cells: Uint16Array, scalar: number, shape: "circle" | "square") =>
  decode(servicePng(serviceSheet(cells), { scalar, shape }, deflateSync));

/** Every pixel of one panel, straight from the contract. */
function expectPanel(png: PNG, left: number, scalar: number, colorOf: (cell: number) => number) {
  const side = 128 * scalar + 2;
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const isFrame = x === 0 || y === 0 || x === side - 1 || y === side - 1;
      const cell = 128 * Math.floor((y - 1) / scalar) + Math.floor((x - 1) / scalar);
      const expected = isFrame ? FRAME : colorOf(cell);
      if (pixel(png, left + x, y) !== expected)
        expect(`${x},${y}: ${pixel(png, left + x, y)}`).toBe(`${x},${y}: ${expected}`);
    }
}

describe("the service's picture", () => {
  test("is 258 pixels a side at scalar 2, 8-bit RGBA, not interlaced", () => {
    const bytes = servicePng(
      serviceSheet(Uint16Array.of(0, 129)),
      { scalar: 2, shape: "circle" },
      deflateSync,
    );
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([258, 258]);
    expect([...bytes.subarray(24, 29)]).toEqual([8, 6, 0, 0, 0]);
    const png = decode(bytes);
    expect([pixel(png, 0, 0), pixel(png, 1, 1), pixel(png, 2, 2)]).toEqual([FRAME, FIRST, FIRST]);
    expect([pixel(png, 3, 1), pixel(png, 3, 3), pixel(png, 4, 4)]).toEqual([WHITE, FIRST, FIRST]);
  });

  test("draws exactly the set cells as squares", () => {
    fc.assert(
      fc.property(positions, fc.constantFrom(1, 2, 3, 5), (cells, scalar) => {
        const set = new Set(cells);
        const png = single(cells, scalar, "square");
        expect([png.width, png.height]).toEqual([128 * scalar + 2, 128 * scalar + 2]);
        expectPanel(png, 0, scalar, (cell) => (set.has(cell) ? FIRST : WHITE));
      }),
      { numRuns: 25 },
    );
  });

  test("draws circles like squares up to scalar 2 and as round dots from 3 on", () => {
    const cells = Uint16Array.of(0, 77, 16_383);
    for (const scalar of [1, 2])
      expect(
        single(cells, scalar, "circle").data.equals(single(cells, scalar, "square").data),
      ).toBe(true);
    const big = single(Uint16Array.of(129), 32, "circle");
    const dot = (x: number, y: number) => pixel(big, 33 + x, 33 + y);
    expect([dot(0, 0), dot(31, 0), dot(31, 31)]).toEqual([WHITE, WHITE, WHITE]);
    expect([dot(16, 16), dot(16, 1), dot(1, 16), dot(30, 16)]).toEqual([
      FIRST,
      FIRST,
      FIRST,
      FIRST,
    ]);
    let ink = 0;
    for (let y = 0; y < 32; y++)
      for (let x = 0; x < 32; x++) ink += (255 - (dot(x, y) >>> 24)) / (255 - 16);
    expect(ink / (Math.PI * 16 ** 2)).toBeCloseTo(1, 2);
  });

  test("at every scalar and shape a cell's middle is inked exactly if it is set, and nothing lies outside", () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 3, max: 9 }), (cells, scalar) => {
        const png = single(cells, scalar, "circle");
        const set = new Set(cells);
        const middle = (cell: number) =>
          pixel(
            png,
            1 + scalar * (cell % 128) + (scalar >> 1),
            1 + scalar * Math.floor(cell / 128) + (scalar >> 1),
          );
        for (let cell = 0; cell < 16_384; cell++)
          if ((middle(cell) === FIRST) !== set.has(cell))
            expect(`cell ${cell}`).toBe("drawn if set");
        const white = new Set<number>();
        for (let y = 1; y <= 128 * scalar; y++)
          for (let x = 1; x <= 128 * scalar; x++)
            if (pixel(png, x, y) !== WHITE)
              white.add(128 * Math.floor((y - 1) / scalar) + Math.floor((x - 1) / scalar));
        expect([...white].every((cell) => set.has(cell))).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  test("compares two in three panels: left, overlay, right", () => {
    fc.assert(
      fc.property(positions, positions, fc.constantFrom(1, 2, 3), (left, right, scalar) => {
        const sheet = serviceComparison(left, right);
        const png = decode(servicePng(sheet, { scalar, shape: "square" }, deflateSync));
        const side = 128 * scalar + 2;
        const [inLeft, inRight] = [new Set(left), new Set(right)];
        expect([png.width, png.height]).toEqual([3 * side, side]);
        expectPanel(png, 0, scalar, (cell) => (inLeft.has(cell) ? FIRST : WHITE));
        expectPanel(png, 2 * side, scalar, (cell) => (inRight.has(cell) ? SECOND : WHITE));
        expectPanel(png, side, scalar, (cell) => {
          if (inLeft.has(cell)) return inRight.has(cell) ? SHARED : FIRST;
          return inRight.has(cell) ? SECOND : WHITE;
        });
      }),
      { numRuns: 12 },
    );
  });

  test("takes scalars from 1 to 64", () => {
    const sheet = serviceSheet(Uint16Array.of(5));
    for (const scalar of [0, 65, 1.5, Number.NaN])
      expect(() => servicePng(sheet, { scalar, shape: "square" }, deflateSync)).toThrow("1 to 64");
    const bytes = servicePng(sheet, { scalar: 64, shape: "circle" }, (raw) =>
      deflateSync(raw, { level: 1 }),
    );
    expect(new DataView(bytes.buffer).getUint32(16)).toBe(8194);
    expect(bytes.length).toBeLessThan(2_000_000);
  });

  test("a term's picture is between 1 and 3 kB", () => {
    const cells = Uint16Array.from({ length: 328 }, (_, i) => (i * 7919) % 16_384).sort();
    const { length } = servicePng(serviceSheet(cells), { scalar: 2, shape: "circle" }, deflateSync);
    expect(length).toBeGreaterThan(750);
    expect(length).toBeLessThan(3000);
  });
});
