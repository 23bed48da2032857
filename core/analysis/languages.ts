import { badInput } from "../errors.ts";
import type { Expression, Leaf } from "../expression/ast.ts";
import { isOperation } from "../expression/ast.ts";
import {
  isLanguageRetina,
  languageRetinaName,
  languageRetinaParts,
} from "../language/language-retina.ts";
import type { PackSummary } from "../language/pack.ts";
import { readingOf } from "../language/reading.ts";
import type { Retina } from "../retina/types.ts";
import { LANGUAGES } from "../text/language.ts";
import { byEncoder } from "./by-encoder.ts";
import type { Engine, Model } from "./engine.ts";

/** As the language of a call: each text is read in the language that it is written in. */
export const AUTO = "auto";

/** The English retina on whose map a retina lies, by name. */
export const mapNameOf = ({ name, card }: Pick<Retina, "name" | "card">): string =>
  (isLanguageRetina({ card }) ? languageRetinaParts(name)?.map : undefined) ?? name;

/** The code of the language that a retina's terms are in; undefined for a trained one that is not English. */
export const languageOf = ({ card }: Pick<Retina, "card">): string | undefined =>
  readingOf(card)?.language ?? (card.language === "English" ? "en" : undefined);

/** The name of the retina that reads a language on the map of another; undefined where there is none. */
export function readerName(
  retina: Pick<Retina, "name" | "card">,
  packs: readonly PackSummary[],
  language: string,
): string | undefined {
  const own = languageOf(retina);
  if (language === own) return retina.name;
  if (own === undefined) return undefined;
  const map = mapNameOf(retina);
  if (language === "en") return map;
  return packs.some((pack) => pack.language === language)
    ? languageRetinaName(map, language)
    : undefined;
}

/** The pack of a language. @throws bad-input where there is none */
export function packOf({ packs }: Pick<Engine, "packs">, language: string): PackSummary {
  const pack = packs.find((each) => each.language === language);
  if (pack !== undefined) return pack;
  const known = packs.map((each) => each.language);
  throw badInput(
    "language",
    `There is no language pack “${language.slice(0, 40)}”; there are: ${known.join(", ") || "none"}.`,
    { value: language.slice(0, 40), known },
  );
}

/** Whether a retina is one that a pack makes on an installed map. */
export function isOfPack({ names, packs }: Pick<Engine, "names" | "packs">, name: string): boolean {
  const parts = languageRetinaParts(name);
  return (
    parts !== undefined &&
    names.includes(parts.map) &&
    packs.some(({ language }) => language === parts.language)
  );
}

/** What languages are looked up in. */
type Languages = Pick<Engine, "packs" | "model">;

/** `Model.inLanguage` of a retina. */
export async function modelInLanguage(
  engine: Languages,
  model: Model,
  language: string,
): Promise<Model> {
  const { retina } = model;
  const own = languageOf(retina);
  if (language === own) return model;
  if (own === undefined)
    throw badInput(
      "language",
      `Language packs name English terms, and the retina “${retina.name}” is in ${retina.card.language}; leave “language” out or name an English retina.`,
    );
  const map = mapNameOf(retina);
  if (language === "en") return engine.model(map);
  return engine.model(languageRetinaName(map, packOf(engine, language).language));
}

/** The retinas of languages. @throws as `Model.inLanguage` */
export async function modelsIn(
  model: Model,
  languages: Iterable<string>,
): Promise<Map<string, Model>> {
  const found = [...new Set(languages)].map(
    async (language) => [language, await inLanguage(model, language)] as const,
  );
  return new Map(await Promise.all(found));
}

/** @throws as `Model.inLanguage` */
export async function inLanguage(model: Model, language: string): Promise<Model> {
  if (model.inLanguage !== undefined) return model.inLanguage(language);
  if (language === languageOf(model.retina)) return model;
  throw packOf({ packs: [] }, language);
}

