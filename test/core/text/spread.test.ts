import { describe, expect, it } from "vitest";
import { BELL, REACH, spread } from "../../../core/text/spread.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const SIDE = 128;
const wrap = (i: number) => (i + SIDE) % SIDE;

/** The slow obvious way: every cell gives to each of its 81 neighbours. */
function slowSpread(map: Float64Array): Float64Array {
  const result = new Float64Array(map.length);
  map.forEach((value, cell) => {
    for (let down = -REACH; down <= REACH && value !== 0; down++)
      for (let right = -REACH; right <= REACH; right++) {
        const row = wrap(Math.floor(cell / SIDE) + down);
        const column = wrap((cell % SIDE) + right);
        result[row * SIDE + column]! += value * BELL[down + REACH]! * BELL[right + REACH]!;
      }
  });
  return result;
}

describe("spread", () => {
  it("gives most to the cell itself and wraps round the corner", () => {
    const map = new Float64Array(SIDE * SIDE);
    map[0] = 1;
    const result = spread(map);
    expect(result[0]).toBeCloseTo(0.159, 3);
    expect(result[SIDE * SIDE - 1]).toBeCloseTo(result[SIDE + 1]!, 12);
    expect(result.reduce((sum, v) => sum + v, 0)).toBeCloseTo(1, 9);
  });

  it("agrees with spreading cell by cell", () => {
    const random = seededRandom(3);
    const map = new Float64Array(SIDE * SIDE);
    for (let i = 0; i < 200; i++) map[random.below(map.length)]! += random.next();
    const fast = spread(map);
    slowSpread(map).forEach((value, cell) => {
      expect(Math.abs(fast[cell]! - value)).toBeLessThan(1e-12);
    });
  });
});
