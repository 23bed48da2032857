import { popcount } from "./bitmap.ts";
import { SetList } from "./set-list.ts";

/**
 * Two sets are alike if at least four fifths of the members of both together are in both (Jaccard 0.8). Of sizes a and b
 * that means: they share at least 4 (a + b) / 9 members.
 */
const PARTS = 5;
const SHARED_PARTS = 4;
const BOTH = PARTS + SHARED_PARTS;

/** Members read or sets looked at between two steps. */
const STEP = 4096;

/**
 * Finds for each of many different sets the first one that is alike, exactly, without comparing all with all.
 *
 * The members of each set are put in order, those of the fewest sets first. Two sets that are alike share one of their
 * first members, and the places where it stands in either order bound what they can share (prefix and positional filter of
 * set similarity joins: Chaudhuri et al. 2006; Xiao et al. 2008). Behind each member its sets are listed by size and by
 * that place, so that those beyond the bounds are passed over together: sets that share what nearly all have, and
 * differ in what few have, are never looked at. What is left is compared by 64 bits first, then member by member.
 */
export class AlikeSets {
  /** By set: the number of the first one that is alike, itself where there is none before it. */
  readonly first: Uint32Array;
  /** Entries of lists that were looked at and sets that were compared: what the time goes by. */
  looked = 0;
  readonly #count: number;
  readonly #sizes: Uint32Array;
  readonly #members: number;
  /** Members numbered by how many sets have them, the fewest first. */
  #sets: SetList;
  /** Members below this number are in one set only. */
  #shared = 0;
  /** 64 bits of each set: for each bit whether an odd number of the members falls on it. */
  readonly #bits: Uint32Array;
  /** By member: where its list begins; one more than members. */
  readonly #starts: Uint32Array;
  /** The sets of all lists, and the place of the member in the order of each. */
  #listed = new Uint32Array();
  #places = new Uint32Array();
  readonly #marks: Uint32Array;
  readonly #compared: Uint32Array;
  readonly #own: Uint32Array;

  /** @param sets different ones, of members below `members` */
  constructor(sets: SetList, members: number) {
    this.#sets = sets;
    this.#members = members;
    this.#count = sets.count;
    this.first = Uint32Array.from({ length: sets.count }, (_, set) => set);
    this.#bits = new Uint32Array(2 * sets.count);
    this.#starts = new Uint32Array(members + 1);
    this.#marks = new Uint32Array(members);
    this.#compared = new Uint32Array(sets.count);
    this.#sizes = Uint32Array.from({ length: sets.count }, (_, set) => sets.sizeOf(set));
    this.#own = new Uint32Array(this.#sizes.reduce((most, size) => Math.max(most, size), 0));
  }

  /** Does the work a piece at a time. @returns of each piece what share of the sets has its answer */
  *steps(): Generator<number, void> {
    const numbers = yield* this.#byFrequency();
    yield* this.#renumber(numbers);
    yield* this.#list();
    for (let set = 0, next = 0; set < this.#count; set++) {
      this.#findFirst(set);
      if (this.looked + set < next) continue;
      next = this.looked + set + STEP;
      yield set / this.#count;
    }
  }

