import type { Engine } from "../analysis/engine.ts";
import { filterReport } from "../analysis/filter-report.ts";
import { scoreTexts } from "../analysis/score-texts.ts";
import type { Handler } from "../api/client-types.ts";
import { languageJson } from "./to-json.ts";

/** Category filters with what is needed to trust them. */
export function appFilterHandlers(engine: Engine) {
  const report: Handler<"app.filterReport"> = async (
    { retina_name, name: _name, ...given },
    signal,
  ) => {
    const setting = { model: engine.model(retina_name), signal };
    const { examples, predicted, ...rest } = await filterReport(engine, setting, given);
    return {
      ...rest,
      predicted: predicted && { ...predicted, lines: [...predicted.lines] },
      examples: examples.map((example) => ({
        ...example,
        language: languageJson(example.language),
      })),
    };
  };

  const score: Handler<"app.filterScore"> = ({ retina_name, filters, texts }, signal) => [
    ...scoreTexts(engine.model(retina_name), { filters, texts }, signal),
  ];

  return { "app.filterReport": report, "app.filterScore": score };
}
