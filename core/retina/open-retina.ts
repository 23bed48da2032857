import { indexGaps } from "../kernel/fill-index.ts";
import { CLASSES, isCompleteCode, LONGEST_CODE } from "../kernel/gap-code.ts";
import type { IndexMemory } from "../kernel/index-memory.ts";
import { InvertedIndex } from "../kernel/inverted-index.ts";
import { frontDecode } from "../tables/front-coding.ts";
import { parseCard } from "./check-card.ts";
import { type Sections, wordsFrom } from "./format-layout.ts";
import { IndexedRetina } from "./indexed-retina.ts";
import { readSections, refuse } from "./read-sections.ts";
import { faultOfColumns, type RetinaColumns, type RetinaTables } from "./retina-data.ts";
import { TermTable } from "./term-table.ts";

/**
 * A retina from the bytes of its file, which may be let go afterwards; `file` is what a refusal calls it. Everything is
 * checked before use: whatever opens can be searched. About 3 microseconds a term.
 * @throws bad-retina-file saying why: foreign, cut short, damaged, newer, or at odds with itself
 */
export function openRetina(bytes: Uint8Array, file = "given", regionNames?: string): IndexedRetina {
  const { checksum, ...sections } = readSections(aligned(bytes), file);
  const named = regionNames === undefined ? { checksum } : { checksum, regionNames };
  const opened = openSections(sections, named);
  if (typeof opened === "string") throw refuse(file, `contradicts itself: ${opened}`);
  return opened;
}

/**
 * The bytes where words can be read in place, from a multiple of four on. A plain view in any case: the `slice` of a Node
 * buffer would not copy.
 */
function aligned(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return plain.byteOffset % 4 === 0 ? plain : plain.slice();
}

/** The retina, or a clause about what does not fit. */
function openSections(
  sections: Sections,
  named: Pick<RetinaTables, "checksum" | "regionNames">,
): IndexedRetina | string {
  const columns = readColumns(sections);
  if (typeof columns === "string") return columns;
  const terms = termsOf(sections);
  const sorted = frontDecode(terms);
  if (sorted === undefined) return "its terms cannot be read";
  const alphabet = words(sections.alphabet);
  if (!isInOrder(alphabet, columns.occurrences)) return "its terms are not in order of frequency";
  const index = readIndex(sections, columns.offsets);
  if (index === undefined) return "its positions cannot be read";
  const { offsets: _, ...own } = columns;
  const tables = { ...own, ...named, terms, alphabet, index };
  return new IndexedRetina(tables, new TermTable(sorted, alphabet), new InvertedIndex(index));
}

function readColumns(sections: Sections): RetinaColumns | string {
  const card = parseCard(sections.card);
  if (typeof card === "string") return card;
  const columns = {
    card,
    documentCounts: words(sections.documentCounts),
    occurrences: words(sections.occurrences),
    posBits: sections.posBits.slice(),
    offsets: readOffsets(sections.sizes),
    anchors: words(sections.anchors),
    ...(sections.weights.length === 0 ? {} : { weights: sections.weights.slice() }),
    ...(sections.naming.length === 0 ? {} : { naming: sections.naming.slice() }),
  };
  if (sections.sharedLengths.length !== card.counts.terms) return "its list of terms has holes";
  return faultOfColumns(columns) || columns;
}

function readOffsets(sizes: Uint8Array): Uint32Array {
  const count = sizes.length >> 1;
  const offsets = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++)
    offsets[i + 1] = offsets[i]! + (sizes[2 * i]! | (sizes[2 * i + 1]! << 8));
  return offsets;
}

const termsOf = ({ sharedLengths, ownLengths, ownText }: Sections) => ({
  sharedLengths: sharedLengths.slice(),
  ownLengths: ownLengths.slice(),
  ownText: ownText.slice(),
});

/** Whether `alphabet` names each id once, occurrences fall, and equal ones are in alphabetical order. */
function isInOrder(alphabet: Uint32Array, occurrences: Uint32Array): boolean {
  const count = occurrences.length;
  if (alphabet.length !== count) return false;
  const ranks = new Int32Array(count).fill(-1);
  for (let rank = 0; rank < count; rank++) {
    const id = alphabet[rank]!;
    if (id >= count || ranks[id] !== -1) return false;
    ranks[id] = rank;
  }
  for (let id = 1; id < count; id++) {
    const rise = occurrences[id]! - occurrences[id - 1]!;
    if (rise > 0 || (rise === 0 && ranks[id]! < ranks[id - 1]!)) return false;
  }
  return true;
}

function readIndex(sections: Sections, offsets: Uint32Array): IndexMemory | undefined {
  const { codeLengths } = sections;
  if (codeLengths.length !== CLASSES || !isCompleteCode(codeLengths, LONGEST_CODE))
    return undefined;
  const even = wordsFrom(sections.evenGaps, 0);
  return indexGaps(offsets, { even, odd: wordsFrom(sections.oddGaps, 0), codeLengths });
}

const words = (bytes: Uint8Array): Uint32Array => wordsFrom(bytes, 0).slice();
