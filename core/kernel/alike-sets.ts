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
  /** The sets of all lists, and of each the number of its class: of its size and of the member's place in its order. */
  #listed = new Uint32Array();
  #classes = new Uint32Array();
  /** By class, in rising order. */
  readonly #sizeOf: number[] = [];
  readonly #placeOf: number[] = [];
  /** By size: how many classes are of this size or a smaller one. */
  readonly #classesUpTo: Uint32Array;
  readonly #marks: Uint32Array;
  readonly #compared: Uint32Array;
  readonly #own: Uint32Array;
  /** Whether the marks are those of the set that is being looked for. */
  #isRead = false;

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
    const largest = this.#sizes.reduce((most, size) => Math.max(most, size), 0);
    this.#own = new Uint32Array(largest);
    this.#classesUpTo = new Uint32Array(largest + 1);
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
    this.#classes = new Uint32Array(this.#listed.length);
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
          this.#classes[at] = this.#sizeOf.length;
        }
        this.#sizeOf.push(size);
        this.#placeOf.push(place);
        yield 0;
      }
      this.#classesUpTo.fill(this.#sizeOf.length, size);
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
    const size = this.#sizes[set];
    const firsts = this.#sets.read(set, this.#own.subarray(0, firstsOf(size)));
    this.#isRead = false;
    for (let place = 0; place < firsts && this.first[set] > 0; place++) {
      const member = this.#own[place];
      if (member >= this.#shared) this.#lookBehind(member, set, place);
    }
  }

  /** Looks through the sets behind a member, which has this place in the order of a set, for earlier ones than `first`. */
  #lookBehind(member: number, set: number, place: number): void {
    const [listed, classes, compared] = [this.#listed, this.#classes, this.#compared];
    const size = this.#sizes[set];
    const longest = Math.floor((PARTS * size - BOTH * place) / SHARED_PARTS);
    const end = this.#starts[member + 1];
    let first = this.first[set];
    let at = this.#pass(this.#starts[member], end, this.#classesUpTo[fewestOf(size) - 1]);
    while (at < end) {
      this.looked++;
      const group = classes[at];
      const other = listed[at];
      const otherSize = this.#sizeOf[group];
      if (otherSize > longest) break;
      const most = mostMissing(otherSize, size);
      if (this.#placeOf[group] > most) at = this.#pass(at + 1, end, this.#classesUpTo[otherSize]);
      else if (other >= first) at = this.#pass(at + 1, end, group + 1);
      else {
        at++;
        if (compared[other] === set + 1) continue;
        compared[other] = set + 1;
        if (this.#isAlike(set, other, most)) first = other;
      }
    }
    this.first[set] = first;
  }

  /** Whether a set is alike to another one, which may have so many members that it lacks. */
  #isAlike(set: number, other: number, most: number): boolean {
    const bits = this.#bits;
    const different =
      popcount(bits[2 * set] ^ bits[2 * other]) + popcount(bits[2 * set + 1] ^ bits[2 * other + 1]);
    // Of two that are alike, no more members than a ninth of both sizes are in one of them alone.
    if (BOTH * different > this.#sizes[set] + this.#sizes[other]) return false;
    return this.#sets.isMarked(other, this.#marked(set), set + 1, most);
  }

  /** The marks, with those of this set. */
  #marked(set: number): Uint32Array {
    if (this.#isRead) return this.#marks;
    this.#isRead = true;
    const size = this.#sets.read(set, this.#own);
    for (let i = 0; i < size; i++) this.#marks[this.#own[i]] = set + 1;
    return this.#marks;
  }

  /** The first entry of a list, from `at` on, of this class or a later one. */
  #pass(at: number, end: number, group: number): number {
    const classes = this.#classes;
    let step = 1;
    let low = at;
    // Most are found at once; far ones in steps that grow, so that long lists cost little.
    while (low + step <= end && classes[low + step - 1] < group) {
      low += step;
      step *= 2;
    }
    let high = Math.min(end, low + step - 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (classes[middle] >= group) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Members of the smallest set that can be alike to one of this size. */
const fewestOf = (size: number) => Math.ceil((SHARED_PARTS * size) / PARTS);

/** Members of a set that one of size `other` may lack where the two are alike; below 0 where they never are. */
const mostMissing = (size: number, other: number) =>
  Math.floor((PARTS * size - SHARED_PARTS * other) / BOTH);

/** How many members of a set, of those that the fewest sets have, it may share first with one that is alike. */
const firstsOf = (size: number) => (size === 0 ? 0 : mostMissing(size, fewestOf(size)) + 1);
