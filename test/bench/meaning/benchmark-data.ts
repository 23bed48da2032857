import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";

/** Two texts and how alike people found them. */
export interface ScoredPair {
  readonly left: string;
  readonly right: string;
  readonly score: number;
}
export interface LabelledText {
  readonly label: string;
  readonly text: string;
}
/** A text that may be on several topics. */
export interface TopicText {
  readonly topics: readonly string[];
  readonly text: string;
}
/** A row of the collections beside the sets: what is read of it. */
type CollectionRow = Record<"title" | "text" | "topics", string>;
/** The sets of sentence pairs, by year and kind of text. */
export const SENTENCE_SETS = [
  "sts-2012.msrpar",
  "sts-2012.europarl",
  "sts-2013.onwn",
  "sts-2014.images",
  "sts-2015.headlines",
] as const;

/** The ten topics that are usually classified. */
const WIRE_TOPICS = "earn acq money-fx grain crude trade interest ship wheat corn".split(" ");

/** A document glued together from segments of sentences. */
export interface GluedDocument {
  readonly segments: readonly (readonly string[])[];
}
/** A text under a headline. */
export interface HeadedText {
  readonly title: string;
  readonly text: string;
}
/** An occurrence of an ambiguous word. */
export interface SensedLine {
  readonly before: string;
  readonly after: string;
  readonly sense: number;
}
export interface AmbiguousLines {
  readonly word: string;
  readonly train: readonly SensedLine[];
  readonly test: readonly SensedLine[];
}
export interface KeyedText {
  readonly text: string;
  readonly keywords: readonly string[];
}

/** Tab-separated pairs under a header line. */
export function parsePairs(content: string): ScoredPair[] {
  return lines(content)
    .slice(1)
    .map((line) => {
      const [left = "", right = "", score = ""] = line.split("\t");
      return { left, right, score: Number(score) };
    });
}

const lines = (content: string) => content.split(/\r?\n/).filter((line) => line.trim() !== "");
const parseRecords = <T>(content: string): T[] =>
  lines(content).map((line) => JSON.parse(line) as T);

/** The number of the word, a tab, and words between single spaces. */
function sensedLine(line: string, sense: number): SensedLine {
  const [at = "", text = ""] = line.split("\t");
  const words = text.split(" ");
  return {
    before: words.slice(0, Number(at)).join(" "),
    after: words.slice(Number(at) + 1).join(" "),
    sense,
  };
}

/** The public sets in a folder; each reader returns undefined where the file is missing. */
export class BenchmarkData {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  exists(): boolean {
    return existsSync(this.#folder);
  }

  pairs(path: string): ScoredPair[] | undefined {
    return this.#read(path, parsePairs);
  }

  labelled(): LabelledText[] | undefined {
    return this.#read("classify/bbc-news.jsonl", parseRecords<LabelledText>);
  }

  topics(): TopicText[] | undefined {
    return this.labelled()?.map(({ label, text }) => ({ topics: [label], text }));
  }

  /** Those of Reuters-21578 on one of the ten topics; from the folder `collections` beside the sets. */
  wires(): TopicText[] | undefined {
    return this.#collection("reuters-21578")
      ?.map(({ title, text, topics }) => ({
        topics: topics.split(";").filter((topic) => WIRE_TOPICS.includes(topic)),
        text: `${title}. ${text}`,
      }))
      .filter(({ topics }) => topics.length > 0);
  }

  /** Every row's text of a collection. */
  collectionTexts(name: string): string[] | undefined {
    return this.#collection(name)?.map(({ text }) => text);
  }

  /** Newswire with its headlines: every so many rows of Reuters-21578 whose text is long enough to have keywords. */
  headed(most: number, fewestWords: number): HeadedText[] | undefined {
    const rows = this.#collection("reuters-21578")?.filter(
      ({ title, text }) => title !== "" && text.split(/\s+/).length >= fewestWords,
    );
    const step = Math.max(1, Math.floor((rows?.length ?? 0) / most));
    return rows?.filter((_, row) => row % step === 0).slice(0, most);
  }

  glued(): GluedDocument[] | undefined {
    return this.#read("slices/choi.jsonl", parseRecords<GluedDocument>);
  }

  keyed(): KeyedText[] | undefined {
    return this.#read("keywords/inspec.jsonl", parseRecords<KeyedText>);
  }

  /** Lines of ambiguous nouns with their senses, as CoarseWSD-20 has them. */
  ambiguousLines(): AmbiguousLines[] {
    const folder = join(this.#folder, "wsd");
    if (!existsSync(folder)) return [];
    const part = (word: string, name: string) => {
      const texts = lines(readFileSync(join(folder, word, `${name}.data.txt`), "utf8"));
      const senses = lines(readFileSync(join(folder, word, `${name}.gold.txt`), "utf8"));
      return texts.map((line, i) => sensedLine(line, Number(senses[i])));
    };
    return readdirSync(folder).map((word) => ({
      ...{ word, train: part(word, "train"), test: part(word, "test") },
    }));
  }

  #collection(name: string): CollectionRow[] | undefined {
    const file = join(this.#folder, "..", "collections", `${name}.csv.gz`);
    if (!existsSync(file)) return undefined;
    return parse(gunzipSync(readFileSync(file)), { columns: true }) as CollectionRow[];
  }

  #read<T>(path: string, parse: (content: string) => T): T | undefined {
    const file = join(this.#folder, path);
    return existsSync(file) ? parse(readFileSync(file, "utf8")) : undefined;
  }
}
