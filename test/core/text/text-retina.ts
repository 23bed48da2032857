import type { IndexedRetina } from "../../../core/retina/indexed-retina.ts";
import type { PosType } from "../../../core/retina/types.ts";
import { buildRetina } from "../../support/retina-builder.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { tinyRows } from "../../support/tiny-retina.ts";

const EXTRA: readonly (readonly [string, ...PosType[]])[] = [
  ["java", "NOUN"],
  ["general", "ADJECTIVE"],
  ["purpose", "NOUN"],
  ["programming", "NOUN", "VERB"],
  ["language", "NOUN"],
  ["concurrent", "ADJECTIVE"],
  ["class", "NOUN"],
  ["based", "VERB"],
  ["object", "NOUN"],
  ["oriented", "VERB"],
  ["george", "NOUN"],
  ["fox", "NOUN"],
  ["was", "VERB"],
  ["born", "VERB"],
  ["government", "NOUN"],
  ["make", "VERB"],
  ["colour", "NOUN"],
  ["i", "UNKNOWN"],
];

/** The tiny retina with the words of the contract's examples, each a small random fingerprint. */
export function textRetina(): IndexedRetina {
  const random = seededRandom(11);
  const extra = EXTRA.map(([term, ...posTypes], i) => ({
    term,
    occurrences: 300 - i,
    posTypes,
    positions: random.distinct(200, 16_384),
  }));
  return buildRetina([...tinyRows(), ...extra], { name: "words" });
}
