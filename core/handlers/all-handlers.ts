import type { Engine } from "../analysis/engine.ts";
import {
  appCompareHandlers,
  appEvaluateHandlers,
  appExploreHandlers,
  appFilterHandlers,
  appMapHandlers,
  appTermHandlers,
  appTextHandlers,
} from "./app.ts";
import {
  classifyHandlers,
  compareHandlers,
  expressionHandlers,
  imageHandlers,
  retinaHandlers,
  termHandlers,
  textHandlers,
} from "./retina-api.ts";

/** Everything that needs the engine alone, so that any thread can answer it. */
export function engineHandlers(engine: Engine) {
  return {
    ...retinaHandlers(engine),
    ...termHandlers(engine),
    ...textHandlers(engine),
    ...expressionHandlers(engine),
    ...compareHandlers(engine),
    ...imageHandlers(engine),
    ...classifyHandlers(engine),
    ...appTermHandlers(engine),
    ...appMapHandlers(engine),
    ...appEvaluateHandlers(engine),
    ...appExploreHandlers(engine),
    ...appCompareHandlers(engine),
    ...appTextHandlers(engine),
    ...appFilterHandlers(engine),
  };
}
