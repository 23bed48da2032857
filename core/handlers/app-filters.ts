import type { Handler } from "../api/client-types.ts";
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

  return { "app.filterReport": report, "app.filterScore": score };
}
