import { CELLS, SIDE } from "../../../core/kernel/grid.ts";
import type { RetinaData } from "../../../core/retina/retina-data.ts";
import type { Retina } from "../../../core/retina/types.ts";
import { seededRandom } from "../../support/seeded-random.ts";

/**
 * A retina of any number of terms, made of an existing one: the most frequent terms as they are, then copies moved down the
 * map by whole rows, so that lists and patches keep the shapes that training gives them.
 */
export function enlarge(base: Retina, terms: number): RetinaData {
  const { offsets, positions } = copyPositions(base, terms);
  const names = nameCopies(base, terms);
  const { counts } = base.card;
  return {
    card: {
      ...base.card,
      name: `${base.name} ${terms}`,
      counts: { ...counts, terms, phrases: names.filter((name) => name.includes(" ")).length },
    },
    terms: names,
    documentCounts: Uint32Array.from(names, (_, id) =>
      Math.round(base.documentFrequency(id % base.termCount) * counts.documents),
    ),
    occurrences: Uint32Array.from(names, (_, id) => 2 * terms - id),
    posBits: Uint8Array.from(names, (_, id) => 1 << (id % 3)),
    offsets,
    positions,
    anchors: Uint32Array.from({ length: CELLS }, (_, cell) => cell % terms),
  };
}

function copyPositions(base: Retina, terms: number): Pick<RetinaData, "offsets" | "positions"> {
  const random = seededRandom(1);
  const offsets = new Uint32Array(terms + 1);
  for (let id = 0; id < terms; id++)
    offsets[id + 1] = offsets[id]! + base.positions(id % base.termCount).length;
  const positions = new Uint16Array(offsets[terms]!);
  for (let id = 0; id < terms; id++) {
    const shift = id < base.termCount ? 0 : SIDE * random.below(SIDE);
    positions.set(moveDown(base.positions(id % base.termCount), shift), offsets[id]);
  }
  return { offsets, positions };
}

/** Adds `shift` to each position, round the map; what passes the end comes first, so the order stays ascending. */
function moveDown(positions: Uint16Array, shift: number): Uint16Array {
  const past = positions.findIndex((position) => position + shift >= CELLS);
  if (shift === 0 || past === -1) return positions.map((position) => position + shift);
  const moved = new Uint16Array(positions.length);
  moved.set(positions.subarray(past).map((position) => position + shift - CELLS));
  moved.set(
    positions.subarray(0, past).map((position) => position + shift),
    positions.length - past,
  );
  return moved;
}

/** Each copy gets an ending of its own. */
function nameCopies(base: Retina, terms: number): string[] {
  const names = new Set<string>();
  for (let id = 0; names.size < terms; id++) {
    const copy = Math.floor(id / base.termCount);
    const term = base.term(id % base.termCount);
    names.add(
      copy === 0
        ? term
        : `${term}${ENDINGS[copy % ENDINGS.length]}${Math.floor(copy / ENDINGS.length) || ""}`,
    );
  }
  return [...names];
}

const ENDINGS = ["ax", "ov", "um", "iq", "ez", "yr", "uj", "og"];
