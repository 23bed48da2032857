import { badInput } from "../../errors.ts";
import { programInfo } from "../config/program-info.ts";
import { atlas } from "./atlas.ts";
import { collectionCommands, collectionOverview } from "./collections.ts";
import { type Command, helpOf, readFlags, type Terminal } from "./command.ts";
import { reportFailure } from "./failures.ts";
import { filter } from "./filter.ts";
import { openLocalEngine } from "./local-engine.ts";
import { pack } from "./pack.ts";
import { retinas } from "./retinas.ts";
import { serve } from "./serve.ts";
import { compare, fingerprint, image, keywords, similar } from "./terms.ts";
import { train } from "./train.ts";

const commands: readonly Command[] = [
  serve,
  similar,
  compare,
  fingerprint,
  keywords,
  image,
  filter,
  retinas,
  atlas,
  pack,
  train,
];

/** The whole program: picks the command, runs it, reports failures in a sentence. @returns the exit code */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "--help", ...rest] = args;
  if (name === "--version") return say(terminal, programInfo().version);
  if (["--help", "-h", "help"].includes(name)) return say(terminal, overview());
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
  if (["--help", "-h", "help"].includes(name)) return say(terminal, collectionOverview());
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
