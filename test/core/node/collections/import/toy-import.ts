import { tmpdir } from "node:os";
import path from "node:path";
import type { Model } from "../../../../../core/analysis/engine.ts";
import type { CollectionStore } from "../../../../../core/collection/port/store.ts";
import { noKnownWords } from "../../../../../core/errors.ts";
import { encodedReading } from "../../../../../core/node/collections/import/encoded-reading.ts";
import type {
  ImportRequest,
  ImportTools,
} from "../../../../../core/node/collections/import/import-types.ts";
import { localReading } from "../../../../../core/node/collections/import/text-reading.ts";
import { type OpenReader, readWith } from "../../../../../core/node/reader/open-reader.ts";
import type { Retina } from "../../../../../core/retina/types.ts";
import type { LanguageAnswer } from "../../../../../core/text/language.ts";

/** Reads texts by the letters of their words: no retina is needed. Words with "q" are unknown. */
export function toyFingerprint(text: string): Uint16Array {
  const cells = new Set<number>();
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
    for (let k = 0; !word.includes("q") && k < 5; k++)
      cells.add(
        ([...word].reduce((sum, letter) => sum * 31 + letter.codePointAt(0)!, 7) + k * 977) %
          16_384,
      );
  if (cells.size === 0) throw noKnownWords([], "toy");
  return Uint16Array.from(cells).sort();
}

const retina = { name: "toy", checksum: "00ff" };
const model = { retina, text: { fingerprint: toyFingerprint } } as unknown as Model;

export const englishAnswer: LanguageAnswer = {
  language: "English",
  isoTag: "en",
  wikiUrl: null,
  confidence: "high",
  runnerUp: null,
  odds: new Map(),
};

/** Reads German by other cells: the words backwards. */
export const germanFingerprint = (text: string): Uint16Array =>
  toyFingerprint([...text].reverse().join(""));
const german = { retina, text: { fingerprint: germanFingerprint } } as unknown as Model;

/** Certain of what has “und” in it that it is German, and of “och” that it is Swedish. */
const toyLanguage = (text: string): LanguageAnswer => {
  if (/\bund\b/.test(text)) return { ...englishAnswer, language: "German", isoTag: "de" };
  if (/\boch\b/.test(text)) return { ...englishAnswer, language: "Swedish", isoTag: "sv" };
  return englishAnswer;
};

const misfitsFolder = path.join(tmpdir(), `semascope-misfits-${process.pid}`);

export const toyTools = (store: CollectionStore): ImportTools => ({
  store,
  retina,
  misfitsFolder,
  reading: localReading(model, toyLanguage, new Map([["de", german]])),
});

/** The same by a reader, which is to be one of a tiny encoder. */
export function encodedTools(store: CollectionStore, open: OpenReader): ImportTools {
  const { reading } = toyTools(store);
  const own = { card: { language: "English" } } as Retina;
  return {
    store,
    misfitsFolder,
    retina: { ...retina, reader: readWith(open) },
    reading: encodedReading(reading, { open, retina: own, language: toyLanguage }),
  };
}

export const toyRequest = (
  paths: readonly string[],
  own: Partial<ImportRequest> = {},
): ImportRequest => ({
  name: "tests",
  paths,
  split: "none",
  chosen: {},
  ...own,
});
