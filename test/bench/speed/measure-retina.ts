import { readFileSync, statSync } from "node:fs";
import { combine } from "../../../core/fingerprint/operations.ts";
import type { Positions } from "../../../core/kernel/grid.ts";
import { openRetina } from "../../../core/retina/open-retina.ts";
import { type Retina, TEXT_LIMIT } from "../../../core/retina/types.ts";
import { createTextEngine } from "../../../core/text/engine.ts";
import { createLexicon } from "../../../core/text/lexicon.ts";
import { readTerms } from "../../../core/text/read-terms.ts";
import { openTagger } from "../../../core/text/tagger.ts";
import { bagOf } from "../../../core/text/term-bag.ts";
import { TermCells } from "../../../core/text/term-cells.ts";
import type { TextEngine } from "../../../core/text/types.ts";
import { termWeights } from "../../../core/text/weights.ts";
import { plainComposer } from "../../support/plain-composer.ts";
import { type SeededRandom, seededRandom } from "../../support/seeded-random.ts";
import { type Timing, time, timeOnce } from "./stopwatch.ts";

export interface Row {
  readonly operation: string;
  /** In milliseconds, or in `unit`. */
  readonly timing: Timing;
  readonly unit?: string;
  /** What the project promises for 100,000 terms, where it promises anything. */
  readonly promised?: number;
}

export interface Report {
  readonly name: string;
  readonly terms: number;
  readonly fileBytes: number;
  readonly rows: readonly Row[];
}

const RUNS = 200;
const MEGABYTE = 1e6;

/** Opens the file and times everything that depends on the size of a vocabulary. Run in a process of its own. */
export async function measureRetina(file: string): Promise<Report> {
  const before = process.memoryUsage().rss;
  const { value: retina, timing, cpu } = timeOnce(() => openRetina(readFileSync(file), file));
  globalThis.gc?.();
  const held = (process.memoryUsage().rss - before) / MEGABYTE;
  const once = (median: number): Timing => ({ median, slow: median, runs: 1 });
  const opening: Row[] = [
    { operation: "open the file", timing, promised: 400 },
    { operation: "open the file, processor time", timing: once(cpu) },
    { operation: "memory held, with its reader", timing: once(held), unit: "MB", promised: 300 },
  ];
  const random = seededRandom(5);
  const rows = [...opening, ...searches(retina, random), ...lookUps(retina, random)];
  const tagger = await openTagger();
  const { value: engine, timing: making } = timeOnce(() => createTextEngine(retina, { tagger }));
  rows.push(
    { operation: "prepare to read texts", timing: making },
    ...texts(retina, engine, random),
  );
  return { name: retina.name, terms: retina.termCount, fileBytes: statSync(file).size, rows };
}

function searches(retina: Retina, random: SeededRandom): Row[] {
  const terms = Array.from({ length: RUNS }, () => commonTerm(retina, random));
  const words = terms.map((id) => retina.positions(id));
  const wide = words.map((_, run) => textLike(words, run));
  const page = { offset: 0, limit: 100 };
  const twenty = (run: number) => Array.from({ length: 20 }, (_, i) => words[(run + i) % RUNS]!);
  const or = (run: number) => combine("or", twenty(run));
  return [
    row(
      "top 100 for a term",
      time(RUNS, (run) => retina.similar(words[run]!, page)),
      1,
    ),
    row(
      "top 100 nouns for a term",
      time(RUNS, (run) => retina.similar(words[run]!, { ...page, posType: "NOUN" })),
    ),
    row(
      "top 100 in a context of a term",
      time(RUNS, (run) => retina.similar(words[run]!, { ...page, contextId: 0 })),
    ),
    row(
      `top 100 for ${TEXT_LIMIT} positions`,
      time(RUNS, (run) => retina.similar(wide[run]!, page)),
      4,
    ),
    row(
      "contexts of a term",
      time(RUNS, (run) => retina.contexts(words[run]!)),
      20,
    ),
    row(
      `contexts of ${TEXT_LIMIT} positions`,
      time(RUNS, (run) => retina.contexts(wide[run]!)),
      20,
    ),
    row("20 operands, or", time(RUNS, or), 0.2),
    row(
      "20 operands, nested and/or/sub/xor",
      time(RUNS, (run) => nested(twenty(run))),
      0.2,
    ),
  ];
}

