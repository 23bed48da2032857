import { buildAtlas } from "../../atlas/build-atlas.ts";
import { checkNames } from "../../atlas/check-names.ts";
import { draftOf, type EditedNames, editedNamesOf, writeDraft } from "../../atlas/edited-names.ts";
import { characteristicTerms } from "../../atlas/homes.ts";
import { badInput, badRetinaFile, notFound } from "../../errors.ts";
import type { Retina } from "../../retina/types.ts";
import { namesFileOf } from "../opening/retina-files.ts";
import { type Command, type CommandContext, ENGINE_OPTIONS } from "./command.ts";
import { openStore } from "./local-engine.ts";

/** Terms of each region that an editor reads. */
const TERMS = 40;

/** `semascope atlas`. */
export const atlas: Command = {
  name: "atlas",
  summary: "Prints the regions of a map for you to name, or checks the names that you gave.",
  usage: "draft NAME | check NAME",
  mostOperands: 2,
  options: ENGINE_OPTIONS.slice(1),
  examples: ["semascope atlas draft law > law.names.tsv", "semascope atlas check law"],
  async run(context) {
    const [action = "", name] = context.positionals;
    const run = Object.hasOwn(actions, action)
      ? actions[action as keyof typeof actions]
      : undefined;
    if (run === undefined) throw badInput("", `There is no “atlas ${action}”; see --help.`);
    if (name === undefined) throw badInput("", "Name the retina.");
    const store = await openStore(context.flags.text("retinas"));
    const file = namesFileOf(store.fileOf(name));
    const retina = store.retinas.find((each) => each.name === name);
    if (retina === undefined) throw badRetinaFile(store.problems[0] ?? "The retina is damaged.");
    run(context, { retina, file });
  },
};

const actions = { draft, check };

interface Named {
  readonly retina: Retina;
  /** Where its edited names belong. */
  readonly file: string;
}

function draft({ terminal, flags }: CommandContext, { retina, file }: Named): void {
  const problems: string[] = [];
  const found = buildAtlas(retina, { say: (reason) => problems.push(reason) });
  for (const problem of problems) terminal.warn(`${file} is not used: ${problem}.`);
  const names: EditedNames | undefined = problems.length === 0 ? editedNamesOf(retina) : undefined;
  const terms = characteristicTerms(retina, found, TERMS);
  const rows = draftOf(found, { names, termsOf: (region) => terms[region] ?? [] });
  const isJson = flags.isOn("json");
  terminal.print(isJson ? JSON.stringify(rows) : writeDraft(retina.checksum, rows, names));
  terminal.warn(`The names are used when they are kept as ${file}.`);
}

function check({ terminal, flags }: CommandContext, { retina, file }: Named): void {
  const fails = (reason: string) => {
    throw badRetinaFile(`${file} is not used: ${reason}.`, { file });
  };
  const found = buildAtlas(retina, { say: fails });
  const names = editedNamesOf(retina);
  if (names === undefined) throw notFound(`There is no file ${file}.`);
  const problems = checkNames(retina, found, names);
  if (flags.isOn("json")) terminal.print(JSON.stringify({ problems }));
  else for (const problem of problems) terminal.print(problem);
  if (problems.length > 0)
    throw badRetinaFile(
      `Look at ${file} again: it has ${problems.length === 1 ? "a fault" : `${problems.length} faults`}.`,
      { file },
    );
  if (!flags.isOn("json"))
    terminal.print(`${names.regions.length} regions are named, and every name holds.`);
}