/** What a call says about who reads its texts. */
export interface Asked {
  readonly retina_name?: string | undefined;
  /** Code of a language, or `AUTO`; that of the retina when left out. */
  readonly language?: string | undefined;
  /** The reader by whose encoder texts are read; by their words when left out. */
  readonly reader?: string | undefined;
  /** What its checksum has to be; any when left out. */
  readonly reader_checksum?: string | undefined;
}

/** The retina that reads a text: the one place that decides it. @throws as `Model.inLanguage` */
export async function readerOf(engine: Engine, asked: Asked, text: string): Promise<Model> {
  const [model] = await readersOf(engine, asked, [text]);
  return model!;
}

/** The same for each of many texts. */
export function readersOf(
  engine: Engine,
  { reader, ...asked }: Asked,
  texts: readonly string[],
): Promise<readonly Model[]> {
  return reader === undefined
    ? byWords(engine, asked, texts)
    : encoded(engine, { ...asked, reader }, texts);
}

/** An encoder reads a text in whatever language it is. */
async function encoded(
  engine: Engine,
  { reader, reader_checksum: checksum, retina_name }: Asked & { readonly reader: string },
  texts: readonly string[],
): Promise<readonly Model[]> {
  const named = { name: reader, ...(checksum !== undefined && { checksum }) };
  const model = await byEncoder(engine, named, texts, await engine.model(retina_name));
  return texts.map(() => model);
}

async function byWords(
  engine: Engine,
  { retina_name, language }: Asked,
  texts: readonly string[],
): Promise<readonly Model[]> {
  const model = await engine.model(retina_name);
  if (language === AUTO) return detected(engine, model, texts);
  const reader = language === undefined ? model : await inLanguage(model, language);
  return texts.map(() => reader);
}

async function detected(engine: Engine, model: Model, texts: readonly string[]) {
  const guesses: string[][] = [];
  for (const text of texts) guesses.push(await languagesOf(engine, model, text));
  const models = await modelsIn(model, guesses.flat());
  return texts.map((text, i) => {
    const own = guesses[i]!.map((language) => models.get(language)!);
    return own.length < 2 ? (own[0] ?? model) : knowing(text, own);
  });
}

/** The languages that a text may be in, of those that can be read: one where that is certain, else likeliest first. */
async function languagesOf(engine: Engine, { retina }: Model, text: string): Promise<string[]> {
  const own = languageOf(retina);
  if (own === undefined) return [];
  const { isoTag, confidence, runnerUp } = await engine.language(text);
  const known = new Set([own, "en", ...engine.packs.map(({ language }) => language)]);
  const found = isoTag !== null && known.has(isoTag) ? [isoTag] : [];
  if (confidence === "high") return found.length > 0 ? found : [own];
  const second = [...LANGUAGES.values()].find(({ name }) => name === runnerUp)?.code;
  return [
    ...new Set([...found, own, ...(second !== undefined && known.has(second) ? [second] : [])]),
  ];
}

/** The one that knows most of a text's words, of equals the first. */
function knowing(text: string, models: readonly Model[]): Model {
  let best = models[0]!;
  let most = -1;
  for (const model of models) {
    const share = model.text.knownShare(text);
    if (share <= most) continue;
    most = share;
    best = model;
  }
  return best;
}

/** A text in another language than the retina that reads it. */
export interface Foreign {
  /** English name of the text's language. */
  readonly language: string;
  /** The retina that can read it; null where there is no pack of the language. */
  readonly retina: string | null;
}

/** Says when a text is read as if it were in another language; names and short phrases may be in any. */
export async function foreignTo(
  engine: Engine,
  { retina }: Model,
  text: string,
): Promise<Foreign | undefined> {
  if (!isRunningText(text)) return undefined;
  const { language, isoTag, confidence } = await engine.language(text);
  if (language === null || isoTag === null || confidence !== "high") return undefined;
  if (isoTag === languageOf(retina) || language === retina.card.language) return undefined;
  return { language, retina: readerName(retina, engine.packs, isoTag) ?? null };
}

