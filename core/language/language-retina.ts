import { CELLS, type Positions, SIDE } from "../kernel/grid.ts";
import { posBitsOf, type RetinaData, termOrder } from "../retina/retina-data.ts";
import { FULL_NAMING, weightByte } from "../retina/term-weights.ts";
import { POS_TYPES, type Retina, type RetinaCard, TERM_LIMIT } from "../retina/types.ts";
import { languageName } from "./languages.ts";
import { type Pack, shareOf } from "./pack.ts";

/** Running words of a made-up corpus, in which the shares of a pack are counts. */
const WORDS = 2 ** 32 - 1;

/** What a word has of an English term. */
interface Part {
  readonly id: number;
  readonly weight: number;
}

/**
 * A retina of a pack's language on the map of an English one: each word lies where the terms lie that it names, in
 * the measure of their weights. Terms that the map lacks are left out, and words that have no other. The same pack and map
 * give the same retina.
 */
export function languageRetinaData(pack: Pack, map: Retina, name: string): RetinaData {
  const { nearest: width } = pack.header.counts;
  const ids = pack.terms.map((term) => map.idOf(term));
  const rows = pack.words
    .map((term, row) => {
      const parts: Part[] = [];
      for (let at = row * width; at < (row + 1) * width; at++) {
        const id = ids[pack.nearest[at]!]!;
        if (id >= 0) parts.push({ id, weight: pack.weights[at]! });
      }
      const occurrences = Math.max(1, Math.round(shareOf(pack.shares[row]!) * WORDS));
      return { term, occurrences, parts };
    })
    .filter(({ parts }) => parts.length > 0)
    .sort(termOrder);
  const documents = documentCounts(map);
  const piles = new Piles(map);
  const offsets = new Uint32Array(rows.length + 1);
  const room = new Uint16Array(rows.length * TERM_LIMIT);
  rows.forEach(({ parts }, id) => {
    const print = piles.positions(parts);
    room.set(print, offsets[id]!);
    offsets[id + 1] = offsets[id]! + print.length;
  });
  const positions = room.subarray(0, offsets.at(-1));
  const mean = (value: (id: number) => number) => (row: { readonly parts: readonly Part[] }) => {
    let sum = 0;
    let all = 0;
    for (const { id, weight } of row.parts) {
      sum += weight * value(id);
      all += weight;
    }
    return sum / all;
  };
  return {
    card: cardOf(pack, map, name, rows.length),
    terms: rows.map(({ term }) => term),
    documentCounts: Uint32Array.from(rows, ({ occurrences }) => documents(occurrences / WORDS)),
    occurrences: Uint32Array.from(rows, ({ occurrences }) => occurrences),
    posBits: Uint8Array.from(rows, ({ parts }) => partsOfSpeech(parts, map)),
    offsets,
    positions,
    anchors: anchorsOf(map, rows, (id) => positions.subarray(offsets[id]!, offsets[id + 1]!)),
    weights: Uint8Array.from(rows.map(mean((id) => map.weight(id))), weightByte),
    naming: Uint8Array.from(rows.map(mean((id) => map.naming(id))), (share) =>
      Math.round(FULL_NAMING * share),
    ),
  };
}

/** Changes with the code that makes them and that reads their texts, so that what an earlier release made is made again. */
const RELEASE = 3;

/** A pack or map, of which the checksum alone is looked at. */
type Checked = Pick<Retina, "checksum">;

/** What the retina of a language is made from, as its card has it. */
const madeFrom = (pack: Checked, map: Checked) => ({
  pack: pack.checksum,
  map: map.checksum,
  release: RELEASE,
});

/** Whether a retina is what this pack and map make. */
export const isLanguageRetinaOf = ({ card }: Retina, pack: Checked, map: Checked): boolean =>
  Object.entries(madeFrom(pack, map)).every(([name, value]) => card.options[name] === value);

/** The retina of a language lies on the map of another retina, whose checksum its card has. */
export const isLanguageRetina = ({ card }: Pick<Retina, "card">): boolean =>
  card.options.map !== undefined;

const ENGLISH = "en_";
const NAMED = /^(?:([a-z]{2,3})_(.+)|(.+)\.([a-z]{2,3}))$/;

