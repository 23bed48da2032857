import type { Output } from "../../api/client-types.ts";
import type { ExpressionJson } from "../../api/schema/json-value.ts";
import { ApiError, badInput, emptyFingerprint } from "../../errors.ts";
import type { Expression } from "../../expression/ast.ts";
import { parseLine } from "../../expression/parse-line.ts";
import { printContract } from "../../expression/print-json.ts";
import { printLine } from "../../expression/print-line.ts";
import { aboutField, oneLine, type Question, rounded, text } from "./tool.ts";

/** One thing that has a fingerprint. */
export const WHAT = text(
  'A term (jaguar, "new york"), an expression (jaguar - car, war & sea, poet + "opera singer"), cells as [0,4,10-40], or any text.',
  { minLength: 1, maxLength: 100_000 },
);

/** How what was given was read. */
interface ReadAs {
  /** In one line; the application reads it as it is. */
  readonly expression: string;
  readonly kind: "term" | "expression" | "text";
  readonly cells: number;
  /** Why a line with brackets or operators was read as a text, with the place. */
  readonly notAnExpression?: string;
  readonly unknownWords: readonly string[];
}

export interface ReadThing {
  readonly json: ExpressionJson;
  readonly positions: readonly number[];
  readonly read: ReadAs;
}

const UNKNOWN_WORDS = 20;
const LONGEST_LINE = 1000;

/**
 * Reads what was written for a fingerprint by the same rules as the search field of a collection: a term, or else an
 * expression with a sign of its own, or else a text. @throws what the endpoints answer as errors
 */
export function readWhat(
  question: Question,
  field: string,
  what: string,
  retina: string | undefined,
): Promise<ReadThing> {
  return readThing(question, field, what, retina).catch((cause: unknown) => {
    const isRetina = cause instanceof ApiError && cause.details.field === "retina_name";
    throw isRetina ? cause : aboutField(cause, field);
  });
}

async function readThing(
  question: Question,
  field: string,
  what: string,
  retina: string | undefined,
): Promise<ReadThing> {
  if (what.trim() === "") throw badInput(field, `“${field}” is empty; write a term or a text.`);
  const on = retina === undefined ? {} : { retina_name: retina };
  const { expression, problem } = await expressionOf(question, what, on);
  const { expression: json, sparsity } = printContract(expression);
  const found = await question.ask("app.evaluate", {
    ...on,
    expression: json,
    ...(sparsity === undefined ? {} : { sparsity }),
  });
  if (!found.evaluated) {
    // The service words the error, with suggestions.
    await question.ask("compare.pair", { ...on, body: [json, json] });
  }
  if (found.positions.length === 0) throw emptyFingerprint(`“${oneLine(what, 80)}”`);
  return {
    json: sparsity === undefined ? json : { positions: found.positions },
    positions: found.positions,
    read: {
      expression: oneLine(printLine(expression), LONGEST_LINE),
      kind: kindOf(expression),
      cells: found.positions.length,
      ...(problem === undefined ? {} : { notAnExpression: problem }),
      unknownWords: unknownIn(found).slice(0, UNKNOWN_WORDS),
    },
  };
}

const kindOf = ({ kind }: Expression) => (kind === "term" || kind === "text" ? kind : "expression");

const unknownIn = ({ unknown, texts }: Output<"app.evaluate">): string[] => [
  ...new Set([
    ...unknown.map(({ term }) => term),
    ...texts.flatMap(({ unknownWords }) => unknownWords),
  ]),
];

async function expressionOf(
  question: Question,
  what: string,
  on: { readonly retina_name?: string },
): Promise<{ readonly expression: Expression; readonly problem?: string }> {
  const line = what.trim();
  const isKnown = async (term: string) =>
    term.length <= LONGEST_TERM && (await question.ask("app.term", { ...on, term })).known;
  if (await isKnown(line)) return { expression: { kind: "term", term: line } };
  const phrases = new Set<string>();
  parseLine(line, { isPhrase: (words) => phrases.add(words).has(words) });
  const known = new Set<string>();
  if (phrases.size <= MOST_PHRASES)
    for (const words of phrases) if (await isKnown(words)) known.add(words);
  const { expression, problem } = parseLine(line, { isPhrase: (words) => known.has(words) });
  // A single word that is not known is answered with suggestions, not read as a text.
  if (expression !== undefined) return { expression };
  const asText: Expression = { kind: "text", text: what };
  if (problem === undefined || line.length > LONGEST_TERM || !SIGNS.test(line))
    return { expression: asText };
  return { expression: asText, problem: `Column ${problem.column}: ${problem.message}` };
}

/** A bracket, or an operator that stands alone: a short line with one was meant as an expression. */
const SIGNS = /[()[\]]|(?:^|\s)(?:[-&+|^]|and|or|xor|not)(?:\s|$)/i;

/** A sentence about a line that was meant as an expression and read as a text; nothing for any other. */
export const readAsText = ({ notAnExpression }: ReadThing["read"]): string | false =>
  notAnExpression !== undefined && `Read as a text, not as an expression. ${notAnExpression}`;

const LONGEST_TERM = 200;
const MOST_PHRASES = 40;

type Map = Output<"app.atlas">;

/** The map of a retina, and its name where none was given. */
export async function mapOf(
  question: Question,
  retina: string | undefined,
): Promise<{ name: string; map: Map }> {
  const on = retina === undefined ? {} : { retina_name: retina };
  const map = await question.ask("app.atlas", on, "reading the map");
  if (retina !== undefined) return { name: retina, map };
  const [usual] = await question.ask("retinas.list", {});
  return { name: usual?.retinaName ?? "", map };
}

/** The second level has regions about as wide as a subject. `times` is by how much more cells lie there than its size gives. */
const LEVEL = 1;

export function placesOf({ regions, regionOf }: Map, positions: readonly number[], most: number) {
  const level = regionOf[LEVEL] ?? [];
  const counts = new Map<number, number>();
  for (const cell of positions) counts.set(level[cell]!, (counts.get(level[cell]!) ?? 0) + 1);
  return [...counts]
    .map(([id, cells]) => {
      const region = regions[id]!;
      const share = cells / positions.length;
      const times = share / (region.cells / level.length);
      return { place: region.label, cells, share: rounded(share), times: rounded(times, 1) };
    })
    .filter(({ place }) => place !== "")
    .sort((a, b) => b.cells - a.cells || (a.place < b.place ? -1 : 1))
    .slice(0, most);
}
