import { badInput } from "../errors.ts";
import type { Retina } from "../retina/types.ts";
import { PENN_TAGS, type PennTag, parsePennTag } from "./penn-tags.ts";
import type { TaggedWord, Tagger } from "./tagger.ts";

/**
 * One string a sentence: its words that the retina knows, lower case, joined by commas; only those of
 * the given tags when there are any. Sentences left without words are dropped.
 * @throws bad-input for a tag that does not exist
 */
export function tokenize(
  text: string,
  { retina, tagger }: { readonly retina: Retina; readonly tagger: Tagger },
  tags: readonly string[] = [],
): string[] {
  const wanted = new Set(tags.map(tagOrFail));
  return tagger
    .sentences(text)
    .map(({ words }) =>
      words
        .filter((word) => isKnown(word, retina))
        .filter((word) => wanted.size === 0 || wanted.has(settledTag(word, retina)))
        .map((word) => word.text)
        .join(","),
    )
    .filter((line) => line !== "");
}

function tagOrFail(name: string): PennTag {
  const tag = parsePennTag(name);
  if (tag === undefined)
    throw badInput(
      "POStags",
      `“${name}” is no part of speech; there are: ${PENN_TAGS.join(", ")}.`,
      {
        value: name,
        known: PENN_TAGS,
      },
    );
  return tag;
}

/** A compound is known as a phrase, or through its parts, whose meanings it then carries. */
function isKnown(word: TaggedWord, retina: Retina): boolean {
  if (retina.idOf(word.text) >= 0) return true;
  if (word.parts.length < 2) return false;
  const phrase = word.parts.map((part) => part.text).join(" ");
  return retina.idOf(phrase) >= 0 || word.parts.every((part) => retina.idOf(part.text) >= 0);
}

/** The tag of a word here, unless it is a verb that the retina has never seen as one. */
function settledTag(word: TaggedWord, retina: Retina): PennTag {
  if (word.tag !== "VB") return word.tag;
  const id = retina.idOf(word.text);
  const types = id < 0 ? [] : retina.posTypes(id);
  if (types.includes("VERB")) return "VB";
  return types.includes("NOUN") ? "NN" : "JJ";
}
