import type { Engine } from "../analysis/engine.ts";
import { mapNameOf, packOf } from "../analysis/languages.ts";
import type { Handler } from "../api/client-types.ts";
import { SIDE } from "../kernel/grid.ts";
import { languageRetinaDescription, languageRetinaName } from "../language/language-retina.ts";
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
  const list: Handler<"retinas.list"> = async ({ retina_name, language }) => {
    if (language !== undefined) return ofLanguage(engine, retina_name, language);
    const names = retina_name === undefined ? engine.names : [retina_name];
    const models = await Promise.all(names.map((name) => engine.model(name)));
    return models.map(({ retina }) => retinaJson(retina));
  };
  return { "retinas.list": list };
}

const ALL = "all";

async function ofLanguage(engine: Engine, retina: string | undefined, language: string) {
  const packs = language === ALL ? engine.packs : [packOf(engine, language)];
  const names = retina === undefined ? engine.names : [retina];
  const named = await Promise.all(names.map((name) => engine.model(name)));
  const maps =
    retina === undefined
      ? named.flatMap(({ retina: { name, card } }) => (card.language === "English" ? [name] : []))
      : named.map((model) => mapNameOf(model.retina));
  return maps.flatMap((map) =>
    packs.map(({ language: code, words }) =>
      rowOf(languageRetinaName(map, code), languageRetinaDescription(map, code), words),
    ),
  );
}
