import type { Engine, Model } from "../analysis/engine.ts";
import { foreignTo, readerOf } from "../analysis/languages.ts";
import { meaningOf } from "../analysis/meaning.ts";
import { fingerprintOrNone } from "../analysis/score-texts.ts";
import type { Handler, Output } from "../api/client-types.ts";
import { NO_POSITIONS, toNumbers } from "../fingerprint/positions.ts";
import type { Slice } from "../text/types.ts";
import { languageJson } from "./to-json.ts";

type Bench = Output<"app.textBench">;

/** Keywords that head a slice. */
const HEADING_WORDS = 3;

/** The text bench. A text without a known word is no failure here. */
export function appTextHandlers(engine: Engine) {
  const words: Handler<"app.words"> = async ({ retina_name, text }) =>
    (await engine.model(retina_name)).text.words(text);

  const bench: Handler<"app.textBench"> = async ({ text, ...asked }) => {
    const model = await readerOf(engine, asked, text);
    const { name, card } = model.retina;
    const readBy = { retina: name, language: card.language };
    const foreign = (await foreignTo(engine, model, text)) ?? null;
    const fingerprint = fingerprintOrNone(model, text);
    const language = languageJson(await engine.language(text));
    const all = model.text.words(text);
    if (fingerprint === undefined)
      return { positions: [], words: all, keywords: [], slices: [], language, readBy, foreign };
    return {
      positions: toNumbers(fingerprint),
      words: all,
      keywords: await keywordsOf(model, text, fingerprint),
      slices: await Promise.all(
        model.text.slices(text).map((slice) => sliceView(engine, model, slice)),
      ),
      language,
      readBy,
      foreign,
    };
  };

  return { "app.words": words, "app.textBench": bench };
}

async function keywordsOf(
  model: Model,
  text: string,
  fingerprint: Uint16Array,
): Promise<Bench["keywords"]> {
  const inText = new Set(fingerprint);
  const rows = model.text.keywords(text).map(async (term) => {
    const id = model.retina.idOf(term);
    const positions =
      id === -1 ? (fingerprintOrNone(model, term) ?? NO_POSITIONS) : model.retina.positions(id);
    const score = positions.filter((position) => inText.has(position)).length;
    const meaning = await meaningOf(model, term);
    return {
      term,
      score,
      positions: toNumbers(positions),
      ...(meaning.length > 0 && { meaning }),
    };
  });
  return Promise.all(rows);
}

async function sliceView(
  engine: Engine,
  model: Model,
  slice: Slice,
): Promise<Bench["slices"][number]> {
  return {
    text: slice.text,
    start: slice.start,
    end: slice.end,
    heading: model.text.keywords(slice.text, HEADING_WORDS).join(", "),
    positions: toNumbers(slice.positions),
    language: languageJson(await engine.language(slice.text)),
  };
}
