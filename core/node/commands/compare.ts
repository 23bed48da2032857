import { badInput } from "../../errors.ts";
import { type Command, ENGINE_OPTIONS } from "./command.ts";
import { readOperand } from "./read-operand.ts";
import { textTable } from "./table.ts";

/** `semascope compare`. */
export const compare: Command = {
  name: "compare",
  summary: "Nine measures of what two terms, texts or expressions have in common.",
  usage: "A B",
  mostOperands: 2,
  options: ENGINE_OPTIONS,
  examples: [
    "semascope compare apple fruit",
    "semascope compare 'apple - computer' 'text:\"a ripe pear\"'",
    "semascope compare @one.txt @two.txt --json",
  ],
  async run({ terminal, positionals, flags, openEngine }) {
    const [left, right] = positionals;
    if (left === undefined || right === undefined)
      throw badInput("", "Give two things to compare; put quotes round those with spaces.");
    const engine = await openEngine();
    const model = engine.model();
    const body = [
      { positions: Array.from(await readOperand(model, left, terminal)) },
      { positions: Array.from(await readOperand(model, right, terminal)) },
    ];
    const metrics = await engine.call("compare.pair", { body });
    if (flags.isOn("json")) return terminal.print(JSON.stringify(metrics));
    terminal.print(
      textTable(Object.entries(metrics).map(([name, value]) => [name, Number(value.toFixed(6))])),
    );
  },
};
