import type { Cancellation } from "../cancellation.ts";
import { badInput, throwIfCancelled } from "../errors.ts";
import type { Positions } from "../kernel/grid.ts";
import type { Unlabelled } from "../text/side-learner.ts";
import type { Engine, Model } from "./engine.ts";
import type { Examples, UsableExample } from "./filter-examples.ts";
import { type Asked, languageOf, readersOf } from "./languages.ts";
import { fingerprintOrNone } from "./score-texts.ts";

/** Texts that were passed, texts that come with the program, or made-up ones where it has none. */
export type BackgroundSource = "given" | "shipped" | "made-up";

/** Fingerprints of texts that nobody has labelled. */
export interface Background {
  readonly from: BackgroundSource;
  readonly prints: readonly Positions[];
}

interface PrintedText {
  readonly text: string;
  readonly print: Positions;
  /** The retina that read it. */
  readonly reader: Model;
}

/** Texts such as the filter is for. */
export interface GivenBackground extends Background {
  readonly texts: readonly PrintedText[];
}

/** With fewer texts that have known words nothing can be counted. */
const FEWEST_BACKGROUND = 20;
/** Of the texts that come with the program, those for a retina of no known language. */
const DEFAULT_LANGUAGE = "en";

/**
 * The texts that were passed, if any, each read as the call says.
 * @throws bad-input when fewer than 20 of them have a known word
 */
export async function givenBackground(
  engine: Engine,
  asked: Asked,
  { background }: Pick<Examples, "background">,
  signal: Cancellation,
): Promise<GivenBackground | null> {
  if (background === undefined || background.length === 0) return null;
  const readers = await readersOf(engine, asked, background);
  const texts = printsOf(readers, background, signal);
  const prints = texts.map((each) => each.print);
  if (prints.length >= FEWEST_BACKGROUND) return { from: "given", prints, texts };
  throw badInput(
    "background",
    `${prints.length} of the ${background.length} texts have a known word; give at least ${FEWEST_BACKGROUND}, or none.`,
  );
}

/** The parts of a background by language, each as large as one has to be; none where all is in one language. */
export function partsByLanguage({ texts }: GivenBackground): [Model, Background][] {
  const readers = [...new Set(texts.map(({ reader }) => reader))];
  if (readers.length < 2) return [];
  return readers.flatMap((reader): [Model, Background][] => {
    const prints = texts.filter((each) => each.reader === reader).map(({ print }) => print);
    return prints.length < FEWEST_BACKGROUND ? [] : [[reader, { from: "given", prints }]];
  });
}

/** What stands in for texts that were not passed, in the language of the model. */
export async function otherBackground(
  engine: Engine,
  { model, signal }: { readonly model: Model; readonly signal: Cancellation },
  usable: readonly UsableExample[],
): Promise<Background> {
  const prints =
    (await model.ordinary?.()) ??
    (await engine.samplePrints?.(model)) ??
    (await shippedFor(engine, model, signal));
  if (prints.length >= FEWEST_BACKGROUND) return { from: "shipped", prints };
  const belonging = usable.filter(({ side }) => side === "positive").map(({ text }) => text);
  return { from: "made-up", prints: model.text.standIns(belonging) };
}

/** Texts of the model's language that a filter is used on, or what stands in for them where they are too few. */
export async function languageBackground(
  engine: Engine,
  { model, signal }: { readonly model: Model; readonly signal: Cancellation },
  texts: readonly string[],
  usable: readonly UsableExample[],
): Promise<Background> {
  const readers = texts.map(() => model);
  const prints = printsOf(readers, texts, signal).map(({ print }) => print);
  return prints.length < FEWEST_BACKGROUND
    ? otherBackground(engine, { model, signal }, usable)
    : { from: "given", prints };
}

async function shippedFor(engine: Engine, model: Model, signal: Cancellation) {
  const language = languageOf(model.retina) ?? DEFAULT_LANGUAGE;
  const texts = (await engine.sampleTexts?.(language)) ?? [];
  const readers = texts.map(() => model);
  return printsOf(readers, texts, signal).map(({ print }) => print);
}

/** Those of the texts that a person has not put on a side; with fewer nothing can be learned from them. */
export function unlabelledOf(
  { texts }: GivenBackground,
  { positive, negative, share }: Pick<Examples, "positive" | "negative" | "share">,
): Unlabelled | undefined {
  const labelled = new Set([...positive, ...negative].map((text) => text.trim()));
  const open = texts.filter(({ text }) => !labelled.has(text.trim()));
  return open.length < FEWEST_BACKGROUND
    ? undefined
    : { prints: open.map(({ print }) => print), share };
}

/** Texts whose fingerprints are kept per retina; those of a collection are asked for with every change of an example. */
const MOST_KEPT = 4000;
const kept = new WeakMap<Model, Map<string, Positions | undefined>>();

/** Texts without a known word have none. @param readers one for each text */
function printsOf(
  readers: readonly Model[],
  texts: readonly string[],
  signal: Cancellation,
): PrintedText[] {
  return texts.flatMap((text, i) => {
    throwIfCancelled(signal);
    const reader = readers[i]!;
    const known = kept.get(reader) ?? new Map<string, Positions | undefined>();
    kept.set(reader, known);
    const found = known.has(text) ? known.get(text) : fingerprintOrNone(reader, text);
    // Written again, so that the texts that were asked for last are kept longest.
    known.delete(text);
    known.set(text, found);
    const [oldest] = known.size > MOST_KEPT ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return found === undefined ? [] : [{ text, print: found, reader }];
  });
}