/** Language and map of such a retina by its name: `de_associative` lies on `en_associative`, `law.de` on `law`. */
export function languageRetinaParts(name: string): { language: string; map: string } | undefined {
  const [, before, kind, own, after] = NAMED.exec(name) ?? [];
  if (before !== undefined && kind !== undefined && before !== "en")
    return { language: before, map: `${ENGLISH}${kind}` };
  return own !== undefined && after !== undefined ? { language: after, map: own } : undefined;
}

/** The name of the retina of a language on a map, see `languageRetinaParts`. */
export const languageRetinaName = (map: string, language: string): string =>
  map.startsWith(ENGLISH) ? `${language}_${map.slice(ENGLISH.length)}` : `${map}.${language}`;

/** What it is, in a sentence. */
export const languageRetinaDescription = (map: string, language: string): string =>
  `${languageName(language)} on the map of ${map}: each word lies where the English terms do that mean the same.`;

/** Checksum of the English retina that a retina lies on: what has the same map can be compared. */
export const mapOf = ({ card, checksum }: Pick<Retina, "card" | "checksum">): string =>
  typeof card.options.map === "string" ? card.options.map : checksum;

function cardOf(pack: Pack, map: Retina, name: string, terms: number): RetinaCard {
  return {
    name,
    description: languageRetinaDescription(map.name, pack.header.language),
    language: languageName(pack.header.language),
    corpus: `${pack.header.sources}; ${map.card.corpus}`,
    licence: `${pack.header.licence}; ${map.card.licence}`,
    created: map.card.created,
    options: {
      ...madeFrom(pack, map),
      language: pack.header.language,
      cut: pack.header.cut.join(" "),
    },
    ...(pack.characters === "" ? {} : { characters: pack.characters }),
    seed: map.card.seed,
    counts: { terms, phrases: 0, words: WORDS, documents: DOCUMENTS, skippedRecords: 0 },
    quality: {},
  };
}

/** Documents of the made-up corpus. */
const DOCUMENTS = 1_000_000;

/** Documents that hold a word with a share of running words: as many as hold English terms that are as frequent. */
function documentCounts(map: Retina): (share: number) => number {
  return (share) => {
    let low = 0;
    let high = map.termCount - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (map.frequency(middle) > share) low = middle + 1;
      else high = middle;
    }
    const frequency = map.frequency(low);
    const scale = frequency > 0 ? share / frequency : 1;
    const documents = map.documentFrequency(low) * Math.min(1, scale);
    return Math.max(1, Math.min(DOCUMENTS, Math.round(DOCUMENTS * documents)));
  };
}

/** Share of running words: "and", "or" and "of" are as frequent; "back" and "well", which may be nouns all the same, are not. */
const JOINS_FROM = 1.2e-3;

/** Whether an English term joins words of a subject and is none itself. */
const joins = (id: number, map: Retina): boolean =>
  map.frequency(id) >= JOINS_FROM && map.posTypes(id).join() === "UNKNOWN";

/**
 * Parts of speech that most of a word's weight has. A word that means "and" before all else has no other than "and" has: terms near
 * to it, such as "et" and "und", are nouns in English, where they are parts of names.
 */
function partsOfSpeech(parts: readonly Part[], map: Retina): number {
  const [first] = parts;
  if (first !== undefined && joins(first.id, map)) return posBitsOf(map.posTypes(first.id));
  const amounts = POS_TYPES.map(() => 0);
  let all = 0;
  for (const { id, weight } of parts) {
    all += weight;
    for (const type of map.posTypes(id)) amounts[POS_TYPES.indexOf(type)]! += weight;
  }
  return posBitsOf(POS_TYPES.filter((_, i) => 2 * amounts[i]! > all));
}

