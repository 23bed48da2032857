import type { Engine } from "../analysis/engine.ts";
import { mapNameOf, packOf } from "../analysis/languages.ts";
import type { Handler } from "../api/client-types.ts";
import { SIDE } from "../kernel/grid.ts";
import { siblingDescription, siblingName } from "../language/sibling.ts";
import type { Retina } from "../retina/types.ts";

const rowOf = (name: string, description: string, terms: number) => ({
  retinaName: name,
  description,
  numberOfTermsInRetina: terms,
  numberOfRows: SIDE,
  numberOfColumns: SIDE,
});

const retinaJson = ({ name, card, termCount }: Retina) => rowOf(name, card.description, termCount);

/** The list of open retinas, and of those that language packs make. */
export function retinaHandlers(engine: Engine) {
  const list: Handler<"retinas.list"> = ({ retina_name, language }) => {
    if (language !== undefined) return ofLanguage(engine, retina_name, language);
    const names = retina_name === undefined ? engine.names : [retina_name];
    return names.map((name) => retinaJson(engine.model(name).retina));
  };
  return { "retinas.list": list };
}

const ALL = "all";

function ofLanguage(engine: Engine, retina: string | undefined, language: string) {
  const packs = language === ALL ? engine.packs : [packOf(engine, language)];
  const maps =
    retina === undefined
      ? engine.names.filter((name) => engine.model(name).retina.card.language === "English")
      : [mapNameOf(engine.model(retina).retina)];
  return maps.flatMap((map) =>
    packs.map(({ language: code, words }) => {
      const name = siblingName(map, code);
      return engine.isOpen(name)
        ? retinaJson(engine.model(name).retina)
        : rowOf(name, siblingDescription(map, code), words);
    }),
  );
}
