import { rowProducts } from "../kernel/matrix-products.ts";
import { type Pack, type PackHeader, shareByte } from "./pack.ts";
import { type Likelihood, type Spelling, spell } from "./spellings.ts";
import type { ListedWord } from "./word-list.ts";

/** What a pack is made from. */
export interface PackSources
  extends Pick<PackHeader, "language" | "cut" | "licence" | "sources" | "madeFrom"> {
  readonly words: readonly ListedWord[];
  /** English terms, the most frequent first. */
  readonly terms: readonly string[];
  /** As a pack has them; words are written without the former of each pair. */
  readonly characters: string;
}

/** A sentence encoder of several languages, and its knowledge of spellings. */
export interface WordReader {
  readonly likelihood: Likelihood;
  /** A vector of length 1 for each text, row by row, in any unit. */
  readonly read: (
    texts: readonly string[],
  ) => Promise<{ readonly dimensions: number; readonly values: ArrayLike<number> }>;
}

/** English terms that each word names. */
const NEAREST = 10;
/** Nearer terms count for much more, frequent ones a little more. */
const POWER = 4;
const RANK_POWER = -0.15;
const RECIPE = `${NEAREST} nearest terms, cosine^${POWER} x rank^${RANK_POWER}`;
/** Words whose products are computed at one go. */
const TILE = 64;

/** The same words, terms and encoder give the same pack. Takes minutes for 50,000 words, nearly all of them the encoder's. */
export async function makePack(
  { words: listed, terms, characters, ...origin }: PackSources,
  { likelihood, read }: WordReader,
): Promise<Omit<Pack, "checksum">> {
  const { language } = origin;
  const english = await vectorsOf(
    terms.map((term) => bothCases(term)),
    read,
  );
  const spelt = listed.map(({ word }) => spell(word, language, likelihood));
  const own = await vectorsOf(
    spelt.map(({ spellings }) => spellings),
    read,
  );
  const found = nearestRows(own, english);
  const rows = listed.flatMap(({ share }, row) =>
    spelt[row]!.forms.map((form) => ({ form, share, row })),
  );
  const byWord = new Map<string, (typeof rows)[number]>();
  // A spelling that the list has itself goes before one that was worked out.
  for (const each of rows)
    if (!byWord.has(each.form) || listed[each.row]?.word === each.form) byWord.set(each.form, each);
  const sorted = [...byWord.values()].sort((a, b) => (a.form < b.form ? -1 : 1));
  const used = [...new Set(found.ids)].map((id) => terms[id]!).sort(byCode);
  const places = new Map(used.map((term, place) => [term, place]));
  const nearest = new Uint16Array(sorted.length * NEAREST);
  const weights = new Uint8Array(nearest.length);
  sorted.forEach(({ row }, at) => {
    const heaviest = weighed(found, row);
    heaviest.forEach(({ id, weight }, i) => {
      nearest[at * NEAREST + i] = places.get(terms[id]!)!;
      weights[at * NEAREST + i] = Math.max(1, Math.round((255 * weight) / heaviest[0]!.weight));
    });
  });
  return {
    header: {
      ...origin,
      recipe: RECIPE,
      counts: { words: sorted.length, terms: used.length, nearest: NEAREST },
    },
    words: sorted.map(({ form }) => form),
    terms: used,
    shares: Uint8Array.from(sorted, ({ share }) => shareByte(share)),
    nearest,
    weights,
    characters,
  };
}

const byCode = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Encoders know pieces of words by case; an English term may stand at the head of a sentence. */
function bothCases(term: string): Spelling[] {
  const capital = term.slice(0, 1).toUpperCase() + term.slice(1);
  return capital === term
    ? [{ text: term, amount: 1 }]
    : [term, capital].map((text) => ({ text, amount: 0.5 }));
}

interface Rows {
  readonly dimensions: number;
  readonly count: number;
  readonly values: Float32Array;
}

/** A vector of length 1 for each word: the mean of those of its spellings. */
async function vectorsOf(
  spelt: readonly (readonly Spelling[])[],
  read: WordReader["read"],
): Promise<Rows> {
  const { dimensions, values } = await read(spelt.flatMap((all) => all.map(({ text }) => text)));
  const rows = new Float32Array(spelt.length * dimensions);
  const sum = new Float64Array(dimensions);
  let at = 0;
  spelt.forEach((all, row) => {
    sum.fill(0);
    for (const { amount } of all) {
      for (let i = 0; i < dimensions; i++) sum[i]! += amount * values[at + i]!;
      at += dimensions;
    }
    const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
    rows.set(length > 0 ? sum.map((value) => value / length) : sum, row * dimensions);
  });
  return { dimensions, count: spelt.length, values: rows };
}

interface Found {
  /** For each word the rows of its nearest terms, nearest first. */
  readonly ids: Uint32Array;
  readonly cosines: Float32Array;
}

/** For each row of `left` the nearest of `right`; of equally near ones the first. */
export function nearestRows(left: Rows, right: Rows, most = NEAREST): Found {
  const { dimensions } = left;
  const products = rowProducts(right.values, right.count, dimensions);
  const ids = new Uint32Array(left.count * most);
  const cosines = new Float32Array(ids.length).fill(Number.NEGATIVE_INFINITY);
  for (let first = 0; first < left.count; first += TILE) {
    const rows = Math.min(TILE, left.count - first);
    const tile = left.values.subarray(first * dimensions, (first + rows) * dimensions);
    const found = products.times(tile, rows);
    for (let row = 0; row < rows; row++) {
      const start = (first + row) * most;
      const last = start + most - 1;
      const from = row * products.stride;
      for (let id = 0; id < right.count; id++) {
        const cosine = found[from + id]!;
        if (cosine <= cosines[last]!) continue;
        let at = last;
        for (; at > start && cosines[at - 1]! < cosine; at--) {
          cosines[at] = cosines[at - 1]!;
          ids[at] = ids[at - 1]!;
        }
        cosines[at] = cosine;
        ids[at] = id;
      }
    }
  }
  return { ids, cosines };
}

/** The nearest terms of a word, heaviest first. */
function weighed({ ids, cosines }: Found, row: number) {
  return Array.from({ length: NEAREST }, (_, i) => {
    const id = ids[row * NEAREST + i]!;
    const cosine = Math.max(cosines[row * NEAREST + i]!, 1e-3);
    return { id, weight: cosine ** POWER * (id + 1) ** RANK_POWER };
  }).sort((a, b) => b.weight - a.weight || a.id - b.id);
}
