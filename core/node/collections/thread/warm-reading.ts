import type { Engine, Model } from "../../../analysis/engine.ts";
import type { CollectionInfo } from "../../../collection/port/store.ts";

/** Terms of a paragraph. */
const WORDS = 60;
/** What waits goes first: milliseconds between two pieces, each of which takes up to 300. */
const PAUSE = 20;

/**
 * Makes what the first map of a collection would wait for, while a person chooses one: a first map is compared with ordinary
 * texts, for which the texts of the collection are read. Only for retinas that have a collection.
 */
export async function warmReading(
  engine: Engine,
  list: () => Promise<readonly CollectionInfo[]>,
  pause: (milliseconds: number) => Promise<unknown>,
): Promise<void> {
  const wanted = new Set((await list()).map(({ retina }) => retina.name));
  for (const name of engine.names.filter((each) => wanted.has(each))) {
    const model = await engine.model(name);
    for (const work of piecesFor(model)) {
      await pause(PAUSE);
      work();
    }
  }
}

function piecesFor(model: Model): (() => unknown)[] {
  const { retina } = model;
  const words = Array.from({ length: WORDS }, (_, i) =>
    retina.term((100 + 37 * i) % retina.termCount),
  );
  return [
    () => model.text,
    () => model.text.prepare(),
    () => model.text.syntheticNegatives([words.join(" ")]),
  ];
}
