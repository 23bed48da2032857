import { deflateSync } from "node:zlib";
import {
  type EncoderReaders,
  type Engine,
  inOrder,
  type Model,
  pickModel,
} from "../../analysis/engine.ts";
import { modelInLanguage } from "../../analysis/languages.ts";
import { buildAtlas } from "../../atlas/build-atlas.ts";
import type { Atlas } from "../../atlas/types.ts";
import type { Positions } from "../../kernel/grid.ts";
import type { PackSummary } from "../../language/pack.ts";
import { isSibling } from "../../language/sibling.ts";
import type { Retina } from "../../retina/types.ts";
import type { LanguageAnswer } from "../../text/language.ts";
import type { TextEngine } from "../../text/types.ts";

/** What reads texts, whatever the retina. */
export interface ReadingParts {
  readonly textEngine: (retina: Retina) => TextEngine;
  /** Detects languages; with an English retina also those of a few English words. */
  readonly language: (
    retinas: readonly Retina[],
  ) => (text: string) => LanguageAnswer | Promise<LanguageAnswer>;
  /** Texts in a language that come with the program. */
  readonly sampleTexts?: (language: string) => Promise<readonly string[]>;
  /** Their fingerprints, where they are kept. */
  readonly samplePrints?: (retina: Retina) => Promise<readonly Positions[] | undefined>;
  /** The words that nearly every text in the language of a pack has. */
  readonly commonWords?: (pack: PackSummary) => Promise<ReadonlySet<string>>;
}

/** What is open at the moment. */
export interface OpenRetinas {
  readonly retinas: readonly Retina[];
  /** None when left out. */
  readonly packs?: readonly PackSummary[];
}

/** What an engine is put together from. */
export interface EngineParts extends ReadingParts, OpenRetinas {
  /** None when left out. */
  readonly readers?: EncoderReaders;
  /** Where the regions come from; computed here when left out. */
  readonly atlas?: (model: Model) => Promise<Atlas>;
}

/** PNG rows repeat themselves, so the fast level is nearly as small as the best one. */
const LEVEL = 6;

/** An engine whose retinas come and go. */
export interface ChangingEngine extends Engine {
  /** From now on these are open. What reads texts for one that stays is kept. */
  take(open: OpenRetinas): void;
}

/** An engine over open retinas. What reads texts for a retina is made when it is first asked for. */
export function makeEngine({
  readers,
  textEngine,
  language,
  sampleTexts,
  samplePrints,
  commonWords,
  atlas,
  ...first
}: EngineParts): ChangingEngine {
  const made = new WeakMap<Retina, Model>();
  const atlases = new WeakMap<Model, Atlas | Promise<Atlas>>();
  const modelOf = (retina: Retina): Model => {
    const model = made.get(retina) ?? lazyModel(retina, textEngine, () => engine);
    made.set(retina, model);
    return model;
  };
  const openedOf = ({ retinas, packs = [] }: OpenRetinas) => {
    const maps = retinas.filter((retina) => !isSibling(retina));
    const models = new Map(retinas.map((retina) => [retina.name, modelOf(retina)]));
    return { packs, maps, models, names: inOrder(maps.map(({ name }) => name)) };
  };
  let opened = openedOf(first);
  let detect = language(opened.maps);
  const engine: ChangingEngine = {
    take(open) {
      const { maps } = opened;
      opened = openedOf(open);
      // Only those that are installed can tell English words.
      const isSame =
        maps.length === opened.maps.length && opened.maps.every((m) => maps.includes(m));
      if (!isSame) detect = language(opened.maps);
    },
    get names() {
      return opened.names;
    },
    get packs() {
      return opened.packs;
    },
    ...(readers && { readers }),
    isOpen: (name) => opened.models.has(name),
    model(name = opened.names[0]) {
      const model = pickModel(opened.models, name);
      model.retina.use?.();
      return model;
    },
    language: (text) => detect(text),
    ...(sampleTexts && { sampleTexts }),
    ...(samplePrints && { samplePrints: ({ retina }: Model) => samplePrints(retina) }),
    ...(commonWords && { commonWords }),
    atlas(model) {
      const known = atlases.get(model) ?? atlas?.(model) ?? buildAtlas(model.retina);
      atlases.set(model, known);
      if (known instanceof Promise) known.catch(() => atlases.delete(model));
      return known;
    },
    deflate: (bytes) => deflateSync(bytes, { level: LEVEL }),
    base64: ({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength).toString("base64"),
  };
  return engine;
}

function lazyModel(
  retina: Retina,
  make: (retina: Retina) => TextEngine,
  engine: () => Engine,
): Model {
  let text: TextEngine | undefined;
  const model: Model = {
    retina,
    get text() {
      text ??= make(retina);
      return text;
    },
    inLanguage: (language) => modelInLanguage(engine(), model, language),
  };
  return model;
}