function lookUps(retina: Retina, random: SeededRandom): Row[] {
  const terms = Array.from({ length: RUNS }, () => retina.term(commonTerm(retina, random)));
  const slips = terms.map((term) => misspell(term, random));
  const pattern = (run: number) => `${terms[run]!.slice(0, 3)}*${terms[run]!.slice(-1)}`;
  return [
    row(
      "find a term",
      time(RUNS, (run) => retina.idOf(terms[run]!)),
    ),
    row(
      "complete 2 letters",
      time(RUNS, (run) => retina.startingWith(terms[run]!.slice(0, 2), 10)),
      5,
    ),
    row(
      "match a wildcard pattern",
      time(RUNS, (run) => retina.matchPattern(pattern(run), 0, 10)),
      5,
    ),
    row(
      "nearest spellings",
      time(RUNS, (run) => retina.spellings(slips[run]!, 5)),
      5,
    ),
    row(
      "terms of a cell",
      time(RUNS, (run) => retina.cellTerms((run * 7919) % 16_384, 3, 10)),
      5,
    ),
  ];
}

function texts(retina: Retina, engine: TextEngine, random: SeededRandom): Row[] {
  const megabyte = write(retina, 1_000_000, random);
  const page = write(retina, 3000, random);
  const article = write(retina, 20_000, random);
  const sentences = Array.from({ length: RUNS }, () => write(retina, 130, random));
  const articles = Array.from({ length: RUNS }, () => write(retina, 2200, random));
  const plain = plainReader(retina);
  return [
    row(
      "fingerprint of 1 MB of text",
      time(3, () => engine.fingerprint(megabyte)),
      1000,
    ),
    row(
      "fingerprint of a sentence (130 bytes)",
      time(RUNS, (run) => engine.fingerprint(sentences[run]!)),
      0.3,
    ),
    row(
      "the same in plain loops of double precision",
      time(RUNS, (run) => plain(sentences[run]!)),
    ),
    row(
      "fingerprint of a news article (2.2 KB)",
      time(RUNS, (run) => engine.fingerprint(articles[run]!)),
      1,
    ),
    row(
      "the same in plain loops of double precision",
      time(RUNS, (run) => plain(articles[run]!)),
    ),
    row(
      "fingerprint of a page (3 KB)",
      time(RUNS, () => engine.fingerprint(page)),
    ),
    row(
      "keywords of a page",
      time(20, () => engine.keywords(page)),
    ),
    row(
      "slices of an article (20 KB)",
      time(5, () => engine.slices(article)),
    ),
  ];
}

/** Reads texts as the engine does, but chooses their cells the slow obvious way. */
function plainReader(retina: Retina): (text: string) => number[] {
  const lexicon = createLexicon(retina);
  const weights = termWeights(retina);
  const cells = new TermCells(retina);
  const { compose } = plainComposer(cells, weights);
  return (text) => compose(bagOf(readTerms(text, lexicon), { lexicon, cells, weights }));
}

const row = (operation: string, timing: Timing, promised?: number): Row =>
  promised === undefined ? { operation, timing } : { operation, timing, promised };

/** Frequent terms come up as often as in a text: about equally often in each tenfold of ranks. */
function commonTerm(retina: Retina, random: SeededRandom): number {
  return Math.floor(retina.termCount ** random.next()) - 1;
}

/** The fingerprint of four terms together, thinned by leaving out every so many, as large as a text may have. */
function textLike(words: readonly Positions[], start: number): Positions {
  const operands = Array.from({ length: 6 }, (_, i) => words[(start + i) % words.length]!);
  const all = combine("or", operands);
  const step = all.length / TEXT_LIMIT;
  return step <= 1
    ? all
    : Uint16Array.from({ length: TEXT_LIMIT }, (_, i) => all[Math.floor(i * step)]!);
}

/** ((a or b) sub c) xor d) or ..., two operands at a time. */
function nested(operands: readonly Positions[]): Positions {
  const names = ["or", "sub", "xor", "and"] as const;
  return operands.reduce((all, next, i) => combine(names[i % 4]!, [all, next]));
}

function misspell(term: string, random: SeededRandom): string {
  const at = random.below(term.length);
  return `${term.slice(0, at)}${term.slice(at + 1)}`;
}

/** Sentences of terms of the vocabulary, with words that it does not know now and then. */
function write(retina: Retina, length: number, random: SeededRandom): string {
  const words: string[] = [];
  for (let size = 0; size < length; size += words.at(-1)!.length + 1) {
    const word =
      random.below(20) === 0 ? `zq${random.below(1000)}` : retina.term(commonTerm(retina, random));
    words.push(random.below(15) === 0 ? `${word}.` : word);
  }
  return words.join(" ");
}
