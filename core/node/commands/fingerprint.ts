import { CELLS } from "../../kernel/grid.ts";
import { type Command, ENGINE_OPTIONS } from "./command.ts";
import { readQuery } from "./read-operand.ts";

/** `semascope fingerprint`. */
export const fingerprint: Command = {
  name: "fingerprint",
  summary: "The positions of a term, a text or an expression.",
  usage: "TERM | --text TEXT | --expr EXPRESSION",
  mostOperands: 1,
  options: [
    { name: "text", value: "TEXT", help: "a text instead of a term" },
    { name: "expr", value: "LINE", help: "an expression, such as 'jaguar & car'" },
    ...ENGINE_OPTIONS,
  ],
  examples: [
    "semascope fingerprint apple",
    "semascope fingerprint --expr 'apple & fruit' --json",
    "semascope fingerprint @article.txt",
  ],
  async run({ terminal, positionals, flags, openEngine }) {
    const model = (await openEngine()).model();
    const [term] = positionals;
    const given = { term, text: flags.text("text"), expr: flags.text("expr") };
    const positions = Array.from(await readQuery(model, given, terminal));
    if (flags.isOn("json")) return terminal.print(JSON.stringify({ positions }));
    const share = ((100 * positions.length) / CELLS).toFixed(1);
    terminal.warn(`${positions.length} of ${CELLS} cells (${share}%)`);
    terminal.print(positions.join(" "));
  },
};
