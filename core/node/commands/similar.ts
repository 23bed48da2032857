import { type Command, ENGINE_OPTIONS } from "./command.ts";
import { readQuery } from "./read-operand.ts";
import { textTable } from "./table.ts";

/** `semascope similar`. */
export const similar: Command = {
  name: "similar",
  summary: "Terms that share most of the map with a term, a text or an expression.",
  usage: "TERM | --text TEXT | --expr EXPRESSION",
  mostOperands: 1,
  optionOf: { max_results: "--limit", pos_type: "--pos", context_id: "--context" },
  options: [
    { name: "text", value: "TEXT", help: "a text instead of a term" },
    { name: "expr", value: "LINE", help: "an expression, such as 'jaguar - car'" },
    { name: "limit", short: "n", value: "N", help: "rows (10)" },
    { name: "pos", value: "TYPE", help: "only NOUN, VERB or ADJECTIVE" },
    { name: "context", value: "ID", help: "only this context of the query" },
    ...ENGINE_OPTIONS,
  ],
  examples: [
    "semascope similar apple",
    "semascope similar --expr 'jaguar - car' -n 20",
    "echo 'interest rates rose' | semascope similar -",
  ],
  async run({ terminal, positionals, flags, openEngine }) {
    const engine = await openEngine();
    const [term] = positionals;
    const given = { term, text: flags.text("text"), expr: flags.text("expr") };
    const positions = Array.from(await readQuery(engine.model(), given, terminal));
    const rows = await engine.call("expressions.similar", {
      body: { positions },
      max_results: flags.number("limit") ?? 10,
      ...(flags.text("pos") === undefined ? {} : { pos_type: flags.text("pos") as "NOUN" }),
      ...(flags.number("context") === undefined ? {} : { context_id: flags.number("context")! }),
    });
    if (flags.isOn("json")) return terminal.print(JSON.stringify(rows));
    terminal.print(
      textTable(rows.map((row) => [row.score, row.term, row.pos_types.join(",").toLowerCase()])),
    );
  },
};
