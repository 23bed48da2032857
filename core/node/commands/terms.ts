import { badInput } from "../../errors.ts";
import { CELLS } from "../../kernel/grid.ts";
import { type Command, ENGINE_OPTIONS } from "./command.ts";
import { argumentsFrom, type OptionFields, optionNames, optionsFor } from "./endpoint-options.ts";
import { outputOptions, outputPlace, reportBeside, textTable, writeOutput } from "./output.ts";
import { readInputText, readOperand, readQuery, warnOfLanguage } from "./read-operand.ts";

/** What is meant by a query that may also be a text or an expression. */
const INSTEAD = (example: string) => [
  { name: "text", value: "TEXT", help: "a text instead of a term" },
  { name: "expr", value: "LINE", help: `an expression, such as '${example}'` },
];

const SIMILAR: OptionFields = {
  max_results: { name: "limit", short: "n" },
  pos_type: { name: "pos", value: "TYPE" },
  context_id: { name: "context", value: "ID" },
};

/** `semascope similar`. */
export const similar: Command = {
  name: "similar",
  summary: "Terms that share most of the map with a term, a text or an expression.",
  usage: "TERM | --text TEXT | --expr EXPRESSION",
  mostOperands: 1,
  optionOf: optionNames(SIMILAR),
  options: [
    ...INSTEAD("jaguar - car"),
    ...optionsFor("expressions.similar", SIMILAR),
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
    const positions = Array.from(await readQuery({ engine, terminal }, given));
    const rows = await engine.call("expressions.similar", {
      body: { positions },
      ...argumentsFrom(flags, "expressions.similar", SIMILAR),
    });
    if (flags.isOn("json")) return terminal.print(JSON.stringify(rows));
    terminal.print(
      textTable(rows.map((row) => [row.score, row.term, row.pos_types.join(",").toLowerCase()])),
    );
  },
};

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
    const body = [
      { positions: Array.from(await readOperand({ engine, terminal }, left)) },
      { positions: Array.from(await readOperand({ engine, terminal }, right)) },
    ];
    const metrics = await engine.call("compare.pair", { body });
    if (flags.isOn("json")) return terminal.print(JSON.stringify(metrics));
    terminal.print(
      textTable(Object.entries(metrics).map(([name, value]) => [name, Number(value.toFixed(6))])),
    );
  },
};

/** `semascope fingerprint`. */
export const fingerprint: Command = {
  name: "fingerprint",
  summary: "The positions of a term, a text or an expression.",
  usage: "TERM | --text TEXT | --expr EXPRESSION",
  mostOperands: 1,
  options: [...INSTEAD("jaguar & car"), ...ENGINE_OPTIONS],
  examples: [
    "semascope fingerprint apple",
    "semascope fingerprint --expr 'apple & fruit' --json",
    "semascope fingerprint @article.txt",
  ],
  async run({ terminal, positionals, flags, openEngine }) {
    const engine = await openEngine();
    const [term] = positionals;
    const given = { term, text: flags.text("text"), expr: flags.text("expr") };
    const positions = Array.from(await readQuery({ engine, terminal }, given));
    if (flags.isOn("json")) return terminal.print(JSON.stringify({ positions }));
    const share = ((100 * positions.length) / CELLS).toFixed(1);
    terminal.warn(`${positions.length} of ${CELLS} cells (${share}%)`);
    terminal.print(positions.join(" "));
  },
};

/** `semascope keywords`. */
export const keywords: Command = {
  name: "keywords",
  summary: "The terms that say most about a text, most important first.",
  usage: "FILE | -",
  mostOperands: 1,
  options: ENGINE_OPTIONS,
  examples: ["semascope keywords article.txt", "cat article.txt | semascope keywords -"],
  async run({ terminal, positionals, flags, openEngine }) {
    const text = await readInputText(positionals[0], terminal);
    const engine = await openEngine();
    await warnOfLanguage({ engine, terminal }, engine.model(), text);
    const found = await engine.call("text.keywords", { text });
    terminal.print(flags.isOn("json") ? JSON.stringify(found) : found.join("\n"));
  },
};

const PICTURE: OptionFields = {
  image_scalar: { name: "scalar" },
  plot_shape: { name: "shape", value: "SHAPE" },
};

const PICTURES = ["png", "svg"] as const;

/** `semascope image`. */
export const image: Command = {
  name: "image",
  summary: "Draws the fingerprint of a term, a text or an expression into a file.",
  usage: "EXPRESSION -o FILE.png|FILE.svg",
  mostOperands: 1,
  optionOf: optionNames(PICTURE),
  options: [
    ...outputOptions("where to; the ending says PNG or SVG", PICTURES),
    ...optionsFor("image.draw", PICTURE),
    ...ENGINE_OPTIONS,
  ],
  examples: [
    "semascope image apple -o apple.png",
    "semascope image 'apple - computer' -o fruit.svg --scalar 8",
  ],
  async run({ terminal, positionals, flags, openEngine }) {
    const [operand] = positionals;
    if (operand === undefined)
      throw badInput("", "Say what to draw, such as semascope image apple -o apple.png.");
    const place = await outputPlace({ flags }, PICTURES);
    if (place === undefined)
      throw badInput("output", "Name the file with -o FILE.png or FILE.svg.");
    const { file, format } = place;
    const engine = await openEngine();
    const positions = Array.from(await readOperand({ engine, terminal }, operand));
    const { data } = await engine.call("image.draw", {
      body: { positions },
      image_encoding: format === "svg" ? "binary/svg" : "binary/png",
      ...argumentsFrom(flags, "image.draw", PICTURE),
    });
    await writeOutput(terminal, place, data);
    const report = { file, cells: positions.length };
    reportBeside(terminal, place).print(
      flags.isOn("json") ? JSON.stringify(report) : `${file}: ${report.cells} cells`,
    );
  },
};