/** Words, or characters of a script without spaces, that make more than a phrase. */
const FEWEST_WORDS = 8;
const FEWEST_CHARACTERS = 16;
const WORD = /[\p{L}\p{M}'’]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Share of what is no space that is letters in sentences; a line of figures with abbreviations has fewer. */
const LEAST_LETTERS = 0.75;
const LETTER = /[\p{L}\p{M}]/gu;
const NO_SPACE = /\S/gu;

/** Whether a text is long enough to be in one language, and neither a list of names nor of figures. */
export function isRunningText(text: string): boolean {
  const letters = text.match(LETTER)?.length ?? 0;
  if (letters < LEAST_LETTERS * (text.match(NO_SPACE)?.length ?? 0)) return false;
  if ((text.match(UNSPACED)?.length ?? 0) >= FEWEST_CHARACTERS) return true;
  const words = text.match(WORD) ?? [];
  const names = words.filter((word) => /^\p{Lu}/u.test(word));
  return words.length >= FEWEST_WORDS && 2 * names.length <= words.length;
}

const visit = (node: Expression, change: (node: Leaf) => Expression): Expression =>
  isOperation(node)
    ? { ...node, operands: node.operands.map((operand) => visit(operand, change)) }
    : change(node);

/** An expression as it is read: its texts by the encoder that a call names, all else in the language of the call or its own. */
export function asRead(
  engine: Engine,
  asked: Asked,
  root: Expression,
): Expression | Promise<Expression> {
  const read = asked.reader === undefined ? root : textsRead(engine, asked, root);
  return read instanceof Promise
    ? read.then((known) => inTheirLanguages(engine, asked, known))
    : inTheirLanguages(engine, asked, read);
}

/** An expression whose texts have become their cells. */
async function textsRead(engine: Engine, asked: Asked, root: Expression): Promise<Expression> {
  const texts = textsIn(root);
  const models = await readersOf(engine, asked, texts);
  const [model] = models;
  return visit(root, (node) => {
    if (node.kind !== "text" || model === undefined) return node;
    const { sparsity } = node;
    const positions = model.text.fingerprint(node.text);
    return { kind: "positions", positions, ...(sparsity !== undefined && { sparsity }) };
  });
}

/** The texts of an expression's leaves. */
export function textsIn(root: Expression): string[] {
  const texts: string[] = [];
  visit(root, (node) => {
    if (node.kind === "text") texts.push(node.text);
    return node;
  });
  return texts;
}

/** The languages that the leaves of expressions name. */
export function languagesIn(roots: readonly Expression[]): Set<string> {
  const languages = new Set<string>();
  for (const root of roots)
    visit(root, (node) => {
      const { language = AUTO } = node as { readonly language?: string };
      if (language !== AUTO) languages.add(language);
      return node;
    });
  return languages;
}

/** An expression whose leaves say their language, where a call names one or tells it of each text. */
function inTheirLanguages(
  engine: Engine,
  { retina_name, language }: Asked,
  root: Expression,
): Expression | Promise<Expression> {
  const texts: string[] = [];
  const isWords = (node: Expression) => node.kind === "term" || node.kind === "text";
  const asked = visit(root, (node) => {
    if (!isWords(node)) return node;
    const own = { ...node, language: node.language ?? language };
    if (own.language === AUTO && own.kind === "text") texts.push(own.text);
    return own.language === undefined || (own.language === AUTO && own.kind === "term")
      ? node
      : own;
  });
  if (texts.length === 0) return asked;
  return readersOf(engine, { retina_name, language: AUTO }, texts).then((models) => {
    let next = 0;
    return visit(asked, (node) =>
      node.kind === "text" && node.language === AUTO
        ? { ...node, language: languageOf(models[next++]!.retina) }
        : node,
    );
  });
}
