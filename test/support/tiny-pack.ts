import { cutOf } from "../../core/language/languages.ts";
import { makePack } from "../../core/language/make-pack.ts";
import type { ListedWord } from "../../core/language/word-list.ts";

/** English terms of the tiny retina, and where each lies in a plane of meanings. */
const TERMS: readonly (readonly [string, number])[] = [
  ["animal", 40],
  ["music", 180],
  ["city", 100],
  ["money", 260],
  ["street", 90],
  ["cat", 45],
  ["dog", 0],
  ["wild", 50],
  ["guitar", 190],
  ["bank", 250],
  ["water", 220],
  ["river", 230],
];

const WORDS: readonly ListedWord[] = [
  { word: "und", share: 0.03 },
  { word: "strasse", share: 0.0004 },
  { word: "hund", share: 0.0001 },
  { word: "musik", share: 0.0002 },
  { word: "geld", share: 0.0003 },
  { word: "fluss", share: 0.00005 },
];

const ANGLES = new Map<string, number>([
  ...TERMS,
  ...([
    ["und", 100],
    ["straße", 91],
    ["hund", 2],
    ["musik", 181],
    ["geld", 262],
    ["fluss", 229],
  ] as const),
]);

/** A pack of a few words, German without others, made as large ones are, by an encoder that knows them in lower case and with a capital. */
export const tinyPack = (words = WORDS, language = "de", characters = "") =>
  makePack(
    {
      language,
      cut: cutOf(language),
      licence: "CC0",
      sources: "made up",
      madeFrom: { words: "", characters: "", encoder: "", terms: "" },
      words,
      terms: TERMS.map(([term]) => term),
      characters,
    },
    {
      likelihood: (text) => (ANGLES.has(text.toLowerCase()) ? -1 : -20),
      read: async (texts) => ({
        dimensions: 2,
        values: texts.flatMap((text) => {
          const angle = ((ANGLES.get(text.toLowerCase()) ?? 300) * Math.PI) / 180;
          return [Math.cos(angle), Math.sin(angle)];
        }),
      }),
    },
  );
