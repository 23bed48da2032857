import { parseArgs } from "node:util";
import { type Static, type TObject, type TProperties, type TSchema, Type } from "#typebox";
import type { Name } from "../../api/client-types.ts";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import { endpoints } from "../../api/table.ts";
import { checkShape } from "../../api/validate.ts";
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

/** One command of the program, as a row of a table. */
export interface Command<P extends TProperties = TProperties> {
  /** One word or two. */
  readonly name: string;
  /** Its summary and simple fields are those of the command. */
  readonly endpoint?: Name;
  readonly summary?: string;
  /** What follows the name, as the help writes it: `NAME [FILTER]`, `PATH...`; by their names fields of the endpoint. */
  readonly operands?: string;
  /** Further options, and those that are other than the endpoint's fields. */
  readonly options?: P;
  /** Formats that `-o` takes; none for any file. */
  readonly writes?: readonly string[];
  /** Members of the answer that people see, such as `rows.id`, with spaces between; all when left out. */
  readonly shows?: string;
  /** One a line. */
  readonly examples: string;
  /** @returns what is printed: as JSON for programs, as tables for people */
  readonly run: (context: CommandContext<Static<TObject<P>>>) => unknown;
}

/** What a command gets to work with. */
export interface CommandContext<Options = Readonly<Record<string, unknown>>> {
  readonly terminal: Terminal;
  readonly operands: readonly string[];
  /** By field, checked, with defaults. */
  readonly options: Options;
  /** Opens the retinas; calls are answered in this process. */
  openEngine(): Promise<LocalEngine>;
  /** Prints before the end. */
  show(answer: unknown): void;
}

/** Keeps the types of a row's own options. */
export const command = <P extends TProperties>(row: Command<P>): Command =>
  row as unknown as Command;

export const text = (description: string) => Type.Optional(Type.String({ description }));
export const texts = (description: string) =>
  Type.Optional(Type.Array(Type.String(), { description }));
export const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
export const whole = (description: string, minimum: number, maximum: number) =>
  Type.Optional(Type.Integer({ description, minimum, maximum }));
export const share = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum: 1 }));

export const RETINAS = { retinas: text("Folder with retina files (the shipped ones).") };
/** Options of commands that use a retina. */
export const ENGINE = { retina: text("The retina to use (en_associative)."), ...RETINAS };
/** Where collections are stored. */
export const STORE = {
  folder: text("Where collections are stored (where the application stores them)."),
  collections: texts("Store collections in this OpenSearch cluster; several nodes with commas."),
  collectionsAuthority: text("Certificate of the authority that issued the cluster's (PEM)."),
};
/** Options that select rows. */
export const ROWS = {
  like: text("Rank by similarity: a term, an expression, any text, @FILE or -."),
  least: share("Least similarity."),
  words: text('Literal words, "phrases" and -excluded ones.'),
  where: texts("Condition: column=value, !=, >=, <=, <, ~ (contains)."),
  sample: Type.Optional(
    Type.Integer({ description: "Only so many rows, randomly sampled.", minimum: 1 }),
  ),
  seed: whole("Of what is sampled; the same seed takes the same rows.", 0, 2 ** 32 - 1),
};
const COMMON = { json: flag("Print JSON."), help: flag("Print this help.") };
const outputOptions = (formats: readonly string[]) => ({
  output: text(
    `File to write${formats.map((each) => `, .${each}`).join("")}; - is standard output.`,
  ),
  ...(formats.length > 1 && { format: text(`Of -o -: ${formats.join(", ")} (${formats[0]}).`) }),
  force: flag("Replace an existing file."),
});

export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly items?: FieldSchema;
}

/** Names of fields of the public API that are shorter here. */
const NAMES: Readonly<Record<string, string>> = {
  max_results: "limit",
  pos_type: "pos",
  context_id: "context",
  image_scalar: "scalar",
  plot_shape: "shape",
};
const SHORT: Readonly<Record<string, string>> = { limit: "n", output: "o", help: "h" };

/** `minCount` and `min_count` are `--min-count`. */
const optionOf = (field: string) =>
  NAMES[field] ?? field.replaceAll(/_|(?=[A-Z])/g, "-").toLowerCase();

const SIMPLE = ["string", "number", "integer", "boolean"];
const isSimple = ({ type = "", items }: FieldSchema) =>
  SIMPLE.includes(type) || (type === "array" && items?.type === "string");

export function endpointFields(name: Name): TProperties {
  const { query, body }: Endpoint = endpoints[name];
  return body.as === "fields" ? { ...query, ...body.fields } : query;
}

/** The options of a command by field. */
export function optionsOf({ endpoint, operands, options, writes }: Command): TProperties {
  const fields = endpoint === undefined ? {} : endpointFields(endpoint);
  const given = operandsOf(operands).flatMap(({ field }) => [field, `${field}s`]);
  const taken = ["retina_name", "name", ...given];
  const own = Object.entries(fields).filter(
    ([field, schema]) => isSimple(schema as FieldSchema) && !taken.includes(field),
  );
  return {
    ...Object.fromEntries(own),
    ...("query" in fields ? ROWS : {}),
    ...options,
    ...(writes && outputOptions(writes)),
    ...(endpoint && ENGINE),
    ...(endpoint && endpoints[endpoint].work === "collection" ? STORE : {}),
    ...COMMON,
  };
}

interface Operand {
  readonly word: string;
  /** Of the endpoint. */
  readonly field: string;
  readonly isNeeded: boolean;
  readonly isMany: boolean;
}

