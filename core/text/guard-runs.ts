/** Longest run without a space that a tagger is shown; its cost grows faster than the run. */
const LONGEST_RUN = 100;

/** A text made safe for the tagger, with the way back to offsets of the original. */
export interface GuardedText {
  readonly text: string;
  /** Offsets in `text` of the spaces that were put in, ascending. */
  readonly cuts: readonly number[];
}

/** Puts a space after every 100 characters of a run without spaces. Cost is linear in the text. */
export function guardRuns(text: string): GuardedText {
  const pieces: string[] = [];
  const cuts: number[] = [];
  let written = 0;
  let copied = 0;
  for (const match of text.matchAll(/\S{101,}/g)) {
    const end = match.index + match[0].length;
    for (let at = safeCut(text, match.index); at < end; at = safeCut(text, at)) {
      pieces.push(text.slice(copied, at), " ");
      written += at - copied + 1;
      cuts.push(written - 1);
      copied = at;
    }
  }
  pieces.push(text.slice(copied));
  return { text: pieces.join(""), cuts };
}

/** The next place to cut that does not part a surrogate pair. */
function safeCut(text: string, from: number): number {
  const at = from + LONGEST_RUN;
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