  /** By member its number in the order of how many sets have it; of equals the one that came first. */
  *#byFrequency(): Generator<number, Uint32Array> {
    const frequency = new Uint32Array(this.#members);
    for (let set = 0; set < this.#count; set++) {
      const size = this.#sets.read(set, this.#own);
      for (let i = 0; i < size; i++) frequency[this.#own[i]]++;
      if (set % STEP === 0) yield 0;
    }
    const next = new Uint32Array(this.#count + 2);
    for (let member = 0; member < this.#members; member++) next[frequency[member] + 1]++;
    for (let i = 0; i <= this.#count; i++) next[i + 1] += next[i];
    this.#shared = next[Math.min(2, this.#count + 1)];
    return frequency.map((sets) => next[sets]++);
  }

  *#renumber(numbers: Uint32Array): Generator<number, void> {
    const sets = new SetList();
    for (let set = 0; set < this.#count; set++) {
      const members = this.#own.subarray(0, this.#sets.read(set, this.#own));
      for (let i = 0; i < members.length; i++) {
        const member = numbers[members[i]];
        members[i] = member;
        this.#bits[2 * set + ((member >>> 5) & 1)] ^= 1 << (member & 31);
      }
      sets.push(members.sort());
      if (set % STEP === 0) yield 0;
    }
    this.#sets = sets;
  }

  /** Lists the sets behind each of their first members, by size, then by place, then by number. */
  *#list(): Generator<number, void> {
    const own = this.#own;
    for (let set = 0; set < this.#count; set++) {
      const count = this.#sets.read(set, own.subarray(0, firstsOf(this.#sizes[set])));
      for (let i = 0; i < count; i++) if (own[i] >= this.#shared) this.#starts[own[i] + 1]++;
      if (set % STEP === 0) yield 0;
    }
    for (let i = 0; i < this.#members; i++) this.#starts[i + 1] += this.#starts[i];
    this.#listed = new Uint32Array(this.#starts[this.#members]);
    this.#places = new Uint32Array(this.#listed.length);
    const next = this.#starts.slice();
    const ordered = this.#bySize();
    for (let from = 0, to = 0; from < ordered.length; from = to) {
      const size = this.#sizes[ordered[from]];
      while (to < ordered.length && this.#sizes[ordered[to]] === size) to++;
      const group = ordered.subarray(from, to);
      const firsts = firstsOf(size);
      const members = new Uint32Array(firsts * group.length);
      group.forEach((set, i) => {
        this.#sets.read(set, members.subarray(i * firsts, (i + 1) * firsts));
      });
      for (let place = 0; place < firsts; place++) {
        for (let i = 0; i < group.length; i++) {
          const member = members[i * firsts + place];
          if (member < this.#shared) continue;
          const at = next[member]++;
          this.#listed[at] = group[i];
          this.#places[at] = place;
        }
        yield 0;
      }
    }
  }

  /** The sets, the smallest first, of equal size in order. */
  #bySize(): Uint32Array {
    const next = new Uint32Array(this.#own.length + 2);
    for (let set = 0; set < this.#count; set++) next[this.#sizes[set] + 1]++;
    for (let i = 0; i <= this.#own.length; i++) next[i + 1] += next[i];
    const ordered = new Uint32Array(this.#count);
    for (let set = 0; set < this.#count; set++) ordered[next[this.#sizes[set]]++] = set;
    return ordered;
  }

  #findFirst(set: number): void {
    const size = this.#sets.read(set, this.#own);
    for (let i = 0; i < size; i++) this.#marks[this.#own[i]] = set + 1;
    const firsts = firstsOf(size);
    for (let place = 0; place < firsts && this.first[set] > 0; place++) {
      const member = this.#own[place];
      if (member >= this.#shared) this.#lookBehind(member, { set, size, place });
    }
  }

  /** Looks through the sets behind a member for earlier ones than `first` has. */
  #lookBehind(member: number, { set, size, place }: Looking): void {
    const end = this.#starts[member + 1];
    const longest = Math.floor((PARTS * size - BOTH * place) / SHARED_PARTS);
    let at = this.#pass(this.#starts[member], end, fewestOf(size) - 1, LAST_PLACE);
    while (at < end) {
      this.looked++;
      const otherSize = this.#sizes[this.#listed[at]];
      const otherPlace = this.#places[at];
      if (otherSize > longest) break;
      const most = mostMissing(otherSize, size);
      if (otherPlace > most) at = this.#pass(at, end, otherSize, LAST_PLACE);
      else {
        const to = this.#pass(at, end, otherSize, otherPlace);
        this.#compare(set, this.#listed.subarray(at, to), most);
        at = to;
      }
    }
  }

  /** Compares a set with others of one size, of which it may lack so many members, up to the first that is alike. */
  #compare(set: number, others: Uint32Array, most: number): void {
    const mark = set + 1;
    const bits = this.#bits;
    const [low, high] = [bits[2 * set], bits[2 * set + 1]];
    const both = this.#sizes[set] + this.#sizes[others[0]];
    const first = this.first[set];
    let i = 0;
    for (; i < others.length && others[i] < first; i++) {
      const other = others[i];
      if (this.#compared[other] === mark) continue;
      this.#compared[other] = mark;
      const different = popcount(low ^ bits[2 * other]) + popcount(high ^ bits[2 * other + 1]);
      // Of two that are alike, no more members than a ninth of both sizes are in one of them alone.
      if (BOTH * different > both || !this.#sets.isMarked(other, this.#marks, mark, most)) continue;
      this.first[set] = other;
      break;
    }
    this.looked += i;
  }

  /** The first entry of a list behind those of this size and place, and behind smaller ones, from `at` on. */
  #pass(at: number, end: number, size: number, place: number): number {
    let step = 1;
    while (at < end && !this.#isBehind(Math.min(end, at + step) - 1, size, place)) {
      at = Math.min(end, at + step);
      step *= 2;
    }
    let high = Math.min(end, at + step);
    while (at < high) {
      const middle = (at + high) >>> 1;
      if (this.#isBehind(middle, size, place)) high = middle;
      else at = middle + 1;
    }
    return at;
  }

  #isBehind(entry: number, size: number, place: number): boolean {
    const own = this.#sizes[this.#listed[entry]];
    return own > size || (own === size && this.#places[entry] > place);
  }
}

/** Behind all places. */
const LAST_PLACE = Number.POSITIVE_INFINITY;

/** A set, its size, and the place of the member by which others are looked for. */
interface Looking {
  readonly set: number;
  readonly size: number;
  readonly place: number;
}

/** Members of the smallest set that can be alike to one of this size. */
const fewestOf = (size: number) => Math.ceil((SHARED_PARTS * size) / PARTS);

/** Members of a set that one of size `other` may lack where the two are alike; below 0 where they never are. */
const mostMissing = (size: number, other: number) =>
  Math.floor((PARTS * size - SHARED_PARTS * other) / BOTH);

/** How many members of a set, of those that the fewest sets have, it may share first with one that is alike. */
const firstsOf = (size: number) => (size === 0 ? 0 : mostMissing(size, fewestOf(size)) + 1);
