import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellExchanger } from "../../../core/kernel/cell-piles.ts";
import { CELLS, SIDE } from "../../../core/kernel/grid.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const STRIDE = 328;
const STEPS = 16;

/** References from their codes, laid out as they are wanted. */
function referencesOf(codes: readonly (readonly number[])[]) {
  const positions = new Uint16Array(codes.length * STRIDE);
  codes.forEach((code, r) => {
    positions.set(code, r * STRIDE);
  });
  const lists = Array.from({ length: CELLS }, (_, cell) =>
    codes.flatMap((code, r) => (code.includes(cell) ? [r] : [])),
  );
  const offsets = new Uint32Array(CELLS + 1);
  lists.forEach((list, cell) => {
    offsets[cell + 1] = offsets[cell]! + list.length;
  });
  return {
    count: codes.length,
    stride: STRIDE,
    sizes: Uint16Array.from(codes, (code) => code.length),
    roots: Float32Array.from(codes, (code) => Math.sqrt(code.length)),
    positions,
    offsets,
    members: Uint16Array.from(lists.flat()),
  };
}

type References = ReturnType<typeof referencesOf>;
interface Wishes {
  readonly target: Float32Array;
  readonly bias: Float32Array;
  readonly strongest: number;
  readonly bonus: number;
  readonly least: number;
}

const single = Math.fround;
const levelOf = (residual: number) => Math.min(1023, Math.floor(Math.abs(residual) * 4));

/** The residuals of all references, in single precision. */
function residualsOf(
  codes: readonly (readonly number[])[],
  wishes: Wishes,
  row: { code: readonly number[]; cosines: Float32Array; self: number },
): number[] {
  return codes.map((other, r) => {
    if (r === row.self) return 0;
    const place = Math.floor(((row.cosines[r]! + 1) / 2) * STEPS);
    const wanted = wishes.target[Math.max(0, Math.min(STEPS - 1, place))]!;
    const share = (Math.sqrt(row.code.length) / STRIDE) * single(Math.sqrt(other.length));
    return single(wanted * share - other.filter((cell) => row.code.includes(cell)).length);
  });
}

/** One pass, the slow obvious way. */
function slowPass(
  codes: readonly (readonly number[])[],
  wishes: Wishes,
  row: { code: readonly number[]; cosines: Float32Array; self: number },
  swaps: number,
): number[] {
  const residuals = residualsOf(codes, wishes, row);
  let level = 1024;
  for (let found = 0; level > 0 && found < wishes.strongest; ) {
    level--;
    found += residuals.filter((residual) => levelOf(residual) === level).length;
  }
  const weak = residuals.filter((residual) => levelOf(residual) < level);
  const mean =
    weak.length > 0 ? single(weak.reduce((sum, value) => sum + value, 0) / weak.length) : 0;
  const uses = new Map<number, number>();
  for (const cell of codes.flat()) uses.set(cell, (uses.get(cell) ?? 0) + 1);
  const gains = Array.from(wishes.bias, (bias, cell) =>
    single(bias + single(mean * (uses.get(cell) ?? 0))),
  );
  codes.forEach((code, r) => {
    if (levelOf(residuals[r]!) < level) return;
    const by = single(residuals[r]! - mean);
    for (const cell of code) gains[cell] = single(gains[cell]! + by);
  });
  for (const cell of row.code)
    for (let near = 0; near < 9; near++) {
      const down = Math.floor(cell / SIDE) + Math.floor(near / 3) - 1;
      const right = (cell % SIDE) + (near % 3) - 1;
      const beside = ((down + SIDE) % SIDE) * SIDE + ((right + SIDE) % SIDE);
      if (near !== 4) gains[beside] = single(gains[beside]! + single(wishes.bonus));
    }
  const leaving = [...row.code].sort((a, b) => gains[a]! - gains[b]! || a - b).slice(0, swaps);
  const entering = gains
    .map((_, cell) => cell)
    .filter((cell) => !row.code.includes(cell))
    .sort((a, b) => gains[b]! - gains[a]! || a - b)
    .slice(0, swaps);
  const code = new Set(row.code);
  for (let k = 0; k < Math.min(leaving.length, entering.length); k++) {
    const gain = single(gains[entering[k]!]! - gains[leaving[k]!]!);
    if (!(gain > single(wishes.least))) break;
    code.delete(leaving[k]!);
    code.add(entering[k]!);
  }
  return [...code].sort((a, b) => a - b);
}

