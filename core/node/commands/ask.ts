import type { Model } from "../../analysis/engine.ts";
import { foreignTo } from "../../analysis/languages.ts";
import { lookupsOf, speakersOf } from "../../analysis/read-expression.ts";
import type { ExpressionJson } from "../../api/schema/json-value.ts";
import { endpoints } from "../../api/table.ts";
import { badExpression, badInput } from "../../errors.ts";
import { evaluate } from "../../expression/evaluate.ts";
import { parseLine } from "../../expression/parse-line.ts";
import { hasContractForm, printContract } from "../../expression/print-json.ts";
import { someOf } from "../../kernel/seeded-random.ts";
import { codeOf, systemError } from "../config/system-error.ts";
import { readAsText } from "../files/document-records.ts";
import {
  type Command,
  type CommandContext,
  endpointFields,
  operandsOf,
  type Terminal,
} from "./command.ts";
import type { EngineName, LocalEngine } from "./local-engine.ts";
import { neededPlace, type OutputOptions, writeOutput } from "./print.ts";

/** A row that asks its endpoint, with the operands and options as its arguments. */
export function engineCommand(
  row: Omit<Command, "run"> & { readonly endpoint: EngineName },
): Command {
  const { endpoint, writes } = row;
  return {
    ...row,
    async run(context) {
      const { terminal, options } = context;
      const place = writes && (await neededPlace(options as OutputOptions, writes));
      const engine = await context.openEngine();
      const args: Record<string, unknown> = {
        ...argumentsIn(row, options),
        ...(await operandArguments(engine, row, context)),
        ...(place && { image_encoding: `binary/${place.format}` }),
      };
      const answer = await engine.call(endpoint, args as never);
      if (place === undefined) return answer;
      await writeOutput(terminal, place, (answer as { data: string | Uint8Array }).data);
      return { file: place.file };
    },
  };
}

/** The options that are fields of the endpoint. */
export function argumentsIn({ endpoint }: Command | Omit<Command, "run">, options: object) {
  const fields = endpoint === undefined ? {} : endpointFields(endpoint);
  return Object.fromEntries(Object.entries(options).filter(([field]) => field in fields));
}

/** Of a text its file's content; of a body the expressions; of other operands the words. */
async function operandArguments(
  engine: LocalEngine,
  { endpoint, operands }: Omit<Command, "run">,
  { terminal, operands: given, options }: CommandContext,
) {
  const { as } = endpoints[endpoint as EngineName].body;
  const warn = (text: string) =>
    options.language === undefined ? warnOfLanguages(engine, terminal, [text]) : undefined;
  if (as === "text") {
    const text = await readInputText(given[0], terminal);
    await warn(text);
    return { text };
  }
  const body: ExpressionJson[] = [];
  for (const written of given) {
    const text = await readText(written, terminal);
    if (text !== undefined) await warn(text);
    body.push(text === undefined ? await readLine(await engine.model(), written) : { text });
  }
  return { body: operandsOf(operands).length === 1 ? body[0] : body };
}

/** `-` is a text on standard input, `@file` the text in a file. */
export function readText(written: string, terminal: Terminal): Promise<string | undefined> {
  if (written === "-") return terminal.readInput();
  return written.startsWith("@") ? readTextFile(written.slice(1)) : Promise.resolve(undefined);
}

/** A term, or an expression in one line. @throws bad-expression with the place of the mistake */
async function readLine(model: Model, line: string): Promise<ExpressionJson> {
  if (model.retina.idOf(line) !== -1) return { term: line };
  const { expression, problem } = parseLine(line, {
    isPhrase: (words) => model.retina.idOf(words) !== -1,
  });
  if (problem !== undefined)
    throw badExpression(
      "",
      `Column ${problem.column}: ${problem.message} A text is written text:"…", or as @FILE.`,
      { line },
    );
  if (expression === undefined) throw badInput("expression", "The expression is empty.");
  if (hasContractForm(expression) && expression.sparsity === undefined)
    return printContract(expression).expression;
  const positions = evaluate(expression, lookupsOf(await speakersOf(model, expression)));
  return { positions: Array.from(positions) };
}

/** @throws bad-input with a sentence when it cannot be read */
export async function readTextFile(file: string): Promise<string> {
  try {
    return await readAsText(file);
  } catch (cause) {
    throw notRead(file, cause);
  }
}

/** Why a file could not be read, as a sentence where it is no fault of the program. */
export const notRead = (file: string, cause: unknown): unknown =>
  codeOf(cause) === "ENOENT"
    ? badInput("file", `There is no file ${file}.`, { file })
    : (systemError(cause, file) ?? cause);

/** A file's text, or standard input for `-` and for nothing. */
export const readInputText = (file: string | undefined, terminal: Terminal): Promise<string> =>
  file === undefined || file === "-" ? terminal.readInput() : readTextFile(file);

/** Texts whose language is looked at where none is asked for. */
const MOST_LOOKED_AT = 200;

/** Says in which other languages texts are that are read in that of the retina. */
export async function warnOfLanguages(
  engine: LocalEngine,
  terminal: Terminal,
  texts: readonly string[],
): Promise<void> {
  const model = await engine.model();
  const looked = someOf(texts, MOST_LOOKED_AT);
  const counts = new Map<string, number>();
  for (const text of looked) {
    const found = await foreignTo(engine.engine, model, text);
    if (found) counts.set(found.language, (counts.get(found.language) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  const told = [...counts].map(([language, count]) => `${count} in ${language}`).join(", ");
  terminal.warn(
    `Of ${looked.length} texts ${told}, read as ${model.retina.card.language}: --language auto reads each in its own language.`,
  );
}

export const terms: readonly Command[] = [
  engineCommand({
    name: "similar",
    endpoint: "expressions.similar",
    operands: "WHAT",
    shows: "score term pos_types",
    examples: `
      semascope similar apple
      semascope similar 'jaguar - car' -n 20
      echo 'interest rates rose' | semascope similar -`,
  }),
  engineCommand({
    name: "compare",
    endpoint: "compare.pair",
    operands: "A B",
    examples: `
      semascope compare apple fruit
      semascope compare 'apple - computer' 'text:"a ripe pear"'
      semascope compare @one.txt @two.txt --json`,
  }),
  engineCommand({
    name: "fingerprint",
    endpoint: "expressions.evaluate",
    operands: "WHAT",
    examples: `
      semascope fingerprint apple
      semascope fingerprint 'apple & fruit' --json
      semascope fingerprint @article.txt`,
  }),
  engineCommand({
    name: "keywords",
    endpoint: "text.keywords",
    operands: "[FILE]",
    examples: `
      semascope keywords article.txt
      cat article.txt | semascope keywords -`,
  }),
  engineCommand({
    name: "image",
    endpoint: "image.draw",
    operands: "WHAT",
    writes: ["png", "svg"],
    examples: `
      semascope image apple -o apple.png
      semascope image 'apple - computer' -o fruit.svg --scalar 8`,
  }),
];
