import type { Model } from "../../analysis/engine.ts";
import { lookupsOf } from "../../analysis/read-expression.ts";
import { badExpression, badInput, emptyFingerprint } from "../../errors.ts";
import { evaluate } from "../../expression/evaluate.ts";
import { parseLine } from "../../expression/parse-line.ts";
import type { Positions } from "../../kernel/grid.ts";
import { codeOf, systemError } from "../config/system-error.ts";
import { decodeText } from "../files/read-text.ts";
import { readWhole } from "../files/regular-file.ts";
import type { Terminal } from "./command.ts";

/**
 * What a person wrote for an operand: `-` is a text on standard input, `@file` the text in a file, anything else an
 * expression in one line or JSON; a plain term needs no quotes.
 */
export async function readOperand(
  model: Model,
  written: string,
  terminal: Terminal,
): Promise<Positions> {
  if (written === "-") return model.text.fingerprint(await terminal.readInput());
  if (written.startsWith("@")) return model.text.fingerprint(await readTextFile(written.slice(1)));
  const id = model.retina.idOf(written);
  if (id !== -1) return model.retina.positions(id);
  return readLine(model, written);
}

/** Positions of a one-line expression, never none. @throws bad-expression with the place of the mistake */
function readLine(model: Model, line: string): Positions {
  const { expression, problems } = parseLine(line, {
    isPhrase: (words) => model.retina.idOf(words) !== -1,
  });
  const [problem] = problems;
  if (problem !== undefined)
    throw badExpression("", `Column ${problem.column}: ${problem.message}${HINT}`, { line });
  if (expression === undefined) throw badInput("expression", "The expression is empty.");
  const positions = evaluate(expression, lookupsOf(model));
  if (positions.length === 0) throw emptyFingerprint(`“${line.slice(0, 80)}”`, "done");
  return positions;
}
const HINT = ' A text is written text:"…", or as @FILE.';

/** @throws bad-input with a sentence when it cannot be read */
export async function readTextFile(file: string): Promise<string> {
  try {
    return decodeText(await readWhole(file));
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") throw badInput("file", `There is no file ${file}.`, { file });
    throw systemError(cause, file) ?? cause;
  }
}

/** A file's text, or standard input for `-` and for nothing. */
export const readInputText = (file: string | undefined, terminal: Terminal): Promise<string> =>
  file === undefined || file === "-" ? terminal.readInput() : readTextFile(file);

/** The operand a command got as a positional, `--text` or `--expr`. @throws bad-input when there is none */
export async function readQuery(
  model: Model,
  given: {
    readonly term?: string | undefined;
    readonly text?: string | undefined;
    readonly expr?: string | undefined;
  },
  terminal: Terminal,
): Promise<Positions> {
  const { term, text, expr } = given;
  if ([term, text, expr].filter((query) => query !== undefined).length > 1)
    throw badInput("term", "Give one of these only: a term, --text or --expr.");
  if (text !== undefined) return model.text.fingerprint(text);
  if (expr !== undefined) return readLine(model, expr);
  if (term !== undefined) return readOperand(model, term, terminal);
  throw badInput("term", "Give a term, --text or --expr.");
}
