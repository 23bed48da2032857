import { CELLS, EDGE, ROW_SHIFT } from "../kernel/grid.ts";
import { posBitsOf } from "../retina/retina-data.ts";
import { NEUTRAL_WEIGHT } from "../retina/term-weights.ts";
import { type PosType, TERM_LIMIT } from "../retina/types.ts";
import type { RetinaRows } from "./assemble-retina.ts";
import { type Codes, largestSelector } from "./codes/encode.ts";
import { addRelatives, type Pull, type Relatives, relativesOf } from "./lexicon/relatives.ts";
import { LEXICON_PARTS, type Lexicon, type LexiconPart } from "./lexicon/wordnet.ts";
import type { TermVectors } from "./vectors/term-vectors.ts";

/** Names of several words, or with digits and points, are left to the corpus: it tells which of them are used. */
const PLAIN_WORD = /^[a-z]{3,}$/;
const POS_OF_PART: Readonly<Record<LexiconPart, PosType>> = {
  noun: "NOUN",
  verb: "VERB",
  adj: "ADJECTIVE",
  adv: "UNKNOWN",
};

/**
 * The rows of a training and, after them, those of words that the lexicon has and the corpus lacks: a word's cells are those
 * that its relatives in the corpus have. It occurs in no document, names no place and counts in a text as a rare word does.
 */
export function withUnmetTerms(
  rows: RetinaRows,
  { lexicon, pull }: { readonly lexicon: Lexicon; readonly pull: Pull },
): RetinaRows {
  const { terms, codes, posBits, vectors, weights, naming } = rows;
  const known = new Map(terms.names.map((name, row) => [name, row]));
  const unknown = Array.from(lexicon.words).filter(
    (word) => PLAIN_WORD.test(word) && !known.has(word),
  );
  const { starts } = relativesOf(unknown, { lexicon, known, pull });
  const words = unknown.filter((_, at) => starts[at + 1]! > starts[at]!);
  // Those left out had none, so the others' lists are the same.
  const relatives = relativesOf(words, { lexicon, known, pull });
  const zeros = words.map(() => 0);
  return {
    ...rows,
    terms: {
      ...terms,
      names: [...terms.names, ...words],
      counts: Uint32Array.from([...terms.counts, ...zeros]),
      documents: Uint32Array.from([...terms.documents, ...zeros]),
    },
    posBits: Uint8Array.from([...posBits, ...words.map((word) => posBitsIn(lexicon, word))]),
    codes: withCodes(codes, relatives),
    vectors: withVectors(vectors, relatives),
    ...(weights && { weights: Uint8Array.from([...weights, ...words.map(() => NEUTRAL_WEIGHT)]) }),
    ...(naming && { naming: Uint8Array.from([...naming, ...zeros]) }),
  };
}

function posBitsIn(lexicon: Lexicon, word: string): number {
  const parts = LEXICON_PARTS.filter((part) => lexicon.senses(word, part).length > 0);
  const types = parts.map((part) => POS_OF_PART[part]);
  const known = types.filter((type) => type !== "UNKNOWN");
  return posBitsOf(known.length > 0 ? known : ["UNKNOWN"]);
}

/** What the cells beside a cell add to its votes: of cells with as many votes, those amid others stay. */
const BESIDE = 1 / 64;
const NEXT = [-1, 0, 1] as const;

/** Each relative votes for its cells; the most voted for become the word's, as many as its relatives have on average. */
function withCodes({ rows, sizes, positions }: Codes, relatives: Relatives): Codes {
  const { starts, columns, weights } = relatives;
  const added = starts.length - 1;
  const all: Codes = {
    rows: rows + added,
    sizes: new Uint16Array(rows + added),
    positions: new Uint16Array((rows + added) * TERM_LIMIT),
  };
  all.sizes.set(sizes);
  all.positions.set(positions);
  const select = largestSelector(CELLS);
  const scores = new Float32Array(CELLS);
  for (let word = 0; word < added; word++) {
    const votes = new Float64Array(CELLS);
    let cells = 0;
    let total = 0;
    for (let k = starts[word]!; k < starts[word + 1]!; k++) {
      const from = columns[k]! * TERM_LIMIT;
      const size = sizes[columns[k]!]!;
      for (let i = from; i < from + size; i++) votes[positions[i]!]! += weights[k]!;
      cells += size * weights[k]!;
      total += weights[k]!;
    }
    for (let cell = 0; cell < CELLS; cell++)
      scores[cell] = votes[cell]! > 0 ? amid(votes, cell) : 0;
    const size = Math.round(cells / total);
    const at = (rows + word) * TERM_LIMIT;
    all.sizes[rows + word] = size;
    select(scores, size, all.positions.subarray(at, at + size));
  }
  return all;
}

/** The votes of a cell and a little of those beside it, on the torus. */
function amid(votes: Float64Array, cell: number): number {
  let sum = 0;
  for (const down of NEXT)
    for (const right of NEXT)
      sum += votes[((((cell >> ROW_SHIFT) + down) & EDGE) << ROW_SHIFT) | ((cell + right) & EDGE)]!;
  return votes[cell]! + BESIDE * sum;
}

function withVectors(vectors: TermVectors, relatives: Relatives): TermVectors {
  const { rows, dimensions, values } = vectors;
  const added = relatives.starts.length - 1;
  const all = new Float32Array((rows + added) * dimensions);
  all.set(values);
  for (let word = 0; word < added; word++) {
    const own = all.subarray((rows + word) * dimensions, (rows + word + 1) * dimensions);
    addRelatives(own, word, { relatives, vectors });
  }
  return { rows: rows + added, dimensions, values: all };
}
