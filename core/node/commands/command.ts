import { type ParseArgsConfig, parseArgs } from "node:util";
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
  /** Where long work draws how far it is. */
  readonly progress: ProgressOutput;
  /** Calls this in place of ending the program when a person interrupts it. @returns what undoes that */
  onInterrupt(stop: () => void): () => void;
}

/** Standard error as it is. */
export interface ProgressOutput {
  readonly write: (text: string) => void;
  /** Whether a line can be drawn over. */
  readonly isTerminal: boolean;
  readonly columns: () => number;
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** One command of the program. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the name. */
  readonly usage: string;
  /** Most words after the name that are no options; one more is refused, since nothing is ignored silently. */
  readonly mostOperands: number;
  /** Options by the field of the API they stand for, for messages. */
  readonly optionOf?: Readonly<Record<string, string>>;
  /** Each option with its explanation. */
  readonly options: readonly OptionHelp[];
  readonly examples: readonly string[];
  run(context: CommandContext): Promise<void>;
}

/** One option: how it is written and what it is for. */
export interface OptionHelp {
  readonly name: string;
  readonly short?: string;
  /** Name of the value; left out for a switch. */
  readonly value?: string;
  /** May be given several times. */
  readonly several?: boolean;
  readonly help: string;
}

/** What a command gets to work with. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly positionals: readonly string[];
  readonly flags: Flags;
  /** Opens the retinas; calls are answered in this process. */
  openEngine(): Promise<LocalEngine>;
}

/** The options as given, read by kind. */
export class Flags {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  list(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  /** @throws bad-input unless each is a number */
  numbers(name: string): number[] {
    return this.list(name).map((text) => numberOf(name, text));
  }

  isOn(name: string): boolean {
    return this.#values[name] === true;
  }

  /** @throws bad-input unless it is a number */
  number(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : numberOf(name, text);
  }
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw badInput(name, `--${name} takes a number, not “${text}”.`);
  return value;
}

/** Options that every command has. */
const COMMON_OPTIONS: readonly OptionHelp[] = [
  { name: "json", help: "print JSON" },
  { name: "help", short: "h", help: "print this help" },
];

/** Options of commands that use a retina. */
export const ENGINE_OPTIONS: readonly OptionHelp[] = [
  { name: "retina", value: "NAME", help: "the retina to use (en_associative)" },
  { name: "retinas", value: "DIR", help: "folder with retina files (the shipped ones)" },
];

/** @throws bad-input for an option that does not exist, with a sentence */
export function readFlags(command: Command, args: readonly string[]) {
  const options: Options = Object.fromEntries(
    [...command.options, ...COMMON_OPTIONS].map(({ name, short, value, several }) => [
      name,
      {
        type: value === undefined ? "boolean" : "string",
        ...(short === undefined ? {} : { short }),
        ...(several ? { multiple: true } : {}),
      } as const,
    ]),
  );
  const { values, positionals } = parse(command, args, options);
  const surplus = positionals[command.mostOperands];
  if (surplus !== undefined && values.help !== true)
    throw badInput(
      "",
      `“${surplus}” is one too many; put quotes round what belongs together. See semascope ${command.name} --help.`,
    );
  return { flags: new Flags(values), positionals };
}

function parse({ name }: Command, args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: withNegatives(args, options), options, allowPositionals: true });
  } catch (cause) {
    const ambiguous =
      cause instanceof Error && /^Option '([^',]+).* is ambiguous/.exec(cause.message);
    if (ambiguous)
      throw badInput(
        "",
        `A value that begins with “-” is written with “=”, such as ${longName(ambiguous[1]!, options)}=-VALUE.`,
      );
    const reason = cause instanceof Error ? cause.message.split(". ")[0] : "";
    throw badInput("", `${reason}. See semascope ${name} --help.`);
  }
}

const longName = (written: string, options: Options): string =>
  `--${Object.entries(options).find(([name, { short }]) => `-${short}` === written || `--${name}` === written)?.[0] ?? written}`;

/** `-n -3` as `--limit=-3`: Node takes a negative number for an option, and whether it fits is for the command to say. */
function withNegatives(args: readonly string[], options: Options): string[] {
  const found: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [arg, next] = [args[i]!, args[i + 1]];
    if (arg === "--") return [...found, ...args.slice(i)];
    const takesValue = Object.entries(options).some(
      ([name, { type, short }]) =>
        type === "string" && (arg === `--${name}` || arg === `-${short}`),
    );
    if (takesValue && next !== undefined && /^-[\d.]/.test(next)) {
      found.push(`${longName(arg, options)}=${next}`);
      i++;
    } else found.push(arg);
  }
  return found;
}

/** What `--help` prints. */
export function helpOf(command: Command): string {
  const rows = [...command.options, ...COMMON_OPTIONS].map(({ name, short, value, help }) => {
    const flag = `${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
    return `  ${flag.padEnd(24)}  ${help}`;
  });
  return [
    `Usage: semascope ${command.name} ${command.usage}`,
    "",
    `${command.summary}`,
    "",
    "Options:",
    ...rows,
    "",
    "Examples:",
    ...command.examples.map((example) => `  ${example}`),
  ].join("\n");
}
