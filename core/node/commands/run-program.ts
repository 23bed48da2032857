import { ApiError, badInput, type ErrorCode } from "../../errors.ts";
import { withoutControls } from "../../text/control-characters.ts";
import { programInfo } from "../config/program-info.ts";
import { systemError } from "../config/system-error.ts";
import { atlas } from "./atlas.ts";
import { type Command, helpOf, readFlags, type Terminal } from "./command.ts";
import { filter } from "./filter.ts";
import { openLocalEngine } from "./local-engine.ts";
import { mcp } from "./mcp.ts";
import { pack } from "./pack.ts";
import { reader } from "./reader.ts";
import { retinas } from "./retinas.ts";
import { serve } from "./serve.ts";
import { compare, fingerprint, image, keywords, similar } from "./terms.ts";
import { train } from "./train.ts";

const commands: readonly Command[] = [
  serve,
  mcp,
  similar,
  compare,
  fingerprint,
  keywords,
  image,
  filter,
  retinas,
  atlas,
  pack,
  reader,
  train,
];

const HELP = ["--help", "-h", "help"];

/** Whether a first word is one of the program's own. */
export const isCommand = (word: string): boolean =>
  word === "collection" || HELP.includes(word) || commands.some(({ name }) => name === word);

/** The whole program: picks the command, runs it, reports failures in a sentence. @returns the exit code */
export async function runProgram(args: readonly string[], given: Terminal): Promise<number> {
  // Texts, ids and names of others must not change the title of the window or clear it.
  const terminal: Terminal = {
    ...given,
    print: (text) => given.print(withoutControls(text)),
    warn: (text) => given.warn(withoutControls(text)),
  };
  const [name = "--help", ...rest] = args;
  if (name === "--version") return say(terminal, programInfo().version);
  if (HELP.includes(name)) return say(terminal, overview());
  if (name === "collection") return runCollection(rest, terminal);
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined)
    return reportFailure(
      badInput("command", `There is no command “${name}”; semascope --help lists them.`),
      { wantsJson: args.includes("--json"), warn: (line) => terminal.warn(line) },
    );
  return runCommand(command, rest, terminal);
}

/** `collection` has commands of its own. */
async function runCollection(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "--help", ...rest] = args;
  // The database behind them takes a quarter of a second to load, which no other command needs.
  const { collectionCommands, collectionOverview } = await import("./collection-commands.ts");
  if (HELP.includes(name)) return say(terminal, collectionOverview());
  const command = collectionCommands.find((each) => each.name === `collection ${name}`);
  if (command !== undefined) return runCommand(command, rest, terminal);
  return reportFailure(
    badInput(
      "command",
      `collection has no command “${name}”; semascope collection --help lists them.`,
    ),
    { wantsJson: args.includes("--json"), warn: (line) => terminal.warn(line) },
  );
}

async function runCommand(
  command: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const wantsJson = args.includes("--json");
  try {
    const { flags, positionals } = readFlags(command, args);
    if (flags.isOn("help")) return say(terminal, helpOf(command));
    const openEngine = () => openLocalEngine(flags.text("retinas"), flags.text("retina"));
    await command.run({ terminal, positionals, flags, openEngine });
    return 0;
  } catch (cause) {
    const warn = (line: string) => terminal.warn(line);
    return reportFailure(cause, { wantsJson, warn, optionOf: command.optionOf ?? {} });
  }
}

function overview(): string {
  const rows = [
    ...commands.slice(0, -1),
    {
      name: "collection",
      summary: "Your own texts on the map: import, search, heat, topics and more.",
    },
    train,
  ].map(({ name, summary }) => `  ${name.padEnd(13)}${summary}`);
  return [
    "Usage: semascope COMMAND [options]",
    "       semascope [FILE...]     opens the application, with a collection to be made of the files",
    "",
    "Commands:",
    ...rows,
    "",
    "Every command has --help with examples, and --json.",
    `Exit codes: ${exitHelp}`,
  ].join("\n");
}

const exitHelp =
  "0 well, 1 fault inside, 2 bad input, 3 unknown term or retina, 4 nothing to work with, 5 bad file, 6 conflict, 7 not allowed, 8 too much or too slow, 130 stopped.";

function say(terminal: Terminal, text: string): number {
  terminal.print(text);
  return 0;
}

/** What the program ends with, by error code; 0 is success. A new code without a number does not compile. */
export const exitCodes: Readonly<Record<ErrorCode, number>> = {
  internal: 1,
  "bad-input": 2,
  "bad-expression": 2,
  "bad-position": 2,
  "method-not-allowed": 2,
  "unknown-term": 3,
  "unknown-retina": 3,
  "unknown-context": 3,
  "unknown-collection": 3,
  "unknown-column": 3,
  "not-found": 3,
  "empty-text": 4,
  "no-known-words": 4,
  "empty-fingerprint": 4,
  "bad-retina-file": 5,
  "bad-corpus": 5,
  conflict: 6,
  unauthorized: 7,
  forbidden: 7,
  "too-large": 8,
  busy: 8,
  interrupted: 8,
  timeout: 8,
  "cluster-problem": 9,
  cancelled: 130,
};

/** How a failure is reported. */
interface Reporting {
  readonly wantsJson: boolean;
  /** Options of the command by the field of the API they stand for. */
  readonly optionOf?: Readonly<Record<string, string>>;
  /** Writes a line to standard error. */
  warn(line: string): void;
}

/** Reports a failure in a sentence, and a fault of the program with where it happened. @returns the exit code */
export function reportFailure(
  cause: unknown,
  { wantsJson, optionOf = {}, warn }: Reporting,
): number {
  const known = systemError(cause) ?? cause;
  const error = ApiError.toData(known);
  const { field = "" } = error.details;
  const option = optionOf[String(field)];
  const message =
    option === undefined ? error.message : error.message.replace(`“${field}”`, option);
  warn(wantsJson ? JSON.stringify({ ...error, message }) : message);
  // The others say in words what a person can do something about, such as a full disk.
  if (known instanceof Error && !(known instanceof ApiError)) warn(String(known.stack));
  return exitCodes[error.code];
}
