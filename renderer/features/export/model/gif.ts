import { blend, type Rgba } from "../../../../core/image/color.ts";
import type { Picture } from "../../../../core/image/raster.ts";

/** One picture of an animation. */
interface GifFrame {
  readonly picture: Picture;
  /** Hundredths of a second that it stays. */
  readonly delay: number;
}

const MOST_COLORS = 256;
const WHITE: Rgba = [255, 255, 255, 255];
const EXTENSION = 0x21;
const TRAILER = 0x3b;
/** A pixel is drawn or it is not: what is less than half there is not. */
const LEAST_OPAQUE = 128;

/**
 * An animated GIF that repeats endlessly, every pixel in its own colour. The same frames give the same bytes.
 *
 * @throws Error for a frame of more than 256 colours
 */
export function encodeGif(frames: readonly GifFrame[], comment = ""): Uint8Array {
  const width = Math.max(...frames.map(({ picture }) => picture.width));
  const height = Math.max(...frames.map(({ picture }) => picture.height));
  const out = new Bytes();
  out.text("GIF89a");
  out.words(width, height);
  out.add(0, 0, 0);
  if (frames.length > 1) {
    out.add(EXTENSION, 0xff, 11);
    out.text("NETSCAPE2.0");
    out.add(3, 1, 0, 0, 0);
  }
  if (comment !== "") {
    out.add(EXTENSION, 0xfe);
    out.blocks(new TextEncoder().encode(comment));
  }
  for (const frame of frames) writeFrame(out, frame);
  out.add(TRAILER);
  return out.taken();
}

function writeFrame(out: Bytes, { picture, delay }: GifFrame): void {
  const { width, height, palette } = picture;
  if (palette.length > MOST_COLORS)
    throw new Error(`A GIF has at most ${MOST_COLORS} colours, this picture ${palette.length}.`);
  const bits = Math.max(2, Math.ceil(Math.log2(palette.length)));
  const clear = palette.findIndex((color) => color[3] < LEAST_OPAQUE);
  // A frame with holes is taken away before the next one comes.
  const disposal = clear >= 0 ? 2 : 1;
  out.add(EXTENSION, 0xf9, 4, (disposal << 2) | (clear >= 0 ? 1 : 0));
  out.words(delay);
  out.add(Math.max(0, clear), 0);
  out.add(0x2c);
  out.words(0, 0, width, height);
  out.add(0x80 | (bits - 1));
  for (let i = 0; i < 1 << bits; i++) out.add(...opaque(palette[i] ?? WHITE));
  out.add(bits);
  out.blocks(compress(indexesOf(picture, clear), bits));
}

const opaque = (color: Rgba): readonly [number, number, number] => {
  const [r, g, b] = blend([color[0], color[1], color[2], 255], WHITE, color[3] / 255);
  return [r, g, b];
};

/** Every pixel, row by row; all that count as transparent have the first such index. */
function indexesOf({ width, height, palette, paintRow }: Picture, clear: number): Uint8Array {
  const same = palette.map((color, index) => (color[3] < LEAST_OPAQUE ? clear : index));
  const pixels = new Uint8Array(width * height);
  const row = new Uint16Array(width);
  for (let y = 0; y < height; y++) {
    paintRow(y, row);
    for (let x = 0; x < width; x++) pixels[y * width + x] = same[row[x]!]!;
  }
  return pixels;
}

const MOST_CODES = 4096;

/** Lempel, Ziv and Welch as GIF has it: codes grow from `bits + 1` to 12 bits, then the table starts again. */
function compress(pixels: Uint8Array, bits: number): Uint8Array {
  const clear = 1 << bits;
  const out = new BitWriter();
  const table = new Map<number, number>();
  let next = clear + 2;
  let size = bits + 1;
  let prefix = pixels[0]!;
  out.write(clear, size);
  for (let i = 1; i < pixels.length; i++) {
    const pixel = pixels[i]!;
    const key = (prefix << 8) | pixel;
    const code = table.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    out.write(prefix, size);
    prefix = pixel;
    if (next < MOST_CODES) {
      if (next === 1 << size) size++;
      table.set(key, next++);
      continue;
    }
    out.write(clear, size);
    table.clear();
    next = clear + 2;
    size = bits + 1;
  }
  out.write(prefix, size);
  // The reader's table has grown by one more than what was written so far.
  out.write(clear + 1, next === 1 << size && size < 12 ? size + 1 : size);
  return out.taken();
}

/** Bytes one after the other, in a buffer that grows. */
class Bytes {
  private buffer = new Uint8Array(1 << 16);
  private length = 0;

  add(...values: readonly number[]): void {
    this.reserve(values.length);
    for (const value of values) this.buffer[this.length++] = value;
  }

  words(...values: readonly number[]): void {
    for (const value of values) this.add(value & 255, value >> 8);
  }

  text(text: string): void {
    this.add(...new TextEncoder().encode(text));
  }

  /** Data in blocks of at most 255 bytes, ended by an empty one. */
  blocks(data: Uint8Array): void {
    for (let at = 0; at < data.length; at += 255) {
      const block = data.subarray(at, at + 255);
      this.add(block.length);
      this.reserve(block.length);
      this.buffer.set(block, this.length);
      this.length += block.length;
    }
    this.add(0);
  }

  taken(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    const larger = new Uint8Array(2 * (this.length + more));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }
}

/** Codes of any width, lowest bits first. */
class BitWriter {
  private readonly bytes = new Bytes();
  private held = 0;
  private count = 0;

  write(code: number, size: number): void {
    this.held |= code << this.count;
    this.count += size;
    for (; this.count >= 8; this.count -= 8, this.held >>>= 8) this.bytes.add(this.held & 255);
  }

  taken(): Uint8Array {
    if (this.count > 0) this.bytes.add(this.held & 255);
    this.count = 0;
    return this.bytes.taken();
  }
}
