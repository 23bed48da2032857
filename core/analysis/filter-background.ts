import type { Cancellation } from "../cancellation.ts";
import type { Engine, Model } from "../engine.ts";
import { badInput, throwIfCancelled } from "../errors.ts";
import type { Positions } from "../retina/types.ts";
import type { Examples, UsableExample } from "./filter-examples.ts";
import { fingerprintOrNone } from "./score-texts.ts";

/** Texts that were passed, texts that come with the program, or made-up ones where it has none. */
export type BackgroundSource = "given" | "shipped" | "made-up";

/** Fingerprints of texts that nobody has labelled. */
export interface Background {
  readonly from: BackgroundSource;
  readonly prints: readonly Positions[];
}

/** With fewer texts that have known words nothing can be counted. */
const FEWEST_BACKGROUND = 20;

/**
 * The texts on which is counted what a line takes in.
 * @throws bad-input when fewer than 20 of the given texts have a known word
 */
export async function backgroundFor(
  engine: Engine,
  { model, signal }: { readonly model: Model; readonly signal: Cancellation },
  { input, usable }: { readonly input: Examples; readonly usable: readonly UsableExample[] },
): Promise<Background> {
  if (input.background !== undefined && input.background.length > 0) {
    const prints = printsOf(model, input.background, signal);
    if (prints.length >= FEWEST_BACKGROUND) return { from: "given", prints };
    throw badInput(
      "background",
      `${prints.length} of the ${input.background.length} texts have a known word; give at least ${FEWEST_BACKGROUND}, or none.`,
    );
  }
  const prints =
    (await engine.samplePrints?.(model)) ??
    printsOf(model, (await engine.sampleTexts?.()) ?? [], signal);
  if (prints.length >= FEWEST_BACKGROUND) return { from: "shipped", prints };
  const belonging = usable.filter(({ side }) => side === "positive").map(({ text }) => text);
  return { from: "made-up", prints: model.text.standIns(belonging) };
}

/** Texts whose fingerprints are kept per retina; those of a collection are asked for with every change of an example. */
const MOST_KEPT = 4000;
const kept = new WeakMap<Model, Map<string, Positions | undefined>>();

/** Texts without a known word have none. */
function printsOf(model: Model, texts: readonly string[], signal: Cancellation): Positions[] {
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
    return found === undefined ? [] : [found];
  });
}
