import type { Engine } from "../analysis/engine.ts";
import { type Asked, readerOf, readersOf } from "../analysis/languages.ts";
import type { Handler } from "../api/client-types.ts";
import type { NestedText } from "../api/endpoints/text.ts";
import { badInput, throwIfCancelled } from "../errors.ts";
import { NO_POSITIONS } from "../fingerprint/positions.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import { each } from "./bulk.ts";
import { checkCount, MOST_TEXTS, requireText } from "./limits.ts";
import { fingerprintJson, page } from "./to-json.ts";

/** Everything the contract does with running text; an empty text is an error. */
export function textHandlers(engine: Engine) {
  const reader = async (asked: Asked & { readonly text: string }) =>
    readerOf(engine, asked, requireText(asked.text));

  const fingerprint: Handler<"text.fingerprint"> = async (input) => {
    const { text } = await reader(input);
    return [fingerprintJson(text.fingerprint(input.text))];
  };

  const keywords: Handler<"text.keywords"> = async (input) => {
    const { text } = await reader(input);
    return text.keywords(input.text);
  };

  const tokenize: Handler<"text.tokenize"> = async (input) => {
    const { text } = await reader(input);
    return text.tokenize(input.text, tagsOf(input.POStags));
  };

  const slices: Handler<"text.slices"> = async (input) => {
    const { text } = await reader(input);
    return page(text.slices(input.text), input).map((slice) => ({
      text: slice.text,
      fingerprint: fingerprintJson(input.get_fingerprint ? slice.positions : NO_POSITIONS),
    }));
  };

  const bulk: Handler<"text.bulk"> = async ({ body, sparsity, ...asked }, signal) => {
    const texts = flatten(body);
    checkCount("texts", texts.length, MOST_TEXTS);
    const readers = await readersOf(engine, asked, texts);
    return each(texts, (text, i) => {
      throwIfCancelled(signal);
      return fingerprintJson(sparsify(readers[i]!.text.fingerprint(requireText(text)), sparsity));
    });
  };

  const language: Handler<"text.language"> = async ({ text }) => {
    const { language, isoTag, wikiUrl } = await engine.language(requireText(text));
    return { language, iso_tag: isoTag, wiki_url: wikiUrl };
  };

  return {
    "text.fingerprint": fingerprint,
    "text.keywords": keywords,
    "text.tokenize": tokenize,
    "text.slices": slices,
    "text.bulk": bulk,
    "text.language": language,
  };
}

/** Penn tags of a comma list; none given means all. */
function tagsOf(list: string | undefined): string[] | undefined {
  const tags = (list ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return tags.length === 0 ? undefined : tags;
}

/** Texts in reading order, whatever the nesting; a loop, since a hostile nesting can be deep. */
function flatten(items: readonly NestedText[]): string[] {
  const texts: string[] = [];
  const waiting: unknown[] = [...items].reverse();
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (Array.isArray(item)) for (let i = item.length - 1; i >= 0; i--) waiting.push(item[i]);
    else texts.push(textOf(item, texts.length));
  }
  return texts;
}

function textOf(item: unknown, index: number): string {
  if (typeof item === "object" && item !== null && Object.hasOwn(item, "text")) {
    const { text } = item as { text: unknown };
    if (typeof text === "string") return text;
  }
  throw badInput(`body.${index}`, `Item ${index} must be an object with a string “text”.`);
}
