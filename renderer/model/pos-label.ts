const LABELS: Readonly<Record<string, string>> = {
  NOUN: "noun",
  VERB: "verb",
  ADJECTIVE: "adjective",
  NUMBER: "number",
  SYMBOL: "symbol",
  UNKNOWN: "other",
};

/** A part of speech as people write it. */
export const posLabel = (pos: string): string => LABELS[pos] ?? pos.toLowerCase();