/** Finds the highest cells of a pile of terms; of equally high ones those with the higher neighbours. */
class Piles {
  readonly #map: Retina;
  /** All 0 between two piles, as are the counts: what a pile touches is a fifth of the map. */
  readonly #heights = new Uint16Array(CELLS);
  readonly #touched = new Uint16Array(CELLS);
  /** How many touched cells have each height. */
  readonly #counts = new Uint16Array(MOST_HEIGHT + 1);
  /** Of cells of one height, see `keyOf`. */
  readonly #tied = new Uint32Array(CELLS);
  readonly #chosen = new Uint16Array(TERM_LIMIT);
  /** A term is piled up seventeen times on average. */
  readonly #prints = new Map<number, Positions>();

  constructor(map: Retina) {
    this.#map = map;
  }

  /** Weights are whole numbers, so that heights are exact. */
  positions(parts: readonly Part[]): Positions {
    const heights = this.#heights;
    const counts = this.#counts;
    const chosen = this.#chosen;
    const tied = this.#tied;
    const touched = this.#touched.subarray(0, this.#pile(parts));
    let limit = 0;
    for (let i = 0; i < touched.length; i++) {
      const height = heights[touched[i]!]!;
      counts[height]!++;
      if (height > limit) limit = height;
    }
    let above = 0;
    while (limit > 1 && above + counts[limit]! <= TERM_LIMIT) above += counts[limit--]!;
    let found = 0;
    let even = 0;
    for (let i = 0; i < touched.length; i++) {
      const cell = touched[i]!;
      const height = heights[cell]!;
      if (height > limit) chosen[found++] = cell;
      else if (height === limit) tied[even++] = keyOf(heights, cell);
    }
    const keys = tied.subarray(0, even).sort();
    while (found < TERM_LIMIT && even > 0) chosen[found++] = CELLS - 1 - (keys[--even]! % CELLS);
    for (let i = 0; i < touched.length; i++) {
      const cell = touched[i]!;
      counts[heights[cell]!] = 0;
      heights[cell] = 0;
    }
    return chosen.slice(0, found).sort();
  }

  /** @returns how many cells were touched */
  #pile(parts: readonly Part[]): number {
    const heights = this.#heights;
    const touched = this.#touched;
    let count = 0;
    for (const { id, weight } of parts) {
      if (weight === 0) continue;
      const print = this.#printOf(id);
      for (let i = 0; i < print.length; i++) {
        const cell = print[i]!;
        if (heights[cell] === 0) touched[count++] = cell;
        heights[cell]! += weight;
      }
    }
    return count;
  }

  #printOf(id: number): Positions {
    let print = this.#prints.get(id);
    if (print === undefined) {
      print = this.#map.positions(id);
      this.#prints.set(id, print);
    }
    return print;
  }
}

/** 64 neighbours at most, of a byte each. */
const MOST_HEIGHT = 64 * 255;

/** Orders cells by how high the eight around them are, of equal ones the lower last; below 2 to the power of 31. */
const keyOf = (heights: Uint16Array, cell: number): number =>
  around(heights, cell) * CELLS + (CELLS - 1 - cell);

/** How high the eight cells around one are, on a torus. */
function around(heights: Uint16Array, cell: number): number {
  const column = cell % SIDE;
  const row = cell - column;
  const above = (row + CELLS - SIDE) % CELLS;
  const below = (row + SIDE) % CELLS;
  const left = (column + SIDE - 1) % SIDE;
  const right = (column + 1) % SIDE;
  return (
    heights[above + left]! +
    heights[above + column]! +
    heights[above + right]! +
    heights[row + left]! +
    heights[row + right]! +
    heights[below + left]! +
    heights[below + column]! +
    heights[below + right]!
  );
}

/**
 * The word that names each cell: the most frequent one that means the English name before all else; where there is none,
 * the most frequent that lies there.
 */
function anchorsOf(
  map: Retina,
  rows: readonly { readonly parts: readonly Part[] }[],
  printOf: (row: number) => Positions,
): Uint32Array {
  const meaning = new Map<number, number>();
  const lying = new Int32Array(CELLS).fill(-1);
  rows.forEach(({ parts: [first] }, row) => {
    if (first !== undefined && !meaning.has(first.id)) meaning.set(first.id, row);
    for (const cell of printOf(row)) if (lying[cell] === -1) lying[cell] = row;
  });
  return Uint32Array.from(lying, (row, cell) => meaning.get(map.anchor(cell)) ?? Math.max(0, row));
}
