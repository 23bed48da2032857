import { parseArgs } from "node:util";
import type { TProperties } from "#typebox";
import type { Name } from "../../api/client-types.ts";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import { endpoints } from "../../api/table.ts";
import { badInput } from "../../errors.ts";
import type { LocalEngine } from "./local-engine.ts";

/** Where a command reads and writes, so that tests can play a terminal. */
export interface Terminal {
  /** Standard output, with a line end added. */
  print(text: string): void;
  /** Standard error, with a line end added. */
  warn(text: string): void;
  /** Standard output as it is; resolves when more can be written. */
  write(content: string | Uint8Array): Promise<void>;
  readInput(): Promise<string>;
  /** Standard input in pieces. */
  openInput(): AsyncIterable<Uint8Array>;
  readonly isInteractive: boolean;
  /** Where long work draws its progress. */
  readonly progress: ProgressOutput;
  /** Calls this instead of ending the program when a user interrupts it. @returns what undoes that */
  onInterrupt(stop: () => void): () => void;
}

/** Standard error as it is. */
export interface ProgressOutput {
  readonly write: (text: string) => void;
  /** Whether a line can be drawn over. */
  readonly isTerminal: boolean;
  readonly columns: () => number;
}

/** One command of the program, as data. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the name. */
  readonly usage: string;
  /** Most words after the name that are no options, 1 when left out; one more is refused. */
  readonly operands?: number;
  /**
   * One option a line, as the help lists it: `-n, --limit N  the help`, `--where TEST...  may be repeated`, `--json  a switch`.
   * `= field` instead of the help takes help, choices and default from that field of `of`; `= field (20)` has a default of its
   * own; `= field: help` only names the field that messages are about.
   */
  readonly options: string;
  /** Endpoints or objects whose fields the options stand for. */
  readonly of?: readonly (Name | TProperties)[];
  /** One a line. */
  readonly examples: string;
  /** What the command does, or by its first word what each of its actions does. */
  readonly run: Run | Readonly<Record<string, Run>>;
  /** The action without a first word. */
  readonly usual?: string;
}

export type Run = (context: CommandContext) => void | Promise<void>;

/** What a command gets to work with. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Without the name of the action. */
  readonly operands: readonly string[];
  readonly flags: Flags;
  /** Opens the retinas; calls are answered in this process. */
  openEngine(): Promise<LocalEngine>;
  /** Prints JSON for programs, words for people. */
  show(answer: unknown, words: () => string): void;
}

/** Options of commands that use a retina. */
export const RETINAS = "--retinas DIR  folder with retina files (the shipped ones)";
export const ENGINE = `--retina NAME  the retina to use (en_associative)\n${RETINAS}`;
const COMMON = "--json  print JSON\n-h, --help  print this help";

interface Option {
  readonly name: string;
  readonly short: string | undefined;
  /** What its value is called; undefined for a switch. */
  readonly value: string | undefined;
  readonly help: string;
  readonly field: string | undefined;
  /** Of the field, where the value is read by its type. */
  readonly schema: FieldSchema | undefined;
  readonly usual: number | undefined;
}

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  /** Of a list. */
  readonly items?: FieldSchema;
}

const LINE =
  /^(?:-(?<short>\w), )?--(?<name>[\w-]+)(?: (?<value>\S+))? {2,}(?:= (?<field>[\w.]+)(?: \((?<usual>\d+)\))?(?:: (?<own>.+))?|(?<help>.+))$/;

/** @throws Error for a line that is no option, or names a field that is not there */
function optionsOf({ options, of = [] }: Command): Option[] {
  const lines = `${options}\n${COMMON}`.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const { short, name, value, field, usual, own, help } = LINE.exec(line)?.groups ?? {};
      if (name === undefined) throw new Error(`No option: “${line}”.`);
      const isSchema = field !== undefined && own === undefined;
      const schema = isSchema ? schemaIn(of, field) : undefined;
      const usually = usual === undefined ? undefined : Number(usual);
      return {
        name,
        short,
        value,
        help: schema ? helpOfField(schema, usually) : (own ?? help ?? ""),
        field,
        schema,
        usual: usually,
      };
    });
}

function schemaIn(of: readonly (Name | TProperties)[], field: string): FieldSchema {
  const found = of.map((each) => fieldsOf(each)[field]).find((each) => each !== undefined);
  if (found === undefined) throw new Error(`No endpoint has a field “${field}”.`);
  return found as FieldSchema;
}

export function fieldsOf(of: Name | TProperties): TProperties {
  if (typeof of !== "string") return of;
  const { query, body }: Endpoint = endpoints[of];
  return body.as === "fields" ? { ...query, ...body.fields } : query;
}

/** A description as the help of an option: no sentence. A name such as “WordNet” keeps its capital. */
function helpOfField({ type, description = "", ...schema }: FieldSchema, own?: number): string {
  const words = description.replace(/^[A-Z][a-z]*\b/, (word) => word.toLowerCase());
  const choices = schema.enum === undefined ? "" : `: ${schema.enum.join(", ")}`;
  const usual = own ?? schema.default;
  const isShown = usual !== undefined && type !== "boolean";
  return `${words.replace(/\.$/, "")}${choices}${isShown ? ` (${String(usual)})` : ""}`;
}

