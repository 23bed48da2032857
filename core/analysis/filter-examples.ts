import { or } from "../fingerprint/operations.ts";
import { NO_POSITIONS } from "../fingerprint/positions.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { TEXT_LIMIT } from "../retina/types.ts";
import type { LanguageAnswer } from "../text/language.ts";
import type { Unlabelled } from "../text/side-learner.ts";
import type { Engine, Model } from "./engine.ts";
import { type Asked, foreignTo, readersOf } from "./languages.ts";
import { type Copies, findCopies } from "./near-copies.ts";
import { fingerprintOrNone } from "./score-texts.ts";

/** What may be wrong with an example. */
export type ExampleWarning =
  | "empty"
  | "no-known-words"
  | "duplicate"
  | "near-duplicate"
  | "conflict"
  | "short"
  | "other-language";

/** Fewer words than this say little. */
const SHORT_WORDS = 4;

/** What a person has put into the two columns. */
export interface Examples {
  readonly positive: readonly string[];
  readonly negative: readonly string[];
  /** What was done to the cells by hand, in order. */
  /** Texts that nobody has labelled, such as the filter is for. */
  readonly background?: readonly string[] | undefined;
  /** The share of such texts that belong, 0..1, and how many labels of random texts it was counted on. */
  readonly share?: number | undefined;
  readonly shareLabels?: number | undefined;
}

/** One example text with everything known of it. */
export interface Example {
  readonly side: "positive" | "negative";
  readonly index: number;
  readonly text: string;
  /** The retina that reads it. */
  readonly reader: Model;
  readonly positions: Positions | undefined;
  readonly language: LanguageAnswer;
  /** First example that says nearly the same, by place in the whole list. */
  readonly group: number;
  readonly warnings: readonly ExampleWarning[];
}

/** An example with a known word. */
export type UsableExample = Example & { readonly positions: Positions };

export const isUsable = (example: Example): example is UsableExample =>
  example.positions !== undefined;

/** Reads every example and notes what may be wrong with it. */
export async function readExamples(
  engine: Engine,
  asked: Asked,
  input: Examples,
): Promise<Example[]> {
  const texts = [...input.positive, ...input.negative];
  const readers = await readersOf(engine, asked, texts);
  const copies = findCopies(texts);
  const languages = await Promise.all(texts.map((text) => engine.language(text)));
  const usual = mostFrequent(languages.map(({ isoTag }) => isoTag));
  const positives = input.positive.length;
  const foreign = await Promise.all(texts.map((text, i) => foreignTo(engine, readers[i]!, text)));
  return texts.map((text, place) => {
    const reader = readers[place]!;
    const positions = fingerprintOrNone(reader, text);
    const language = languages[place]!;
    const isOther = language.isoTag !== usual && language.confidence === "high";
    // An encoder reads all languages alike.
    const isForeign = asked.reader === undefined && (isOther || foreign[place] !== undefined);
    return {
      side: place < positives ? "positive" : "negative",
      index: place < positives ? place : place - positives,
      text,
      reader,
      positions,
      language,
      group: copies.near[place]!,
      warnings: [
        ...repetitions(copies, place, positives),
        ...contentWarnings(text, positions),
        ...(isForeign ? (["other-language"] as const) : []),
      ],
    };
  });
}

/** Makes filters without some of the examples; the texts are read once, and filters learn among the unlabelled ones. */
export type MakeWithout = (left: ReadonlySet<Example>) => Positions;

/**
 * A filter of examples in several languages is one for each language, of which the cells that lie closest together are
 * taken: terms of different languages cannot be piled up, but all lie on the same map.
 * @throws no-known-words when no positive example has a known word
 */
export function filterMaker(
  model: Model,
  examples: readonly Example[],
  unlabelled?: Unlabelled,
): MakeWithout {
  const positives = examples.filter(({ side }) => side === "positive");
  const readers = [...new Set(positives.map(({ reader }) => reader))];
  const [only = model] = readers;
  if (readers.length < 2) return makerOf(only, examples, unlabelled);
  const makers = readers.map((reader) => {
    const own = examples.filter((example) => example.reader === reader);
    return { own, make: makerOf(reader, own, unlabelled) };
  });
  return (left) => {
    const parts = makers.filter(({ own }) =>
      own.some((example) => example.side === "positive" && !left.has(example)),
    );
    return joinFilters(parts.map(({ make }) => make(left)));
  };
}

/** One filter of those that were made in several languages. */
export function joinFilters(parts: readonly Positions[]): Positions {
  const [first = NO_POSITIONS, ...others] = parts;
  return others.length === 0 ? first : sparsify(or([first, ...others]), TEXT_LIMIT / CELLS);
}

/** Makes filters of examples that one retina has read. */
function makerOf(
  { text }: Model,
  examples: readonly Example[],
  unlabelled: Unlabelled | undefined,
): MakeWithout {
  const on = (side: Example["side"]) => examples.filter((example) => example.side === side);
  const sides = { positive: on("positive"), negative: on("negative") };
  const prepared = text.prepareFilter(
    sides.positive.map((example) => example.text),
    sides.negative.map((example) => example.text),
    unlabelled,
  );
  const places = (side: Example["side"], left: ReadonlySet<Example>) =>
    new Set(sides[side].flatMap((example, place) => (left.has(example) ? [place] : [])));
  return (left) => prepared.without(places("positive", left), places("negative", left));
}

function repetitions({ exact, near }: Copies, place: number, positives: number): ExampleWarning[] {
  const isPositive = (index: number) => index < positives;
  const isConflict = near.some(
    (group, other) => group === near[place] && isPositive(other) !== isPositive(place),
  );
  if (isConflict) return ["conflict"];
  if (exact[place] !== place) return ["duplicate"];
  return near[place] === place ? [] : ["near-duplicate"];
}

function contentWarnings(text: string, positions: Positions | undefined): ExampleWarning[] {
  if (text.trim() === "") return ["empty"];
  if (positions === undefined) return ["no-known-words"];
  return text.trim().split(/\s+/).length < SHORT_WORDS ? ["short"] : [];
}

function mostFrequent(tags: readonly (string | null)[]): string | null {
  const counts = new Map<string | null, number>();
  for (const tag of tags) if (tag !== null) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
