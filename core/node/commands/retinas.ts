import path from "node:path";
import { badInput, badRetinaFile } from "../../errors.ts";
import { type Command, type CommandContext, ENGINE_OPTIONS } from "./command.ts";
import { openStore } from "./local-engine.ts";
import { textTable } from "./output.ts";

/** `semascope retinas`. */
export const retinas: Command = {
  name: "retinas",
  summary: "Lists the installed retinas, or installs, checks or removes one.",
  usage: "[list | install FILE | verify NAME | remove NAME]",
  mostOperands: 2,
  options: [
    { name: "replace", help: "install over one of the same name" },
    ...ENGINE_OPTIONS.slice(1),
  ],
  examples: [
    "semascope retinas",
    "semascope retinas install law.retina",
    "semascope retinas verify en_associative",
  ],
  async run(context) {
    const [action = "list", subject] = context.positionals;
    const run = Object.hasOwn(actions, action)
      ? actions[action as keyof typeof actions]
      : undefined;
    if (run === undefined) throw badInput("", `There is no “retinas ${action}”; see --help.`);
    await run(context, subject);
  },
};

const actions = { list, install, verify, remove };

async function list({ terminal, flags }: CommandContext): Promise<void> {
  const cards = (await openStore(flags.text("retinas"))).cards();
  if (flags.isOn("json")) return terminal.print(JSON.stringify(cards));
  if (cards.length === 0) return terminal.print("No retina is installed.");
  terminal.print(
    textTable(
      cards.map((card) =>
        card.problem === null
          ? [card.isDefault ? "*" : " ", card.name, card.terms, "terms", card.description]
          : ["!", card.name, card.terms, "terms", card.problem],
      ),
    ),
  );
}

async function install({ terminal, flags }: CommandContext, file?: string): Promise<void> {
  if (file === undefined) throw badInput("", "Name the file to install.");
  const store = await openStore(flags.text("retinas"));
  const given = { file, name: path.basename(file) };
  const card = await store.install(given, { replace: flags.isOn("replace") });
  terminal.print(
    flags.isOn("json") ? JSON.stringify(card) : `Installed ${card.name}: ${card.terms} terms.`,
  );
}

async function verify({ terminal, flags }: CommandContext, name?: string): Promise<void> {
  if (name === undefined) throw badInput("", "Name the retina to check.");
  const result = await (await openStore(flags.text("retinas"))).verify(name);
  if (result.problem !== null) throw badRetinaFile(result.problem, { name });
  terminal.print(
    flags.isOn("json") ? JSON.stringify(result) : `${name} is intact: ${result.checksum}`,
  );
}

async function remove({ terminal, flags }: CommandContext, name?: string): Promise<void> {
  if (name === undefined) throw badInput("", "Name the retina to remove.");
  await (await openStore(flags.text("retinas"))).remove(name);
  terminal.print(flags.isOn("json") ? JSON.stringify({ removed: name }) : `Removed ${name}.`);
}
