import type { Cancellation } from "../cancellation.ts";
import { badInput, throwIfCancelled } from "../errors.ts";
import type { Positions } from "../kernel/grid.ts";
import type { Unlabelled } from "../text/side-learner.ts";
import type { Engine, Model } from "./engine.ts";
import type { Examples, UsableExample } from "./filter-examples.ts";
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
}

/** Texts such as the filter is for. */
export interface GivenBackground extends Background {
  readonly texts: readonly PrintedText[];
}

/** With fewer texts that have known words nothing can be counted. */
const FEWEST_BACKGROUND = 20;

/**
 * The texts that were passed, if any.
 * @throws bad-input when fewer than 20 of them have a known word
 */
export function givenBackground(
  model: Model,
  { background }: Pick<Examples, "background">,
  signal: Cancellation,
): GivenBackground | null {
  if (background === undefined || background.length === 0) return null;
  const texts = printsOf(model, background, signal);
  const prints = texts.map((each) => each.print);
  if (prints.length >= FEWEST_BACKGROUND) return { from: "given", prints, texts };
  throw badInput(
    "background",
    `${prints.length} of the ${background.length} texts have a known word; give at least ${FEWEST_BACKGROUND}, or none.`,
  );
}

/** What stands in for texts that were not passed. */
export async function otherBackground(
  engine: Engine,
  { model, signal }: { readonly model: Model; readonly signal: Cancellation },
  usable: readonly UsableExample[],
): Promise<Background> {
  const prints =
    (await engine.samplePrints?.(model)) ??
    printsOf(model, (await engine.sampleTexts?.()) ?? [], signal).map(({ print }) => print);
  if (prints.length >= FEWEST_BACKGROUND) return { from: "shipped", prints };
  const belonging = usable.filter(({ side }) => side === "positive").map(({ text }) => text);
  return { from: "made-up", prints: model.text.standIns(belonging) };
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

/** Texts without a known word have none. */
function printsOf(model: Model, texts: readonly string[], signal: Cancellation): PrintedText[] {
  const known = kept.get(model) ?? new Map<string, Positions | undefined>();
  kept.set(model, known);
  return texts.flatMap((text) => {
    throwIfCancelled(signal);
    const found = known.has(text) ? known.get(text) : fingerprintOrNone(model, text);
    // Written again, so that the texts that were asked for last are kept longest.
    known.delete(text);
    known.set(text, found);
    const [oldest] = known.size > MOST_KEPT ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return found === undefined ? [] : [{ text, print: found }];
  });
}
