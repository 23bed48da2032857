import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { ok, refused, type Send } from "./send.ts";

const BLUE = [16, 97, 134, 255];
const WHITE = [255, 255, 255, 255];
const CLEAR = [0, 0, 0, 0];

export function imageContract(transport: string, send: Send): void {
  const bytes = async (name: "image.draw" | "image.compare", args: object) => {
    const { mediaType, data } = await ok(send, name, { ...args, image_encoding: "binary/png" });
    expect(mediaType).toBe("image/png");
    expect(data).toBeInstanceOf(Uint8Array);
    return Buffer.from(data as Uint8Array);
  };
  const pixel = (png: PNG, x: number, y: number) => [
    ...png.data.subarray(4 * (y * png.width + x), 4 * (y * png.width + x) + 4),
  ];

  describe(`pictures over ${transport}`, () => {
    it("draws each set cell as a block inside a transparent frame", async () => {
      const png = PNG.sync.read(await bytes("image.draw", { body: { positions: [0, 129] } }));
      expect([png.width, png.height]).toEqual([258, 258]);
      expect(pixel(png, 0, 0)).toEqual(CLEAR);
      expect(pixel(png, 1, 1)).toEqual(BLUE);
      expect(pixel(png, 2, 2)).toEqual(BLUE);
      expect(pixel(png, 3, 3)).toEqual(BLUE);
      expect(pixel(png, 3, 1)).toEqual(WHITE);
      expect(pixel(png, 257, 257)).toEqual(CLEAR);
    });

    it("answers base64 text without quotes by default", async () => {
      const { mediaType, data } = await ok(send, "image.draw", { body: { term: "apple" } });
      expect(mediaType).toBe("image/png");
      expect(data).toMatch(/^[A-Za-z0-9+/]{1000,}={0,2}$/);
      expect(PNG.sync.read(Buffer.from(String(data), "base64")).width).toBe(258);
    });

    it("puts left, overlay and right beside one another", async () => {
      const body = [{ positions: [0, 1] }, { positions: [1, 2] }];
      const png = PNG.sync.read(await bytes("image.compare", { body }));
      expect([png.width, png.height]).toEqual([774, 258]);
      expect(pixel(png, 1, 1)).toEqual(BLUE);
      expect(pixel(png, 258 + 1, 1)).toEqual(BLUE);
      expect(pixel(png, 258 + 3, 1)).toEqual([255, 102, 0, 255]);
      expect(pixel(png, 258 + 5, 1)).toEqual([32, 188, 255, 255]);
      expect(pixel(png, 516 + 3, 1)).toEqual([32, 188, 255, 255]);
    });

    it.each([1, 3, 8])("draws %i pixels a cell", async (image_scalar) => {
      for (const plot_shape of ["circle", "square"]) {
        const args = { body: { positions: [64 * 128 + 64] }, image_scalar, plot_shape };
        const png = PNG.sync.read(await bytes("image.draw", args));
        expect(png.width).toBe(128 * image_scalar + 2);
        const middle = 1 + 64 * image_scalar + (image_scalar >> 1);
        expect(pixel(png, middle, middle)).toEqual(BLUE);
      }
    });

    it("draws up to 64 pixels a cell", async () => {
      const body = { positions: [7] };
      const png = await bytes("image.draw", { body, image_scalar: 64, plot_shape: "square" });
      // Width and height are at a fixed place of the file's first chunk.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([8194, 8194]);
    });

    it("answers vector pictures", async () => {
      const body = { term: "apple" };
      const plain = await ok(send, "image.draw", { body, image_encoding: "binary/svg" });
      expect(plain.mediaType).toBe("image/svg+xml");
      expect(String(plain.data)).toMatch(/^(<\?xml[^>]*>\s*)?<svg /);
      const coded = await ok(send, "image.draw", { body, image_encoding: "base64/svg" });
      expect(Buffer.from(String(coded.data), "base64").toString()).toBe(plain.data);
    });

    it("refuses settings that do not exist", async () => {
      const body = { term: "apple" };
      for (const [field, value] of [
        ["image_scalar", 0],
        ["image_scalar", 65],
        ["plot_shape", "star"],
        ["image_encoding", "base64/gif"],
      ] as const)
        expect(await refused(send, "image.draw", { body, [field]: value })).toMatchObject({
          code: "bad-input",
          details: { field },
        });
    });

    it("draws many in one call, with positions only when asked", async () => {
      const body = [{ term: "apple" }, { positions: [5] }];
      const plain = await ok(send, "image.bulk", { body });
      expect(plain.map(({ fingerprint }) => fingerprint.positions)).toEqual([[], []]);
      const [, second] = await ok(send, "image.bulk", { body, get_fingerprint: true });
      expect(second?.fingerprint.positions).toEqual([5]);
      const single = await ok(send, "image.draw", { body: body[1] });
      expect(second?.image_data).toBe(single.data);
      const many = Array.from({ length: 101 }, () => ({ positions: [5] }));
      expect(await refused(send, "image.bulk", { body: many })).toMatchObject({
        code: "too-large",
      });
    });
  });
}
