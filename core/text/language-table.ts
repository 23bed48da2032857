/** The statistics of the languages as the library holds them: by run of letters, what it counts for in each language. */
export interface LanguageData {
  readonly type: string;
  /** Codes of the languages by number. */
  readonly languages: Readonly<Record<string, string>>;
  /** By run of letters and number of a language: whole numbers from 0 to 255. */
  readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>> | undefined>>;
}

/** Changes with the layout. */
const VERSION = 1;
/** Version, runs, pairs, bytes of the names. */
const HEAD = 4;
/** Runs have at most so many letters, each of one byte: they fit the 53 bits of a whole number. */
const LONGEST = 6;

/**
 * As bytes that are read without taking them apart: the head; the runs in rising order, each as one number; for each where its
 * pairs end; the pairs, number of a language and what the run counts for there; type and codes as JSON. As code the same takes
 * about a second to read. Throws an `Error` for what does not fit.
 */
export function writeLanguageTable({ type, languages, ngrams }: LanguageData): Uint8Array {
  const runs = Object.entries(ngrams)
    .map(([run, counts]) => ({ key: keyOf(run), counts: Object.entries(counts ?? {}) }))
    .sort((a, b) => a.key - b.key);
  const pairs = runs.flatMap(({ counts }) => counts.flatMap(([code, count]) => [+code, count]));
  if (runs.some(({ key }) => key < 0) || pairs.some((value) => value !== (value & 255)))
    throw new Error("The statistics of the languages do not fit the table.");
  let end = 0;
  const names = new TextEncoder().encode(JSON.stringify({ type, languages }));
  const parts = [
    Uint32Array.of(VERSION, runs.length, pairs.length, names.length),
    Float64Array.from(runs, ({ key }) => key),
    Uint32Array.from(runs, ({ counts }) => {
      end += 2 * counts.length;
      return end;
    }),
    Uint8Array.from(pairs),
    names,
  ];
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return bytes;
}

/** Runs are looked up as they are asked for. Undefined for bytes of another layout or length. */
export function readLanguageTable(bytes: Uint8Array): LanguageData | undefined {
  if (bytes.length < 4 * HEAD) return undefined;
  const whole = bytes.slice().buffer;
  const [version, runCount = 0, pairCount = 0, nameCount = 0] = new Uint32Array(whole, 0, HEAD);
  const keysAt = 4 * HEAD;
  const endsAt = keysAt + 8 * runCount;
  const pairsAt = endsAt + 4 * runCount;
  const namesAt = pairsAt + pairCount;
  if (version !== VERSION || namesAt + nameCount !== whole.byteLength) return undefined;
  const find = finder({
    keys: new Float64Array(whole, keysAt, runCount),
    ends: new Uint32Array(whole, endsAt, runCount),
    pairs: new Uint8Array(whole, pairsAt, pairCount),
  });
  const names = new TextDecoder().decode(new Uint8Array(whole, namesAt));
  const ngrams = new Proxy({}, { get: (_, run) => find(String(run)) });
  return { ...(JSON.parse(names) as Omit<LanguageData, "ngrams">), ngrams };
}

interface Table {
  readonly keys: Float64Array;
  readonly ends: Uint32Array;
  readonly pairs: Uint8Array;
}

function finder({ keys, ends, pairs }: Table) {
  return (run: string): Record<string, number> | undefined => {
    const key = keyOf(run);
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    if (keys[low] !== key) return undefined;
    const counts: Record<string, number> = {};
    for (let at = low === 0 ? 0 : ends[low - 1]!; at < ends[low]!; at += 2)
      counts[pairs[at]!] = pairs[at + 1]!;
    return counts;
  };
}

/** A run as a whole number, the same for no two; -1 for one that is too long or has letters of more than a byte. */
function keyOf(run: string): number {
  if (run.length > LONGEST) return -1;
  let key = 0;
  for (let at = 0; at < LONGEST; at++) {
    const letter = at < run.length ? run.charCodeAt(at) : 0;
    if (letter > 255 || (at < run.length && letter === 0)) return -1;
    key = key * 256 + letter;
  }
  return key;
}
