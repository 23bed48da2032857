import { hasPlural, isNounInUse, isPlural, KNOWN_TERMS, saysWhere } from "./name-policy.ts";
import { POS_TYPES, type PosType, type Retina } from "./types.ts";

/** Among them, those much rarer than this rank are less and less known. */
const KNOWN_RANK = 3000;
/** Up to this rank terms are mostly function words or too general to name anything. */
const GENERAL_RANK = 400;
const GENERAL_FACTOR = 0.85;
const NO_NOUN_FACTOR = 0.3;
/** What is a verb too says what happens rather than what it is about. */
const VERB_FACTOR = 0.7;
/** What is hardly ever counted is the name of a person or place, or a mass noun. */
const UNCOUNTED_FACTOR = 0.85;
const PLURAL_FACTOR = 0.9;
/** Names of countries and languages, and words that begin phrases as those do, say what lives there ("turkish"), noun or not. */
const PLACE_WORTH = 0.35;
/** What says less in a text than its rarity lets expect is no subject: "thanks". Retinas that learned no weights have 1. */
const SAYS_LITTLE = 0.9;
const LITTLE_FACTOR = 0.3;
/** Terms that count for so much where the map is named are no names of persons and places. */
const FULL_NAMING = 0.5;

type Facts = Pick<
  Retina,
  | "card"
  | "documentFrequency"
  | "termCount"
  | "term"
  | "idOf"
  | "frequency"
  | "naming"
  | "posTypes"
  | "weight"
> & {
  size(id: number): number;
};

/** How much a term is trusted to say what something is about, 0..1, by how much it counts where the map is named. */
export const trustIn = (naming: number): number => Math.min(1, naming / FULL_NAMING);

/**
 * How good each known term is as a name whatever it names, over the root of its size; squared. The nouns of a reader's language
 * come first: those in the singular that are counted and no verb. Numbers are told by English endings; elsewhere all terms
 * lose alike.
 */
export function nameWorths(retina: Facts): Float64Array {
  const worths = new Float64Array(Math.min(KNOWN_TERMS, retina.termCount));
  for (let id = 0; id < worths.length; id++) {
    const size = retina.size(id);
    const own = kindWorth(retina, id) * trustIn(retina.naming(id)) ** 2;
    const worth = saysWhere(retina, id) ? Math.max(own, PLACE_WORTH) : own;
    worths[id] = size === 0 ? 0 : (worth * worth) / ((1 + id / KNOWN_RANK) * size);
  }
  return worths;
}

function kindWorth(retina: Facts, id: number): number {
  const types = retina.posTypes(id);
  const general = id < GENERAL_RANK ? GENERAL_FACTOR : 1;
  const subject = retina.weight(id) < SAYS_LITTLE ? LITTLE_FACTOR : 1;
  const noun = isNounInUse(retina, id) ? 1 : NO_NOUN_FACTOR;
  return general * subject * noun * typeWorth(types) * numberWorth(retina, id);
}

function typeWorth(types: readonly PosType[]): number {
  const noun = types.includes(POS_TYPES[0]) ? 1 : NO_NOUN_FACTOR;
  return types.includes(POS_TYPES[1]) ? noun * VERB_FACTOR : noun;
}

function numberWorth(retina: Facts, id: number): number {
  if (retina.card.language !== "English") return UNCOUNTED_FACTOR;
  if (isPlural(retina, id)) return PLURAL_FACTOR;
  return hasPlural(retina, id) ? 1 : UNCOUNTED_FACTOR;
}
