import { deflateSync } from "node:zlib";
import {
  type EncoderReaders,
  type Engine,
  inOrder,
  type Model,
  USUAL_RETINA,
} from "../../analysis/engine.ts";
import { modelInLanguage } from "../../analysis/languages.ts";
import { buildAtlas } from "../../atlas/build-atlas.ts";
import type { Atlas } from "../../atlas/types.ts";
import { unknownRetina } from "../../errors.ts";
import type { Positions } from "../../kernel/grid.ts";
import type { PackSummary } from "../../language/pack.ts";
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

/** What is installed at the moment. */
export interface OpenRetinas {
  readonly retinas: readonly Retina[];
  /** None when left out. */
  readonly packs?: readonly PackSummary[];
}

/** What an engine is put together from. */
export interface EngineParts extends ReadingParts, OpenRetinas {
  /** None when left out. */
  readonly readers?: EncoderReaders;
  /** Opens the retina of a language by its name; undefined where there is none. */
  readonly open?: (name: string) => Promise<Retina | undefined> | undefined;
  /** Where the regions come from; computed here when left out. */
  readonly atlas?: (model: Model) => Promise<Atlas>;
}

/** PNG rows repeat themselves, so the fast level is nearly as small as the best one. */
const LEVEL = 6;

/** An engine whose retinas come and go. */
export interface ChangingEngine extends Engine {
  /** From now on these are installed. What reads texts for one that stays is kept. */
  take(open: OpenRetinas): void;
}

/** An engine over retinas. What reads texts for a retina is made when it is first asked for. */
export function makeEngine({
  readers,
  textEngine,
  language,
  sampleTexts,
  samplePrints,
  commonWords,
  atlas,
  open,
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
    const byName = new Map(retinas.map((retina) => [retina.name, retina]));
    return { packs, retinas, byName, names: inOrder(byName.keys()) };
  };
  let opened = openedOf(first);
  let detect = language(opened.retinas);
  const engine: ChangingEngine = {
    take(installed) {
      const { retinas } = opened;
      opened = openedOf(installed);
      const isSame =
        retinas.length === installed.retinas.length &&
        installed.retinas.every((each) => retinas.includes(each));
      if (!isSame) detect = language(opened.retinas);
    },
    get names() {
      return opened.names;
    },
    get packs() {
      return opened.packs;
    },
    ...(readers && { readers }),
    async model(name = opened.names[0] ?? USUAL_RETINA) {
      const retina = opened.byName.get(name) ?? (await open?.(name));
      if (retina === undefined) throw unknownRetina(name, opened.names);
      return modelOf(retina);
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
