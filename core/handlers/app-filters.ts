import type { Handler } from "../api/client-types.ts";
import { blindSpots } from "./blind-spots.ts";
import type { Engine } from "./engine.ts";
import { filterReport } from "./filter-report.ts";
import { scoreTexts } from "./score-texts.ts";

/** Category filters with what is needed to trust them. */
export function appFilterHandlers(engine: Engine) {
  const report: Handler<"app.filterReport"> = ({ retina_name, name: _name, ...examples }, signal) =>
    filterReport(engine, { model: engine.model(retina_name), signal }, examples);

  const score: Handler<"app.filterScore"> = ({ retina_name, filters, texts }, signal) => [
    ...scoreTexts(engine.model(retina_name), { filters, texts }, signal),
  ];

  const spots: Handler<"app.filterBlindSpots"> = ({ retina_name, ...asked }, signal) => ({
    spots: blindSpots(engine.model(retina_name), asked, signal),
  });

  return { "app.filterReport": report, "app.filterBlindSpots": spots, "app.filterScore": score };
}
