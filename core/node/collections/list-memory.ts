/** Bytes of a piece of memory; lists never lie in two. */
const PIECE = 1 << 24;

/** Lists that are kept in memory, one behind the other in large pieces: a million of small buffers would take twice as much. */
export class ListMemory {
  readonly #pieces: Uint8Array[] = [];
  readonly #most: number;
  /** Of the last piece. */
  #used = PIECE;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = Math.ceil(most / PIECE);
  }

  /** @returns the address, below 2^32; 0 where there is no more room */
  keep(bytes: Uint8Array): number {
    if (this.#used + bytes.length > PIECE) {
      if (this.#pieces.length === this.#most) return 0;
      this.#pieces.push(new Uint8Array(PIECE));
      // So that no address is 0.
      this.#used = 1;
    }
    const piece = this.#pieces.length - 1;
    this.#pieces[piece]!.set(bytes, this.#used);
    const address = piece * PIECE + this.#used;
    this.#used += bytes.length;
    return address;
  }

  /** The piece of an address, and where in it the address is. */
  at(address: number): { piece: Uint8Array; from: number } {
    return { piece: this.#pieces[Math.floor(address / PIECE)]!, from: address % PIECE };
  }
}
