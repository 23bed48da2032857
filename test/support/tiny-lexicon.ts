import type { LexiconFiles } from "../../core/train/lexicon/wordnet.ts";

/** A synset of a tiny WordNet: its words, and pointers such as `["@", "animal"]` to the first synset with that word. */
export interface TinySynset {
  readonly part: "n" | "v" | "a" | "r";
  readonly words: readonly string[];
  readonly pointers?: readonly (readonly [symbol: string, word: string, part?: string])[];
  readonly gloss?: string;
  /** How often each word was met in this sense. */
  readonly count?: number;
}

const NUMBERS = { n: 1, v: 2, a: 3, r: 4 } as const;

/** The files of a WordNet of these synsets, as its makers write them; senses of a word in the order of the synsets. */
export function tinyWordNet(synsets: readonly TinySynset[]): LexiconFiles {
  const offsetOf = (at: number) => String(1000 + at).padStart(8, "0");
  const place = (word: string, part: string) =>
    synsets.findIndex((synset) => synset.part === part && synset.words.includes(word));
  const data = (part: string) =>
    `  1 This is a licence.\n  2 WordNet 3.1 Copyright 2011 by Princeton University.\n${synsets
      .map((synset, at) => ({ synset, at }))
      .filter(({ synset }) => synset.part === part)
      .map(({ synset: { words, pointers = [], gloss = "a gloss" }, at }) => {
        const names = words.map((word) => `${word.replaceAll(" ", "_")} 0`).join(" ");
        const links = pointers.map(([symbol, word, to = part]) => {
          const target = place(word, to);
          const isLexical = symbol === "+" || symbol === "\\";
          const end = (synsets[target]?.words.indexOf(word) ?? 0) + 1;
          const ends = isLexical ? `01${end.toString(16).padStart(2, "0")}` : "0000";
          return ` ${symbol} ${offsetOf(target)} ${to} ${ends}`;
        });
        const length = words.length.toString(16).padStart(2, "0");
        return `${offsetOf(at)} 03 ${part} ${length} ${names} ${String(links.length).padStart(3, "0")}${links.join("")} | ${gloss}`;
      })
      .join("\n")}\n`;
  const met = new Map<string, number>();
  const senses = synsets.flatMap(({ part, words, count = 0 }, at) =>
    words.map((word) => {
      const key = `${word.toLowerCase().replaceAll(" ", "_")}%${NUMBERS[part]}:03:00::`;
      const number = (met.get(part + word) ?? 0) + 1;
      met.set(part + word, number);
      return `${key} ${offsetOf(at)} ${number} ${count}`;
    }),
  );
  return {
    noun: data("n"),
    verb: data("v"),
    adj: data("a"),
    adv: data("r"),
    senses: senses.join("\n"),
  };
}
