import type { Engine } from "../analysis/engine.ts";
import type { Handler } from "../api/client-types.ts";
import { SIDE } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";

const retinaJson = (retina: Retina) => ({
  retinaName: retina.name,
  description: retina.card.description,
  numberOfTermsInRetina: retina.termCount,
  numberOfRows: SIDE,
  numberOfColumns: SIDE,
});

/** The list of open retinas. */
export function retinaHandlers(engine: Engine) {
  const list: Handler<"retinas.list"> = ({ retina_name }) => {
    const names = retina_name === undefined ? engine.names : [retina_name];
    return names.map((name) => retinaJson(engine.model(name).retina));
  };
  return { "retinas.list": list };
}
