import { seededRandom } from "../../support/seeded-random.ts";
import { MapPage, type Place } from "../support/map-page.ts";
import { expect, test } from "../support/map-test.ts";

type Corner = readonly [column: number, row: number];

const onScreen = (map: MapPage, points: readonly Corner[]): Promise<Place[]> =>
  Promise.all(points.map(([column, row]) => map.placeOf(column, row)));

const cellsWhere = (isInside: (column: number, row: number) => boolean): number[] =>
  Array.from({ length: 16384 }, (_, cell) => cell).filter((cell) =>
    isInside(cell % 128, Math.floor(cell / 128)),
  );

/** Does an edge run through the exact centre of a cell? */
const hasCentreOnEdge = (polygon: readonly Corner[]): boolean =>
  polygon.some(([ax, ay], index) => {
    const [bx, by] = polygon[(index + 1) % polygon.length] ?? [ax, ay];
    return Array.from({ length: 128 }, (_, row) => row + 0.5).some((y) => {
      if (ay > y === by > y) return false;
      const column = ax + ((y - ay) / (by - ay)) * (bx - ax) - 0.5;
      return Math.abs(column - Math.round(column)) < 1e-6;
    });
  });

/** Is the cell's centre inside the closed polygon, by the even-odd rule? The slow, obvious way. */
function isInPolygon(polygon: readonly Corner[], x: number, y: number): boolean {
  let inside = false;
  polygon.forEach(([ax, ay], index) => {
    const [bx, by] = polygon[(index + 1) % polygon.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  });
  return inside;
}

const inRectangle = ([c0, r0]: Corner, [c1, r1]: Corner) =>
  cellsWhere((column, row) => column >= c0 && column <= c1 && row >= r0 && row <= r1);

const isWithin = (low: number, high: number, ...at: number[]) =>
  at.every((value) => value >= low && value <= high);

const middle = ([column, row]: Corner): Corner => [column + 0.5, row + 0.5];

test.describe("what a stroke selects is what geometry says", () => {
  test("rectangle: all cells between the corners, whichever comes first", async ({
    page,
    map: address,
  }) => {
    const map = await MapPage.open(page, address);
    await map.show({ sets: [[0]], size: 640, tool: "rectangle" });
    const corners: readonly (readonly [Corner, Corner])[] = [
      [
        [10, 20],
        [30, 25],
      ],
      [
        [0, 0],
        [127, 127],
      ],
      [
        [64, 64],
        [64, 64],
      ],
    ];
    for (const [low, high] of corners)
      for (const ends of [
        [low, high],
        [high, low],
        [
          [low[0], high[1]],
          [high[0], low[1]],
        ],
      ] as const) {
        await map.stroke(await onScreen(map, ends.map(middle)));
        expect(await map.brush()).toEqual(inRectangle(low, high));
      }
  });

  test("lasso: the even-odd rule, for random polygons that may cross themselves", async ({
    page,
    map: address,
  }) => {
    const map = await MapPage.open(page, address);
    await map.show({ sets: [[0]], size: 640, tool: "lasso" });
    const random = seededRandom(7);
    const draw = () =>
      Array.from(
        { length: 3 + random.below(7) },
        (): Corner => [random.below(128) + 0.2, random.below(128) + 0.2],
      );
    for (let i = 0; i < 12; i++) {
      let polygon = draw();
      // A centre exactly on an edge belongs to neither side, so such a polygon has no one right answer.
      while (hasCentreOnEdge(polygon)) polygon = draw();
      await map.stroke(await onScreen(map, polygon));
      const expected = cellsWhere((column, row) => isInPolygon(polygon, column + 0.5, row + 0.5));
      expect(await map.brush(), JSON.stringify(polygon)).toEqual(expected);
    }
  });

  test("lasso round everything is every cell; a lasso without area selects nothing", async ({
    page,
    map: address,
  }) => {
    const map = await MapPage.open(page, address);
    await map.show({ sets: [[0]], size: 512, left: 40, top: 40, tool: "lasso" });
    const around: Corner[] = [
      [0.1, 0.1],
      [127.9, 0.1],
      [127.9, 127.9],
      [0.1, 127.9],
    ];
    await map.stroke(await onScreen(map, around));
    expect(await map.brush()).toHaveLength(16384);
    await map.stroke(
      await onScreen(map, [
        [20.2, 20.2],
        [40.2, 40.2],
      ]),
    );
    expect(await map.brush()).toEqual([]);
  });

  test("brush: its width along straight strokes, and no gap in fast slanting ones", async ({
    page,
    map: address,
  }) => {
    const map = await MapPage.open(page, address);
    for (const size of [1, 3, 9]) {
      await map.show({ sets: [[0]], size: 640, tool: "brush", brushSize: size });
      await map.stroke(
        await onScreen(map, [
          [20.5, 40.5],
          [90.5, 40.5],
        ]),
      );
      const half = (size - 1) / 2;
      expect(await map.brush()).toEqual(
        inRectangle([20 - half, 40 - half], [90 + half, 40 + half]),
      );
    }
    await map.show({ brushSize: 1 });
    await map.stroke(
      await onScreen(map, [
        [3.5, 5.5],
        [120.5, 77.5],
      ]),
    );
    const line = await map.brush();
    expect(line[0]).toBe(5 * 128 + 3);
    expect(line.at(-1)).toBe(77 * 128 + 120);
    expect(isConnected(line)).toBe(true);
  });

  test("modes: new, add, subtract, intersect; only set cells", async ({ page, map: address }) => {
    const map = await MapPage.open(page, address);
    await map.show({ sets: [[0]], size: 640, tool: "rectangle" });
    const draw = async (low: Corner, high: Corner, keys: string[] = []) =>
      map.stroke(await onScreen(map, [middle(low), middle(high)]), keys);
    const isFirst = (column: number, row: number) => isWithin(10, 40, column, row);
    const isSecond = (column: number, row: number) => isWithin(30, 60, column, row);
    const expected = {
      "": cellsWhere(isSecond),
      Shift: cellsWhere((...at) => isFirst(...at) || isSecond(...at)),
      Alt: cellsWhere((...at) => isFirst(...at) && !isSecond(...at)),
      "Shift+Alt": cellsWhere((...at) => isFirst(...at) && isSecond(...at)),
    };
    for (const [keys, cells] of Object.entries(expected)) {
      await draw([10, 10], [40, 40]);
      await draw([30, 30], [60, 60], keys === "" ? [] : keys.split("+"));
      expect(await map.brush(), `mode ${keys || "new"}`).toEqual(cells);
    }
    const set = seededRandom(3).distinct(900, 16384);
    await map.show({ sets: [set], onlySet: true });
    await draw([0, 0], [127, 63]);
    expect(await map.brush()).toEqual(set.filter((cell) => cell < 64 * 128));
  });

  test("the first stroke after loading counts", async ({ page, map: address }) => {
    const map = await MapPage.open(page, address);
    await map.show({ sets: [[0]], size: 512, tool: "rectangle" });
    await map.stroke(
      await onScreen(map, [
        [5.5, 5.5],
        [6.5, 6.5],
      ]),
    );
    expect(await map.brush()).toEqual(inRectangle([5, 5], [6, 6]));
  });

  test("a stroke may leave the map and be let go outside", async ({ page, map: address }) => {
    const map = await MapPage.open(page, address);
    await map.show({ sets: [[0]], size: 512, left: 100, top: 100, tool: "rectangle" });
    const start = await map.placeOf(100.5, 100.5);
    await map.stroke([start, { x: 1200, y: 300 }, { x: 1250, y: 850 }]);
    expect(await map.brush()).toEqual(inRectangle([100, 100], [127, 127]));
    await page.mouse.move(150, 150);
    expect(await map.brush(), "nothing goes on being selected").toHaveLength(28 * 28);
  });

  test("Escape in the middle drops the stroke and keeps what was chosen", async ({
    page,
    map: address,
  }) => {
    const map = await MapPage.open(page, address);
    await map.show({ sets: [[0]], size: 512, tool: "rectangle" });
    await map.stroke(
      await onScreen(map, [
        [5.5, 5.5],
        [9.5, 9.5],
      ]),
    );
    const chosen = await map.brush();
    await page.locator(".grid").focus();
    const [from, to] = await onScreen(map, [
      [20.5, 20.5],
      [50.5, 50.5],
    ]);
    await page.mouse.move(from?.x ?? 0, from?.y ?? 0);
    await page.mouse.down();
    await page.mouse.move(to?.x ?? 0, to?.y ?? 0, { steps: 4 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await map.brush()).toEqual(chosen);
  });

  for (const kind of ["touch", "pen"] as const)
    test(`works with ${kind}`, async ({ page, map: address }) => {
      const map = await MapPage.open(page, address);
      await map.show({ sets: [[0]], size: 512, tool: "rectangle" });
      const [from, to] = await onScreen(map, [
        [20.5, 30.5],
        [25.5, 34.5],
      ]);
      if (from === undefined || to === undefined) throw new Error("no places");
      const session = await page.context().newCDPSession(page);
      if (kind === "touch") {
        const send = (type: "touchStart" | "touchMove" | "touchEnd", points: Place[]) =>
          session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
        await send("touchStart", [from]);
        await send("touchMove", [to]);
        await send("touchEnd", []);
      } else {
        const send = (type: "mousePressed" | "mouseMoved" | "mouseReleased", at: Place) =>
          session.send("Input.dispatchMouseEvent", {
            type,
            ...at,
            button: "left",
            buttons: 1,
            clickCount: 1,
            pointerType: "pen",
          });
        await send("mousePressed", from);
        await send("mouseMoved", to);
        await send("mouseReleased", to);
      }
      await expect.poll(() => map.brush()).toEqual(inRectangle([20, 30], [25, 34]));
    });
});

function isConnected(cells: readonly number[]): boolean {
  const left = new Set(cells);
  const queue = [cells[0] ?? -1];
  left.delete(queue[0] ?? -1);
  for (const cell of queue)
    for (const near of left)
      if (
        Math.max(Math.abs((near % 128) - (cell % 128)), Math.abs((near >> 7) - (cell >> 7))) <= 1
      ) {
        left.delete(near);
        queue.push(near);
      }
  return left.size === 0;
}
