import { zlibSync } from "fflate";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { encodePng } from "../../../../../core/image/png.ts";
import { withPngDensity } from "../../../../../renderer/features/export/model/png-chunks.ts";

test("a PNG says its dots per inch as the writer of pictures does, and shows the same", () => {
  const picture = {
    width: 2,
    height: 1,
    palette: [
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ] as const,
    paintRow: (_: number, row: Uint16Array) => void row.set([0, 1]),
  };
  const deflate = (bytes: Uint8Array) => zlibSync(bytes);
  const bare = Uint8Array.from(encodePng(picture, { deflate }));
  const told = Uint8Array.from(encodePng(picture, { deflate, dotsPerInch: 150 }));
  expect(withPngDensity(bare, 150)).toEqual(told);
  expect([...PNG.sync.read(Buffer.from(withPngDensity(bare, 300))).data]).toEqual([
    255, 0, 0, 255, 0, 0, 255, 255,
  ]);
});
