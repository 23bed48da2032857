import type { Cancellation } from "../cancellation.ts";
import { badInput, throwIfCancelled } from "../errors.ts";
import type { Positions } from "../kernel/grid.ts";
import type { Engine, Model } from "./engine.ts";
import type { Examples } from "./filter-examples.ts";
import { type Asked, languageOf, readersOf } from "./languages.ts";
import { fingerprintOrNone } from "./score-texts.ts";

/** A text that nobody has labelled, with its fingerprint. */
export interface PrintedText {
  readonly text: string;
  readonly print: Positions;
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
): Promise<readonly PrintedText[] | null> {
  if (background === undefined || background.length === 0) return null;
  const readers = await readersOf(engine, asked, background);
  const texts = printsOf(readers, background, signal);
  if (texts.length >= FEWEST_BACKGROUND) return texts;
  throw badInput(
    "background",
    `${texts.length} of the ${background.length} texts have a known word; give at least ${FEWEST_BACKGROUND}, or none.`,
  );
}

/** Fingerprints of texts that come with the program, in the language of the model; none where they are missing. */
export async function sampleBackground(
  engine: Engine,
  { model, signal }: { readonly model: Model; readonly signal: Cancellation },
): Promise<readonly Positions[]> {
  const ready = (await model.ordinary?.()) ?? (await engine.samplePrints?.(model));
  if (ready !== undefined) return ready;
  const language = languageOf(model.retina) ?? DEFAULT_LANGUAGE;
  const texts = (await engine.sampleTexts?.(language)) ?? [];
  const readers = texts.map(() => model);
  const prints = printsOf(readers, texts, signal).map(({ print }) => print);
  return prints.length < FEWEST_BACKGROUND ? [] : prints;
}

/** Those of the texts that a person has not put on a side; null for too few to count on. */
export function unlabelledOf(
  texts: readonly PrintedText[],
  { positive, negative }: Pick<Examples, "positive" | "negative">,
): readonly PrintedText[] | null {
  const labelled = new Set([...positive, ...negative].map((text) => text.trim()));
  const open = texts.filter(({ text }) => !labelled.has(text.trim()));
  return open.length < FEWEST_BACKGROUND ? null : open;
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
    return found === undefined ? [] : [{ text, print: found }];
  });
}