export const operandsOf = (operands = ""): Operand[] =>
  [...operands.matchAll(/(\[?)([A-Z]+)\]?(\.\.\.)?/g)].map(([, open, word = "", many]) => ({
    word,
    field: word.toLowerCase(),
    isNeeded: open === "",
    isMany: many !== undefined,
  }));

const usageOf = ({ name, operands = "" }: Command) => `semascope ${name} ${operands}`.trim();

/** Each field's option, for messages about the field. */
export const optionNames = (row: Command): Record<string, string> =>
  Object.fromEntries(Object.keys(optionsOf(row)).map((field) => [field, `--${optionOf(field)}`]));

/** @throws bad-input with a sentence for an option that does not exist, or a value or operand too few or too many */
export function readCommandLine(row: Command, args: readonly string[]) {
  const schemas = optionsOf(row);
  const fields = new Map(Object.keys(schemas).map((field) => [optionOf(field), field]));
  const seeHelp = `See semascope ${row.name} --help.`;
  const kinds = [...fields].map(([name, field]) => {
    const short = SHORT[name];
    const type = (schemas[field] as FieldSchema).type === "boolean" ? "boolean" : "string";
    return [name, { type, ...(short && { short }) } as const] as const;
  });
  // Strict parsing takes a negative number for an option, and words its errors for developers.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(kinds),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given: Record<string, unknown> = {};
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const field = fields.get(name);
    if (field === undefined)
      throw badInput(
        "",
        `Unknown option ${rawName}.${meant(name, [...fields.keys()], "--")} ${seeHelp}`,
      );
    const schema = schemas[field] as FieldSchema;
    if (schema.type === "boolean" && value !== undefined)
      throw badInput(field, `--${name} is a switch and takes no value.`);
    if (schema.type !== "boolean" && !token.inlineValue && /^$|^-[^\d.]/.test(value ?? ""))
      throw badInput(
        field,
        `--${name} needs a value; one that begins with “-” is written --${name}=-VALUE.`,
      );
    const read = schema.type === "boolean" || readValue(value ?? "", schema.items ?? schema);
    given[field] = schema.type === "array" ? [...((given[field] as []) ?? []), read] : read;
  }
  if (given.help !== true) checkOperands(row, operands, seeHelp);
  // Without help, so that nothing else has to be there.
  const options = given.help ? given : checkShape(Type.Object(schemas), given);
  return { options: options as Readonly<Record<string, unknown>>, operands };
}

function checkOperands(row: Command, operands: readonly string[], seeHelp: string): void {
  const known = operandsOf(row.operands);
  const missing = known.find(({ isNeeded }, i) => isNeeded && operands[i] === undefined);
  if (missing !== undefined)
    throw badInput(missing.field, `${missing.word} is missing: ${usageOf(row)}. ${seeHelp}`);
  const surplus = known.some(({ isMany }) => isMany) ? undefined : operands[known.length];
  if (surplus !== undefined)
    throw badInput(
      "",
      `“${surplus}” is one too many; put quotes round what belongs together. ${seeHelp}`,
    );
}

/** A number where the field is one and the text looks like it; else the text, which its schema rejects. */
const readValue = (given: string, { type }: FieldSchema): string | number =>
  type === "string" || given.trim() === "" || !Number.isFinite(Number(given))
    ? given
    : Number(given);

/** ` Did you mean “import”?`, or nothing where no known word is near. */
export function meant(written: string, known: readonly string[], before = ""): string {
  const near = known
    .map((word) => ({ word, edits: editsBetween(written, word) }))
    .filter(({ word, edits }) => edits <= 2 && edits <= word.length / 2)
    .sort((a, b) => a.edits - b.edits);
  return near[0] === undefined ? "" : ` Did you mean “${before}${near[0].word}”?`;
}

/** Letters to add, take away or replace. */
function editsBetween(a: string, b: string): number {
  let last = [...b, ""].map((_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++)
      row.push(
        Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + Number(a[i - 1] !== b[j - 1])),
      );
    last = row;
  }
  return last[b.length]!;
}

export const summaryOf = ({ summary, endpoint }: Command): string =>
  summary ?? (endpoint === undefined ? "" : endpoints[endpoint].summary);

/** What `--help` prints. */
export function helpOf(row: Command): string {
  const options = Object.entries(optionsOf(row)).map(([field, schema]) => {
    const name = optionOf(field);
    const short = SHORT[name] === undefined ? "    " : `-${SHORT[name]}, `;
    return `  ${`${short}--${name}${valueName(name, schema)}`.padEnd(28)}  ${optionHelp(schema)}`;
  });
  const examples = row.examples.trim().split("\n");
  return [
    `Usage: ${usageOf(row)} [options]`,
    `\n${summaryOf(row)}\n\nOptions:`,
    ...options,
    "\nExamples:",
    ...examples.map((example) => `  ${example.trim()}`),
  ].join("\n");
}

/** A number is N; anything else is called by the last word of the option. */
function valueName(name: string, { type = "", items }: FieldSchema): string {
  if (type === "boolean") return "";
  const isNumber = ["number", "integer"].includes(items?.type ?? type);
  return ` ${isNumber ? "N" : name.split("-").at(-1)?.toUpperCase()}${items ? "..." : ""}`;
}

function optionHelp({ type, description = "", ...schema }: FieldSchema): string {
  const choices = schema.enum === undefined ? "" : `: ${schema.enum.join(", ")}`;
  const usual = type === "boolean" || schema.default === undefined ? "" : ` (${schema.default})`;
  return `${description.replace(/\.(\s.*)?$/s, "")}${choices}${usual}`;
}

/** What is optional to have here and no schema of an endpoint says. */
export type Options<P extends Record<string, TSchema>> = Static<TObject<P>>;