/** The options as given, read by kind. */
export class Flags {
  readonly #options: readonly Option[];
  readonly #values = new Map<string, string[]>();

  constructor(options: readonly Option[]) {
    this.#options = options;
  }

  add(name: string, value: string): void {
    this.#values.set(name, [...this.list(name), value]);
  }

  text(name: string): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  list(name: string): string[] {
    return this.#values.get(name) ?? [];
  }

  isOn(name: string): boolean {
    return this.#values.has(name);
  }

  /** @throws bad-input unless it is a number */
  number(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : numberOf(name, text);
  }

  /** @throws bad-input unless it is a whole number within these bounds */
  whole(name: string, least: number, most: number): number | undefined {
    const value = this.number(name);
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most))
      return value;
    throw badInput(name, `--${name} takes a whole number from ${least} to ${most}, not ${value}.`);
  }

  /** The arguments of an endpoint that options stand for; the endpoint checks them. */
  for(of: Name | TProperties): Record<string, unknown> {
    const fields = fieldsOf(of);
    const given: Record<string, unknown> = {};
    for (const { name, field = "", schema, usual } of this.#options) {
      if (schema === undefined || fields[field] === undefined) continue;
      const value = this.isOn(name) ? this.#valueOf(name, schema) : usual;
      if (value !== undefined) given[field] = value;
    }
    return given;
  }

  #valueOf(name: string, { type = "", items }: FieldSchema): unknown {
    if (type === "boolean") return true;
    const read = (text: string) =>
      NUMBERS.includes(items?.type ?? type) ? numberOf(name, text) : text;
    return type === "array" ? this.list(name).map(read) : read(this.text(name) ?? "");
  }
}

const NUMBERS: readonly string[] = ["integer", "number"];

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw badInput(name, `--${name} takes a number, not “${text}”.`);
  return value;
}

/** Each field's option, for messages about the field. */
export const optionNames = (command: Command): Record<string, string> =>
  Object.fromEntries(
    optionsOf(command).flatMap(({ field, name }) => (field ? [[field, `--${name}`]] : [])),
  );

/** @throws bad-input with a sentence for an option that does not exist, a value too few or an operand too many */
export function readCommandLine(command: Command, args: readonly string[]) {
  const options = optionsOf(command);
  const seeHelp = `See semascope ${command.name} --help.`;
  const kinds = options.map(({ name, short, value }) => [
    name,
    { type: value === undefined ? "boolean" : "string", ...(short && { short }) } as const,
  ]);
  // Strict parsing takes a negative number for an option, and words its errors for developers.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(kinds),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const flags = new Flags(options);
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const option = options.find(({ name }) => name === token.name);
    if (option === undefined) {
      const known = options.map(({ name }) => `--${name}`);
      throw badInput(
        "",
        `Unknown option '${token.rawName}'.${meant(token.rawName, known)} ${seeHelp}`,
      );
    }
    const { name, value } = option;
    if (value === undefined && token.value !== undefined)
      throw badInput(name, `--${name} is a switch and takes no value.`);
    const isMissing = !token.inlineValue && /^$|^-[^\d.]/.test(token.value ?? "");
    if (value !== undefined && isMissing)
      throw badInput(
        name,
        `--${name} needs a value: --${name} ${value}. A value that begins with “-” is written with “=”, such as --${name}=-VALUE.`,
      );
    flags.add(name, token.value ?? "");
  }
  const surplus = operands[command.operands ?? 1];
  if (surplus !== undefined && !flags.isOn("help"))
    throw badInput(
      "",
      `“${surplus}” is one too many; put quotes round what belongs together. ${seeHelp}`,
    );
  return { flags, operands };
}

/** ` Did you mean “import”?`, or nothing where no known word is within two letters. */
export function meant(written: string, known: readonly string[]): string {
  const near = known
    .map((word) => ({ word, edits: editsBetween(written, word) }))
    .filter(({ word, edits }) => edits <= 2 && edits < word.replace(/^-+/, "").length / 2)
    .sort((a, b) => a.edits - b.edits);
  return near[0] === undefined ? "" : ` Did you mean “${near[0].word}”?`;
}

/** Letters to add, take away, replace or swap with the next one. */
function editsBetween(a: string, b: string): number {
  let [before, last] = [[] as number[], [...b, ""].map((_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + Number(a[i - 1] !== b[j - 1]);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? before[j - 2]! + 1 : replaced;
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}

/** What `--help` prints. */
export function helpOf(command: Command): string {
  const rows = optionsOf(command).map(({ name, short, value, help }) => {
    const flag = `${short ? `-${short}, ` : "    "}--${name}${value ? ` ${value}` : ""}`;
    return `  ${flag.padEnd(24)}  ${help}`;
  });
  const examples = command.examples.trim().split("\n");
  return [
    `Usage: semascope ${command.name} ${command.usage}`,
    "",
    command.summary,
    "",
    "Options:",
    ...rows,
    "",
    "Examples:",
    ...examples.map((example) => `  ${example.trim()}`),
  ].join("\n");
}
