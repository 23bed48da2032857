import { ApiError, badInput, type ErrorCode } from "../../errors.ts";
import { withoutControls } from "../../text/control-characters.ts";
import { programInfo } from "../config/program-info.ts";
import { systemError } from "../config/system-error.ts";
import {
  type Command,
  type CommandContext,
  helpOf,
  meant,
  optionNames,
  type Run,
  readCommandLine,
  type Terminal,
} from "./command.ts";
import { filter } from "./filter.ts";
import { openLocalEngine } from "./local-engine.ts";
import { atlas, pack, reader, retinas, train } from "./maps.ts";
import { mcp, serve } from "./serve.ts";
import { compare, fingerprint, image, keywords, similar } from "./terms.ts";

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

/** Commands that begin with this word have a list of their own. */
const COLLECTION = "collection";
const HELP = ["--help", "-h", "help"];

/** Whether a first word is one of the program's own. */
export const isCommand = (word: string): boolean =>
  word === COLLECTION || HELP.includes(word) || commands.some(({ name }) => name === word);

/** The whole program: picks the command, runs it, reports failures in a sentence. @returns the exit code */
export async function runProgram(args: readonly string[], given: Terminal): Promise<number> {
  // Texts, ids and names of others must not change the title of the window or clear it.
  const terminal: Terminal = {
    ...given,
    print: (text) => given.print(withoutControls(text)),
    warn: (text) => given.warn(withoutControls(text)),
  };
  if (args[0] === "--version") {
    terminal.print(programInfo().version);
    return 0;
  }
  if (args[0] !== COLLECTION && !(args[0] === "help" && args[1] === COLLECTION))
    return pick(args, terminal, { commands, before: "", help: overview });
  // The database behind them takes a quarter of a second to load, which no other command needs.
  const { collectionCommands } = await import("./collection-commands.ts");
  const rest = args[0] === "help" ? ["help", ...args.slice(2)] : args.slice(1);
  return pick(rest, terminal, {
    commands: collectionCommands,
    before: `${COLLECTION} `,
    help: () => collectionOverview(collectionCommands),
  });
}

interface Choice {
  readonly commands: readonly Command[];
  /** What stands before each name. */
  readonly before: string;
  help(): string;
}

async function pick(
  args: readonly string[],
  terminal: Terminal,
  { commands, before, help }: Choice,
): Promise<number> {
  // `help similar` is `similar --help`.
  const [name = "--help", ...rest] =
    args[0] === "help" && args.length > 1 ? [...args.slice(1), "--help"] : args;
  const command = commands.find((each) => each.name === before + name);
  if (command !== undefined) return runCommand(command, rest, terminal);
  if (HELP.includes(name)) {
    terminal.print(help());
    return 0;
  }
  const known = commands.map((each) => each.name.slice(before.length));
  const message = `Unknown command “${before}${name}”.${meant(name, known)} semascope ${before}--help lists them.`;
  return reportFailure(badInput("command", message), reporting(args, terminal));
}

async function runCommand(
  command: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    const { flags, operands } = readCommandLine(command, args);
    if (flags.isOn("help")) {
      terminal.print(helpOf(command));
      return 0;
    }
    const [run, rest] = actionOf(command, operands);
    const context: CommandContext = {
      terminal,
      operands: rest,
      flags,
      openEngine: () => openLocalEngine(flags.text("retinas"), flags.text("retina")),
      show(answer, words) {
        const text = flags.isOn("json") ? JSON.stringify(answer) : words();
        // Standard output belongs to what is written there.
        if (flags.text("output") === "-") terminal.warn(text);
        else terminal.print(text);
      },
    };
    await run(context);
    return 0;
  } catch (cause) {
    return reportFailure(cause, { ...reporting(args, terminal), optionOf: optionNames(command) });
  }
}

/** What to run, and the words after the name of the action. @throws bad-input for an action that is not there */
function actionOf({ name, run, usual }: Command, operands: readonly string[]) {
  if (typeof run === "function") return [run, operands] as const;
  const [action = usual ?? "", ...rest] = operands;
  const found: Run | undefined = Object.hasOwn(run, action) ? run[action] : undefined;
  if (found !== undefined) return [found, rest] as const;
  const given = action === "" ? "" : `, not “${action}”`;
  const actions = Object.keys(run).join(" or ");
  throw badInput("", `${name} takes ${actions}${given}; see semascope ${name} --help.`);
}

const overview = () =>
  [
    "Usage: semascope COMMAND [options]",
    "       semascope [FILE...]     opens the application and offers to import the files",
    "",
    "Commands:",
    ...listOf([
      ...commands.slice(0, -1),
      {
        name: COLLECTION,
        summary: "Your own texts on the map: import, search, heat, topics and more.",
      },
      train,
    ]),
    "",
    "Every command has --help with examples, and --json.",
    `Exit codes: ${EXIT_HELP}`,
  ].join("\n");

const collectionOverview = (own: readonly Command[]) =>
  [
    `Usage: semascope ${COLLECTION} COMMAND [options]`,
    "",
    "Your own texts on the map.",
    "",
    "Commands:",
    ...listOf(own.map(({ name, summary }) => ({ name: name.split(" ")[1] ?? "", summary }))),
    "",
    "Every command has --help with examples, and --json.",
  ].join("\n");

const listOf = (listed: readonly Pick<Command, "name" | "summary">[]) =>
  listed.map(({ name, summary }) => `  ${name.padEnd(13)}${summary}`);

const EXIT_HELP =
  "0 success; 1 internal error; 2 invalid input; 3 not found; 4 empty input; 5 invalid file; 6 conflict; 7 not permitted; 8 limit or timeout; 9 cluster error; 130 interrupted.";

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

const reporting = (args: readonly string[], { warn }: Terminal): Reporting => ({
  wantsJson: args.includes("--json"),
  warn,
});

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
  // The others say in words what a user can do something about, such as a full disk.
  if (known instanceof Error && !(known instanceof ApiError)) warn(String(known.stack));
  return exitCodes[error.code];
}
