import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rgba } from "../../../../../core/image/color.ts";
import type { Picture } from "../../../../../core/image/raster.ts";
import { encodeGif } from "../../../../../renderer/features/export/model/gif.ts";
import { seededRandom } from "../../../../support/seeded-random.ts";
import { readGif } from "./read-gif.ts";

/** A picture of these indexes into as many greys as are asked for. */
function pictureOf(indexes: readonly number[], width: number, colors: number): Picture {
  const palette = Array.from({ length: colors }, (_, i): Rgba => [i, 255 - i, (7 * i) & 255, 255]);
  return {
    width,
    height: indexes.length / width,
    palette,
    paintRow: (y, row) => row.set(indexes.slice(y * width, (y + 1) * width)),
  };
}

const colourOf = (i: number) => (i << 16) | ((255 - i) << 8) | ((7 * i) & 255);

describe("a GIF", () => {
  it("gives back every pixel of every frame in its colour, whatever is drawn", () => {
    const frame = fc
      .record({
        width: fc.integer({ min: 1, max: 40 }),
        height: fc.integer({ min: 1, max: 40 }),
        colors: fc.integer({ min: 1, max: 256 }),
        seed: fc.integer(),
      })
      .map(({ width, height, colors, seed }) => {
        const random = seededRandom(seed);
        const indexes = Array.from({ length: width * height }, () => random.below(colors));
        return { indexes, picture: pictureOf(indexes, width, colors) };
      });
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 3 }), (frames) => {
        const read = readGif(encodeGif(frames.map(({ picture }) => ({ picture, delay: 90 }))));
        const drawn = read.frames.map(({ pixels }) => [...pixels]);
        expect(drawn).toEqual(frames.map(({ indexes }) => indexes.map(colourOf)));
        expect(read.frames.every(({ delay }) => delay === 90)).toBe(true);
        expect(read.repeats).toBe(frames.length > 1);
      }),
    );
  });

  it("starts its table again when that is full, as often as needed", () => {
    const random = seededRandom(3);
    const noise = Array.from({ length: 300 * 300 }, () => random.below(256));
    const [frame] = readGif(encodeGif([{ picture: pictureOf(noise, 300, 256), delay: 0 }])).frames;
    expect(frame?.pixels.every((pixel, i) => pixel === colourOf(noise[i]!))).toBe(true);
  });

  it("ends right at every place where codes grow wider", () => {
    for (let length = 1; length < 700; length++) {
      const random = seededRandom(length);
      const indexes = Array.from({ length }, () => random.below(4));
      const gif = encodeGif([{ picture: pictureOf(indexes, length, 4), delay: 0 }]);
      expect([...readGif(gif).frames[0]!.pixels]).toEqual(indexes.map(colourOf));
    }
  });

  it("leaves clear what is transparent, and is as large as its largest frame", () => {
    const clear: Picture = {
      width: 2,
      height: 1,
      palette: [
        [9, 9, 9, 255],
        [0, 0, 0, 0],
      ],
      paintRow: (_, row) => row.set([1, 0]),
    };
    const read = readGif(
      encodeGif(
        [
          { picture: clear, delay: 1 },
          { picture: pictureOf([0, 0, 0], 3, 1), delay: 1 },
        ],
        "Größe: 2 cells",
      ),
    );
    expect([...read.frames[0]!.pixels]).toEqual([-1, 0x090909]);
    expect([read.width, read.height, read.comment]).toEqual([3, 1, "Größe: 2 cells"]);
    // A frame with holes is taken away, so that what comes next is not seen through them.
    expect(read.frames.map(({ disposal }) => disposal)).toEqual([2, 1]);
  });

  it("blends with white what is half there or more, and takes less than half as clear", () => {
    const alphas = [0, 127, 128, 200, 255];
    const picture: Picture = {
      width: alphas.length,
      height: 1,
      palette: alphas.map((alpha): Rgba => [200, 100, 0, alpha]),
      paintRow: (_, row) => row.set(alphas.map((_, i) => i)),
    };
    const [frame] = readGif(encodeGif([{ picture, delay: 0 }])).frames;
    const blended = (alpha: number) =>
      [200, 100, 0]
        .map((part) => Math.round(255 + ((part - 255) * alpha) / 255))
        .reduce((color, part) => color * 256 + part);
    expect([...frame!.pixels]).toEqual([-1, -1, ...alphas.slice(2).map(blended)]);
  });

  it("refuses more colours than it can have", () => {
    const picture = { ...pictureOf([0], 1, 1), palette: Array(257).fill([0, 0, 0, 255]) };
    expect(() => encodeGif([{ picture, delay: 0 }])).toThrow(
      "at most 256 colours, this picture 257",
    );
  });
});