const exchanged = (
  references: References,
  wishes: Wishes,
  row: Parameters<ReturnType<typeof cellExchanger>>[0],
) => {
  const code = row.code.slice();
  cellExchanger(references, wishes)({ ...row, code });
  return [...code];
};

const flat = { bias: new Float32Array(CELLS), strongest: 1, bonus: 0, least: 0 };

describe("exchanging cells", () => {
  it("takes up the cells of a reference that is like the term, and gives up those of one that is not", () => {
    const references = referencesOf([
      [5, 6, 7],
      [9000, 9001, 9002],
    ]);
    const target = Float32Array.from({ length: STEPS }, (_, step) => (step < STEPS / 2 ? 0 : 328));
    const row = { code: Uint16Array.of(4, 5, 9001), cosines: Float32Array.of(0.9, -0.9), self: -1 };
    const wishes = { ...flat, target, strongest: 2 };
    expect(exchanged(references, wishes, { ...row, swaps: [1] })).toEqual([4, 5, 6]);
    expect(exchanged(references, wishes, { ...row, swaps: [2] })).toEqual([5, 6, 7]);
    expect(exchanged(references, wishes, { ...row, swaps: [1, 1] })).toEqual([5, 6, 7]);
    expect(exchanged(references, { ...wishes, least: 100 }, { ...row, swaps: [2] })).toEqual([
      4, 5, 9001,
    ]);
  });

  it("takes up the cell with the larger bias of two that gain the same", () => {
    const references = referencesOf([[5], [900]]);
    const target = new Float32Array(STEPS).fill(328);
    const row = { code: Uint16Array.of(4000), cosines: Float32Array.of(1, 1), self: -1 };
    const towards = (cell: number, by: number) => {
      const bias = flat.bias.slice();
      bias[cell] = by;
      return exchanged(references, { ...flat, target, bias }, { ...row, swaps: [1] });
    };
    expect(towards(5, 1)).toEqual([5]);
    expect(towards(5, -1)).toEqual([900]);
    expect(towards(900, 1)).toEqual([900]);
  });

  it("is not drawn to the term's own code", () => {
    const references = referencesOf([[5, 6, 7]]);
    const wishes = { ...flat, target: new Float32Array(STEPS).fill(328) };
    const row = { code: Uint16Array.of(1, 2, 3), cosines: Float32Array.of(1), swaps: [3] };
    expect(exchanged(references, wishes, { ...row, self: 0 })).toEqual([1, 2, 3]);
    expect(exchanged(references, wishes, { ...row, self: -1 })).toEqual([5, 6, 7]);
  });

  it("does what the slow way does, whatever the codes", () => {
    const example = fc.record({
      seed: fc.integer(),
      count: fc.integer({ min: 1, max: 21 }),
      spread: fc.constantFrom(40, 400, CELLS),
      size: fc.integer({ min: 1, max: 30 }),
      strongest: fc.integer({ min: 1, max: 25 }),
      swaps: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
      bonus: fc.constantFrom(0, 0.25, 3),
    });
    fc.assert(
      fc.property(example, ({ seed, count, spread, size, strongest, swaps, bonus }) => {
        const random = seededRandom(seed);
        const draw = (most: number) =>
          random.distinct(1 + random.below(most), spread).sort((a, b) => a - b);
        const codes = Array.from({ length: count }, () => draw(35));
        const wishes = {
          target: Float32Array.from({ length: STEPS }, () => random.next() * 60),
          bias: Float32Array.from({ length: CELLS }, () => Math.round(random.next() * 8) / 8),
          strongest,
          bonus,
          least: 0.5,
        };
        const cosines = Float32Array.from({ length: count }, () => random.next() * 2 - 1);
        const self = random.below(count + 1) - 1;
        let slow = draw(size);
        const code = Uint16Array.from(slow);
        for (const most of swaps)
          slow = slowPass(codes, wishes, { code: slow, cosines, self }, most);
        expect(exchanged(referencesOf(codes), wishes, { code, cosines, self, swaps })).toEqual(
          slow,
        );
      }),
      { numRuns: 40 },
    );
  });
});
