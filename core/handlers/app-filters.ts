import type { Engine } from "../analysis/engine.ts";
import { filterReport } from "../analysis/filter-report.ts";
import { readersOf } from "../analysis/languages.ts";
import { scoreTexts } from "../analysis/score-texts.ts";
import type { Handler } from "../api/client-types.ts";
import { languageJson } from "./to-json.ts";

/** Category filters with what is needed to trust them. */
export function appFilterHandlers(engine: Engine) {
  const report: Handler<"app.filterReport"> = async (
    { retina_name, language, reader, reader_checksum, name: _name, ...given },
    signal,
  ) => {
    const asked = { retina_name, language, reader, reader_checksum };
    const setting = { asked, signal };
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

  const score: Handler<"app.filterScore"> = async ({ filters, texts, ...asked }, signal) => {
    const readers = await readersOf(engine, asked, texts);
    const own = await engine.model(asked.retina_name);
    return [...scoreTexts(readers, { filters, texts, own }, signal)];
  };

  return { "app.filterReport": report, "app.filterScore": score };
}
