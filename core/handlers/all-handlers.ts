import type { Engine } from "../analysis/engine.ts";
import { appCompareHandlers } from "./app-compare.ts";
import { appEvaluateHandlers } from "./app-evaluate.ts";
import { appExploreHandlers } from "./app-explore.ts";
import { appFilterHandlers } from "./app-filters.ts";
import { appMapHandlers } from "./app-map.ts";
import { appTermHandlers } from "./app-terms.ts";
import { appTextHandlers } from "./app-text.ts";
import { classifyHandlers } from "./classify.ts";
import { compareHandlers } from "./compare.ts";
import { expressionHandlers } from "./expressions.ts";
import { imageHandlers } from "./image.ts";
import { retinaHandlers } from "./retinas.ts";
import { termHandlers } from "./terms.ts";
import { textHandlers } from "./text.ts";

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
