/** What a reader sees of a GIF: every frame's pixels as colours, -1 where it is transparent. */
export interface ReadGif {
  readonly width: number;
  readonly height: number;
  readonly repeats: boolean;
  readonly comment: string;
  readonly frames: readonly {
    readonly width: number;
    readonly height: number;
    readonly delay: number;
    /** What becomes of it before the next frame: 1 stays, 2 is taken away. */
    readonly disposal: number;
    readonly pixels: Int32Array;
  }[];
}

/** A plain decoder after the specification of GIF89a, apart from the encoder under test. */
export function readGif(bytes: Uint8Array): ReadGif {
  const reader = new GifReader(bytes);
  while (reader.next());
  return reader;
}

class GifReader implements ReadGif {
  readonly frames: ReadGif["frames"][number][] = [];
  readonly width: number;
  readonly height: number;
  repeats = false;
  comment = "";
  private at = 13;
  private delay = 0;
  private clear = -1;
  private disposal = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset);
    if (text(bytes.subarray(0, 6)) !== "GIF89a") throw new Error("no GIF89a");
    this.width = this.view.getUint16(6, true);
    this.height = this.view.getUint16(8, true);
  }

  /** Reads a block; false after the last. */
  next(): boolean {
    const kind = this.bytes[this.at++];
    if (kind === 0x21) this.extension();
    else if (kind === 0x2c) this.image();
    else if (kind !== 0x3b) throw new Error(`unknown block ${kind} at ${this.at - 1}`);
    else if (this.at !== this.bytes.length) throw new Error("bytes after the end");
    return kind !== 0x3b;
  }

  private extension(): void {
    const label = this.bytes[this.at++];
    const data = this.blocks();
    if (label === 0xff) this.repeats = text(data).startsWith("NETSCAPE2.0");
    if (label === 0xfe) this.comment = text(data);
    if (label !== 0xf9) return;
    this.delay = data[1]! | (data[2]! << 8);
    this.disposal = (data[0]! >> 2) & 7;
    this.clear = data[0]! & 1 ? data[3]! : -1;
  }

  private image(): void {
    const { view, bytes, clear, delay, disposal } = this;
    const width = view.getUint16(this.at + 4, true);
    const height = view.getUint16(this.at + 6, true);
    const colors = 2 << (bytes[this.at + 8]! & 7);
    const table = bytes.subarray(this.at + 9, this.at + 9 + 3 * colors);
    this.at += 9 + 3 * colors;
    const least = bytes[this.at++]!;
    const indexes = expand(this.blocks(), least);
    if (indexes.length !== width * height) throw new Error(`${indexes.length} pixels`);
    const colour = (index: number) =>
      (table[3 * index]! << 16) | (table[3 * index + 1]! << 8) | table[3 * index + 2]!;
    const pixels = Int32Array.from(indexes, (index) => (index === clear ? -1 : colour(index)));
    this.frames.push({ width, height, delay, disposal, pixels });
  }

  private blocks(): Uint8Array {
    const data: number[] = [];
    for (let size = this.bytes[this.at++]!; size > 0; size = this.bytes[this.at++]!) {
      data.push(...this.bytes.subarray(this.at, this.at + size));
      this.at += size;
    }
    return Uint8Array.from(data);
  }
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Lempel, Ziv and Welch the other way round. */
function expand(data: Uint8Array, least: number): number[] {
  const clear = 1 << least;
  const codes = new CodeReader(data);
  const out: number[] = [];
  let table: number[][] = [];
  let size = least + 1;
  let before: number[] | undefined;
  for (;;) {
    const code = codes.next(size);
    if (code === clear + 1) return out;
    if (code === clear) {
      table = Array.from({ length: clear + 2 }, (_, index) => [index]);
      size = least + 1;
      before = undefined;
      continue;
    }
    const own = before && code === table.length ? [...before, before[0]!] : undefined;
    const entry = table[code] ?? own;
    if (!entry) throw new Error(`code ${code} of ${table.length}`);
    for (const index of entry) out.push(index);
    if (before && table.length < 4096) table.push([...before, entry[0]!]);
    if (table.length === 1 << size && size < 12) size++;
    before = entry;
  }
}

class CodeReader {
  private at = 0;
  private held = 0;
  private count = 0;
  private readonly data: Uint8Array;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  next(size: number): number {
    for (; this.count < size; this.count += 8) {
      if (this.at === this.data.length) throw new Error("no end");
      this.held |= this.data[this.at++]! << this.count;
    }
    const code = this.held & ((1 << size) - 1);
    this.held >>>= size;
    this.count -= size;
    return code;
  }
}
