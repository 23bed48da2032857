/**
 * An ambiguous word with the senses that dictionaries list for it (and the best known proper name, where the word is one),
 * each told by words that go with this sense and with no other.
 */
export interface AmbiguousWord {
  readonly word: string;
  readonly senses: Readonly<Record<string, string>>;
}

/** Words from a table of them. */
export const words = (
  table: Readonly<Record<string, AmbiguousWord["senses"]>>,
): readonly AmbiguousWord[] => Object.entries(table).map(([word, senses]) => ({ word, senses }));
