import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NameWish, overlap, placeNames } from "../../../../renderer/model/map/place-names.ts";

const SIZES = [
  { character: 10, height: 20 },
  { character: 6, height: 12 },
];
const wish = (name: string, level: number, x: number, y = 64, size = 400): NameWish => ({
  id: `${name} ${level} ${x}`,
  level,
  name,
  x,
  y,
  size,
});
const options = { cell: 5, levels: 3, sizes: SIZES, covered: [1] };
const middle = ({
  x,
  width,
  y,
  height,
}: {
  x: number;
  width: number;
  y: number;
  height: number;
}) => [(x + width / 2) / 5, (y + height / 2) / 5];

describe("places of names", () => {
  it("are where they are best placed while nothing is in the way", () => {
    const [placed] = placeNames([wish("music", 0, 60)], options);
    expect(middle(placed!)).toEqual([60, 64]);
    expect([placed!.width, placed!.height]).toEqual([60, 20]);
  });

  it("show as much of a name as there is room for beside all others", () => {
    const parts = ["river", "river, lake", "river, lake, boat"];
    const rivers = { ...wish("river, lake, boat", 0, 64), parts };
    const texts = (wishes: NameWish[], cells = options) =>
      placeNames(wishes, cells).map(({ text }) => text);
    expect(texts([rivers])).toEqual(["river, lake, boat"]);
    // Two words are 120 pixels wide and end at 380, three end at 410; the sea begins at 385.
    expect(texts([rivers, wish("sea", 0, 81, 64, 100)])).toEqual(["river, lake", "sea"]);
    // 410,000 square pixels: room for 1,200 of the first word, not for 2,400 of two.
    expect(texts([rivers], { ...options, covered: [0.005] })).toEqual(["river"]);
    expect(middle(placeNames([rivers], options)[0]!)).toEqual([64, 64]);
  });

  it("move off a cell that is set, and not far", () => {
    const occupied = new Uint8Array(16384);
    occupied[64 * 128 + 60] = 1;
    const [placed] = placeNames([wish("music", 0, 60.5, 64.5)], { ...options, occupied });
    const [x, y] = middle(placed!);
    expect(Math.hypot(x! - 60.5, y! - 64.5)).toBeLessThan(7);
    expect(overlap(placed!, { x: 300, y: 320, width: 5, height: 5 })).toBe(false);
  });

  it("stay away where every place is taken", () => {
    const occupied = new Uint8Array(16384).fill(1);
    expect(placeNames([wish("music", 0, 60)], { ...options, occupied })).toEqual([]);
  });

  it("lie on cells that are set where they weigh, on as few as they can, and choose first of their level", () => {
    const occupied = new Uint8Array(16384).fill(1);
    const heavy = { ...wish("music", 0, 60), weight: 1 };
    const everywhere = placeNames([heavy, wish("chess", 0, 60)], { ...options, occupied });
    expect(everywhere.map(({ text }) => text)).toEqual(["music"]);
    expect(middle(everywhere[0]!)).toEqual([60, 64]);
    // The rows above are free: within reach, and nothing is covered there.
    occupied.fill(0, 0, 58 * 128);
    const [free] = placeNames([heavy], { ...options, occupied });
    expect(free!.y + free!.height).toBeLessThanOrEqual(58 * 5);
    const both = [wish("chess", 0, 60, 64, 900), heavy];
    const texts = (wishes: NameWish[]) => placeNames(wishes, options).map(({ text }) => text);
    expect(texts(both)[0]).toBe("music");
    expect(texts(both.map((each) => ({ ...each, weight: 0 })))[0]).toBe("chess");
  });

  it("move only within what they name", () => {
    const occupied = new Uint8Array(16384);
    for (let row = 0; row < 66; row++) occupied.fill(1, row * 128, row * 128 + 128);
    const isInside = (_id: string, cell: number) => cell < 70 * 128;
    const [free] = placeNames([wish("music", 0, 60)], { ...options, occupied });
    expect(middle(free!)[1]).toBeGreaterThan(66);
    const kept = placeNames([wish("music", 0, 60)], { ...options, occupied, isInside });
    expect(kept.every((placed) => middle(placed)[1]! < 70)).toBe(true);
  });

  it("leave out finer levels once they cover their share", () => {
    const wishes = Array.from({ length: 60 }, (_, i) =>
      wish(`name${i}`, i % 2, 8 + 12 * (i % 10), 10 + 20 * Math.floor(i / 10), 20),
    );
    const placed = placeNames(wishes, { ...options, covered: [0.02, 0.03] });
    const area = placed.reduce((sum, { width, height }) => sum + width * height, 0);
    expect(area / 640 ** 2).toBeLessThanOrEqual(0.03);
    expect(placed.filter(({ region }) => region.level === 0).length).toBeGreaterThan(1);
    expect(placed.filter(({ region }) => region.level === 1).length).toBeGreaterThan(1);
  });

  it("never cover one another or an occupied cell, and never leave the map", () => {
    const wishes = fc.array(
      fc.record({
        id: fc.uuid(),
        level: fc.nat(3),
        name: fc.string({ minLength: 1, maxLength: 16 }),
        x: fc.double({ min: 0, max: 128, noNaN: true }),
        y: fc.double({ min: 0, max: 128, noNaN: true }),
        size: fc.nat(1500),
      }),
      { maxLength: 60 },
    );
    const cells = fc.uniqueArray(fc.nat(16383), { maxLength: 300 });
    fc.assert(
      fc.property(wishes, cells, fc.integer({ min: 2, max: 40 }), (given, set, cell) => {
        const occupied = new Uint8Array(16384);
        for (const position of set) occupied[position] = 1;
        const placed = placeNames(given, { ...options, cell, occupied });
        placed.forEach((name, i) => {
          expect(name.x >= 0 && name.y >= 0).toBe(true);
          expect(name.x + name.width <= 128 * cell + 1e-6).toBe(true);
          for (const other of placed.slice(i + 1)) expect(overlap(name, other)).toBe(false);
          for (const position of set) {
            const box = {
              x: (position % 128) * cell,
              y: Math.floor(position / 128) * cell,
              width: cell,
              height: cell,
            };
            expect(overlap(name, box)).toBe(false);
          }
        });
      }),
      { numRuns: 60 },
    );
  });
});
