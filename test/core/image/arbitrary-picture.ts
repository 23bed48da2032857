import fc from "fast-check";
import type { ImageStyle } from "../../../core/image/style.ts";
import { MARKS, SERVICE, SHAPES } from "../../../core/image/style.ts";

const CORNERS = [0, 127, 128, 16_255, 16_256, 16_383];

/** Sets of any size, often with corners and neighbours. */
export const positions = fc
  .oneof(
    fc.uniqueArray(fc.oneof(fc.constantFrom(...CORNERS), fc.integer({ min: 0, max: 16_383 })), {
      maxLength: 60,
    }),
    fc
      .tuple(fc.integer({ min: 0, max: 15_000 }), fc.integer({ min: 1, max: 400 }))
      .map(([from, count]) => Array.from({ length: count }, (_, i) => from + i)),
  )
  .map((cells) => Uint16Array.from(cells).sort());

const color = fc
  .integer({ min: 0, max: 0x7fffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

/** Styles in which every class has ink of its own: dark hues on white or on nothing. */
export const style: fc.Arbitrary<ImageStyle> = fc
  .record<Partial<ImageStyle>>({
    shape: fc.constantFrom(...SHAPES),
    colors: fc.uniqueArray(color, { minLength: 3, maxLength: 3 }),
    marks: fc.array(fc.constantFrom(...MARKS), { maxLength: 3 }),
    background: fc.constantFrom("#ffffff", null),
    gap: fc.integer({ min: 0, max: 1 }),
    gridLines: fc.constantFrom(0, 1, 8, 16),
    gridColor: fc.constant("#ff00ff"),
    frame: fc.integer({ min: 0, max: 3 }),
    frameColor: fc.constantFrom("#00ffff", null),
  })
  .map((part) => ({ ...SERVICE, ...part }));
