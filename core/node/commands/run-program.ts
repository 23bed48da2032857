import { ApiError, badInput, type ErrorCode } from "../../errors.ts";
import { withoutControls } from "../../text/control-characters.ts";
import { programInfo } from "../config/program-info.ts";
import { systemError } from "../config/system-error.ts";
import { terms } from "./ask.ts";
import {
  type Command,
  helpOf,
  meant,
  optionNames,
  readCommandLine,
  summaryOf,
  type Terminal,
} from "./command.ts";
import { filterApply, filterCreate } from "./filter.ts";
import { openLocalEngine } from "./local-engine.ts";
import { maps } from "./maps.ts";
import { printed } from "./print.ts";
import { services } from "./serve.ts";

/** All but those of collections. */
export const commands: readonly Command[] = [
  ...services,
  ...terms,
  filterCreate,
  filterApply,
  ...maps,
];

/** Commands that begin with this word are loaded apart: the database behind them takes a quarter of a second. */
const COLLECTION = "collection";
const HELP = ["--help", "-h", "help"];

/** Whether a first word is one of the program's own. */
export const isCommand = (word: string): boolean =>
  [COLLECTION, ...HELP].includes(word) || commands.some(({ name }) => name.split(" ")[0] === word);

/** The whole program: picks the command, runs it, reports failures in a sentence. @returns the exit code */
export async function runProgram(args: readonly string[], given: Terminal): Promise<number> {
  // Texts, ids and names of others must not change the title of the window or clear it.
  const terminal: Terminal = {
    ...given,
    print: (text) => given.print(withoutControls(text)),
    warn: (text) => given.warn(withoutControls(text)),
  };
  const print = (text: string) => {
    terminal.print(text);
    return 0;
  };
  if (args[0] === "--version") return print(programInfo().version);
  // `help similar` is `similar --help`.
  const words = args.filter((word) => word !== "help");
  const isHelp = words.length < args.length || words.length === 0;
  const [first = "", second = ""] = words;
  const known =
    first === COLLECTION ? (await import("./collections.ts")).collectionCommands : commands;
  const found = known.find(({ name }) => name === first || name === `${first} ${second}`);
  if (found !== undefined) {
    const rest = words.slice(found.name.split(" ").length);
    return runCommand(found, isHelp ? ["--help"] : rest, terminal);
  }
  const group = known.filter(({ name }) => name.startsWith(`${first} `));
  const isGroup = group.length > 0;
  if (isGroup && ["", ...HELP].includes(second)) return print(overview(group, `${first} COMMAND`));
  if (first === "" || HELP.includes(first)) return print(overview(commands, "COMMAND"));
  const [name, names] = isGroup
    ? [second, group.map((each) => each.name.slice(first.length + 1))]
    : [first, [COLLECTION, ...commands.map((each) => each.name.split(" ")[0] ?? "")]];
  const before = isGroup ? `${first} ` : "";
  const message = `Unknown command “${before}${name}”.${meant(name, names)} semascope ${before}--help lists them.`;
  return reportFailure(badInput("command", message), reporting(args, terminal));
}

async function runCommand(
  row: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    const { options, operands } = readCommandLine(row, args);
    if (options.help === true) {
      terminal.print(helpOf(row));
      return 0;
    }
    const show = (answer: unknown) => {
      const text = options.json === true ? JSON.stringify(answer) : printed(answer, row.shows);
      // Standard output belongs to what is written there.
      if (options.output === "-") terminal.warn(text);
      else terminal.print(text);
    };
    const { retinas, retina } = options as { readonly retinas?: string; readonly retina?: string };
    const openEngine = () => openLocalEngine(retinas, retina);
    const answer = await row.run({ terminal, operands, options, openEngine, show });
    if (answer !== undefined) show(answer);
    return 0;
  } catch (cause) {
    return reportFailure(cause, { ...reporting(args, terminal), optionOf: optionNames(row) });
  }
}

function overview(listed: readonly Command[], usage: string): string {
  const isWhole = listed === commands;
  const rows = listed.map((row) => [row.name, summaryOf(row)]);
  if (isWhole)
    rows.push([COLLECTION, "Your own texts on the map: import, search, heat, topics and more."]);
  return [
    `Usage: semascope ${usage} [options]`,
    ...(isWhole
      ? ["       semascope [FILE...]     opens the application and offers to import the files"]
      : []),
    "\nCommands:",
    ...rows.map(([name = "", summary]) => `  ${name.padEnd(24)}${summary}`),
    "\nEvery command has --help with examples, and --json.",
    ...(isWhole ? [`Exit codes: ${EXIT_HELP}`] : []),
  ].join("\n");
}

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
  // The field `query.sample.rows` is the option --sample.
  const [own = ""] = String(field)
    .replace(/^query\./, "")
    .split(/[.[]/);
  const message = error.message.replace(`“${field}”`, optionOf[own] ?? `“${field}”`);
  warn(wantsJson ? JSON.stringify({ ...error, message }) : message);
  // The others say in words what a user can do something about, such as a full disk.
  if (known instanceof Error && !(known instanceof ApiError)) warn(String(known.stack));
  return exitCodes[error.code];
}
