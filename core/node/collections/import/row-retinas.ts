import { languageOf, readerName } from "../../../analysis/languages.ts";
import type { PackSummary } from "../../../language/pack.ts";
import type { RetinaTables } from "../../../retina/retina-data.ts";

/** The retinas that read the rows of a collection: its own, and those of other languages on the same map. */
export interface RowRetinas {
  readonly own: RetinaTables;
  /** Codes of the languages that can be read; empty where the own one is no language's. */
  readonly languages: readonly string[];
  /** Code of the language of the own one. */
  readonly ownLanguage: string | undefined;
  /** The retina of one of the languages; the own one where it is not there any more. */
  open(language: string): Promise<RetinaTables>;
}

/** Those on the map of a retina. @param load opens one by name, undefined where it cannot */
export function retinasOn(
  own: RetinaTables,
  packs: readonly PackSummary[],
  load: (name: string) => Promise<RetinaTables | undefined>,
): RowRetinas {
  const retina = { name: own.card.name, card: own.card };
  const ownLanguage = languageOf(retina);
  const all = ["en", ...packs.map(({ language }) => language)];
  return {
    own,
    ownLanguage,
    languages: ownLanguage === undefined ? [] : all,
    open: async (language) => {
      const name = readerName(retina, packs, language) ?? retina.name;
      return name === retina.name ? own : ((await load(name)) ?? own);
    },
  };
}
