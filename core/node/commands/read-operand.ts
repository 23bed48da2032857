import type { Model } from "../../analysis/engine.ts";
import { foreignTo } from "../../analysis/languages.ts";
import { lookupsOf, speakersOf } from "../../analysis/read-expression.ts";
import { badExpression, badInput, emptyFingerprint } from "../../errors.ts";
import { evaluate } from "../../expression/evaluate.ts";
import { parseLine } from "../../expression/parse-line.ts";
import type { Positions } from "../../kernel/grid.ts";
import { type StandIn, standInFor } from "../../text/stand-in.ts";
import { codeOf, systemError } from "../config/system-error.ts";
import { readAsText } from "../files/document-records.ts";
import type { Terminal } from "./command.ts";
import type { LocalEngine } from "./local-engine.ts";

/** What operands are read with. */
export interface OperandReading {
  readonly engine: LocalEngine;
  readonly terminal: Terminal;
  /** That of the engine when left out. */
  readonly model?: () => Model | Promise<Model>;
}

/**
 * What a person wrote for an operand: `-` is a text on standard input, `@file` the text in a file, anything else an
 * expression in one line or JSON; a plain term needs no quotes.
 */
export async function readOperand(reading: OperandReading, written: string): Promise<Positions> {
  if (written === "-") return readText(reading, await reading.terminal.readInput());
  if (written.startsWith("@")) return readText(reading, await readTextFile(written.slice(1)));
  return withModel(reading, (model) => {
    const id = model.retina.idOf(written);
    if (id !== -1) return model.retina.positions(id);
    const standIn = standInFor(model.retina, written);
    return standIn === undefined
      ? readLine(model, written)
      : readInstead(reading, model, written, standIn);
  });
}

/** Reads a word that is no term as its other form or its parts, and says so. */
function readInstead(
  { terminal }: OperandReading,
  model: Model,
  written: string,
  { terms }: StandIn,
): Positions {
  terminal.warn(`“${written}” is no term and is read as “${terms.join(" ")}”.`);
  return model.text.fingerprint(terms.join(" "));
}

const withModel = async <T>(
  { engine, model = engine.model }: OperandReading,
  run: (model: Model) => T | Promise<T>,
): Promise<T> => run(await model());

/** A text with the retina that is named; says so where it is in another language. */
function readText(reading: OperandReading, text: string): Promise<Positions> {
  return withModel(reading, async (model) => {
    await warnOfLanguage(reading, model, text);
    return model.text.fingerprint(text);
  });
}

/** Says to a person that a text is in another language than the retina that reads it, and which one would read it. */
export async function warnOfLanguage(
  { engine, terminal }: OperandReading,
  model: Model,
  text: string,
): Promise<void> {
  const foreign = await foreignTo(engine.engine, model, text);
  if (foreign === undefined) return;
  const own = `The text is in ${foreign.language} and is read as ${model.retina.card.language}`;
  terminal.warn(
    foreign.retina === null
      ? `${own}: there is no language pack of it.`
      : `${own}: --retina ${foreign.retina} reads it in its own language.`,
  );
}

/** Positions of a one-line expression, never none. @throws bad-expression with the place of the mistake */
async function readLine(model: Model, line: string): Promise<Positions> {
  const { expression, problem } = parseLine(line, {
    isPhrase: (words) => model.retina.idOf(words) !== -1,
  });
  if (problem !== undefined)
    throw badExpression("", `Column ${problem.column}: ${problem.message}${hintFor(line)}`, {
      line,
    });
  if (expression === undefined) throw badInput("expression", "The expression is empty.");
  const positions = evaluate(expression, lookupsOf(await speakersOf(model, expression)));
  if (positions.length === 0) throw emptyFingerprint(`“${line.slice(0, 80)}”`, "done");
  return positions;
}
/** A line without brackets, quotes and operators may have been meant as a text. */
const hintFor = (line: string) =>
  /[()[\]"&|^]|(?:^|\s)[-+](?:\s|$)/.test(line) ? "" : ' A text is written text:"…", or as @FILE.';

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

/** The operand a command got as a positional, `--text` or `--expr`. @throws bad-input when there is none */
export async function readQuery(
  reading: OperandReading,
  given: {
    readonly term?: string | undefined;
    readonly text?: string | undefined;
    readonly expr?: string | undefined;
  },
): Promise<Positions> {
  const { term, text, expr } = given;
  if ([term, text, expr].filter((query) => query !== undefined).length > 1)
    throw badInput("term", "Give one of these only: a term, --text or --expr.");
  if (text !== undefined) return readText(reading, text);
  if (expr !== undefined) return withModel(reading, (model) => readLine(model, expr));
  if (term !== undefined) return readOperand(reading, term);
  throw badInput("term", "Give a term, --text or --expr.");
}
