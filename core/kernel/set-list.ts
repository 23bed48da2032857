import { fnvStep } from "./hash.ts";

/** Bytes of the first piece and, each being twice as large as the one before, of a late one. A larger set gets one of its own. */
const FIRST_PIECE = 1 << 12;
const PIECE = 1 << 22;
/** Most bytes of a number of 32 bits, at seven bits each. */
const MOST_BYTES = 5;

/** Sets of whole numbers below 2 ** 32, numbered as they come: the gaps between their members as bytes. */
export class SetList {
  #count = 0;
  #sizes = new Uint32Array(1024);
  #hashes = new Uint32Array(1024);
  /** Where each set begins: the number of its piece, and the place in that. */
  #pieceOf = new Uint32Array(1024);
  #startOf = new Uint32Array(1024);
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  #end = 0;
  /** By hash: the number of a set plus one, there or at the next free place; at most half are taken. */
  #places = new Uint32Array(2048);
  /** A start that nobody knows: sets cannot be made so that all have the same hash. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  /** What is being read. */
  #bytes = new Uint8Array();
  #at = 0;
  #member = 0;

  get count(): number {
    return this.#count;
  }

  sizeOf(set: number): number {
    return this.#sizes[set];
  }

  /** Adds a set, which may be there already. @param members ascending, each once @returns its number */
  push(members: Uint32Array): number {
    const set = this.#count;
    this.#write(members);
    this.#count++;
    return set;
  }

  /** Adds a set unless it is there. @param members ascending, each once @returns its number */
  add(members: Uint32Array): number {
    this.#write(members);
    const hash = hashOf(members, this.#seed);
    const place = this.#slotOf(hash, this.#count);
    const known = this.#places[place];
    if (known > 0) {
      this.#end = this.#startOf[this.#count];
      return known - 1;
    }
    this.#hashes[this.#count] = hash;
    this.#places[place] = ++this.#count;
    if (2 * this.#count > this.#places.length) this.#spread();
    return this.#count - 1;
  }

  /** Reads as many members as there is room for, in rising order. @returns how many */
  read(set: number, members: Uint32Array): number {
    this.#begin(set);
    const count = Math.min(this.#sizes[set], members.length);
    for (let i = 0; i < count; i++) members[i] = this.#next();
    return count;
  }

  /** Whether at most so many members of a set are without this mark. */
  isMarked(set: number, marks: Uint32Array, mark: number, most: number): boolean {
    this.#begin(set);
    let missing = 0;
    for (let left = this.#sizes[set]; left > 0; left--)
      if (marks[this.#next()] !== mark && ++missing > most) return false;
    return true;
  }

  #begin(set: number): void {
    this.#bytes = this.#pieces[this.#pieceOf[set]];
    this.#at = this.#startOf[set];
    this.#member = 0;
  }

  #next(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at++];
    let gap = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[this.#at++];
      gap |= (byte & 0x7f) << shift;
    }
    this.#member = (this.#member + gap) >>> 0;
    return this.#member;
  }

  /** Writes a set behind the last one; it counts once `#count` does. */
  #write(members: Uint32Array): void {
    const set = this.#count;
    if (set === this.#sizes.length) this.#grow();
    const bytes = this.#room(MOST_BYTES * members.length);
    this.#sizes[set] = members.length;
    this.#pieceOf[set] = this.#pieces.length - 1;
    this.#startOf[set] = this.#end;
    let last = 0;
    for (let i = 0; i < members.length; i++) {
      let gap = members[i] - last;
      last = members[i];
      for (; gap > 0x7f; gap >>>= 7) bytes[this.#end++] = 0x80 | (gap & 0x7f);
      bytes[this.#end++] = gap;
    }
  }

  #room(bytes: number): Uint8Array<ArrayBuffer> {
    const last = this.#pieces.at(-1);
    if (last !== undefined && this.#end + bytes <= last.length) return last;
    const usual = Math.min(PIECE, 2 * (last?.length ?? FIRST_PIECE / 2));
    const piece = new Uint8Array(Math.max(usual, bytes));
    this.#pieces.push(piece);
    this.#end = 0;
    return piece;
  }

  #grow(): void {
    this.#sizes = doubled(this.#sizes);
    this.#hashes = doubled(this.#hashes);
    this.#pieceOf = doubled(this.#pieceOf);
    this.#startOf = doubled(this.#startOf);
  }

  /** Where a set with the same members is noted, or else the first free place. */
  #slotOf(hash: number, set: number): number {
    const mask = this.#places.length - 1;
    let place = hash & mask;
    for (; this.#places[place] !== 0; place = (place + 1) & mask) {
      const known = this.#places[place] - 1;
      if (this.#hashes[known] === hash && this.#isSame(known, set)) break;
    }
    return place;
  }

  /** Whether a set has the members of the one that was written last. */
  #isSame(known: number, last: number): boolean {
    if (this.#sizes[known] !== this.#sizes[last]) return false;
    const bytes = this.#pieces[this.#pieceOf[known]];
    const written = this.#pieces[this.#pieceOf[last]];
    let at = this.#startOf[known];
    for (let i = this.#startOf[last]; i < this.#end; i++)
      if (bytes[at++] !== written[i]) return false;
    return true;
  }

  #spread(): void {
    this.#places = new Uint32Array(2 * this.#places.length);
    const mask = this.#places.length - 1;
    for (let set = 0; set < this.#count; set++) {
      let place = this.#hashes[set] & mask;
      while (this.#places[place] !== 0) place = (place + 1) & mask;
      this.#places[place] = set + 1;
    }
  }
}

/** FNV-1a over the numbers, with the high bits mixed into the low ones. */
function hashOf(members: Uint32Array, seed: number): number {
  let hash = seed;
  for (let i = 0; i < members.length; i++) hash = fnvStep(hash, members[i]);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(2 * numbers.length);
  wider.set(numbers);
  return wider;
}
