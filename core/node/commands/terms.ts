import { badInput } from "../../errors.ts";
import { CELLS } from "../../kernel/grid.ts";
import { type Command, type CommandContext, ENGINE } from "./command.ts";
import { outputOptions, outputPlace, textTable, writeOutput } from "./output.ts";
import { readInputText, readOperand, readQuery, warnOfLanguage } from "./read-operand.ts";

/** Options of what may also be a text or an expression. */
const instead = (example: string) => `
  --text TEXT  a text instead of a term
  --expr LINE  an expression, such as '${example}'`;

/** The engine, and the cells of the operand, `--text` or `--expr`. */
async function asked({ terminal, operands, flags, openEngine }: CommandContext) {
  const engine = await openEngine();
  const given = { term: operands[0], text: flags.text("text"), expr: flags.text("expr") };
  return { engine, positions: Array.from(await readQuery({ engine, terminal }, given)) };
}

export const similar: Command = {
  name: "similar",
  summary: "Terms that share most of the map with a term, a text or an expression.",
  usage: "TERM | --text TEXT | --expr EXPRESSION",
  of: ["expressions.similar"],
  options: `${instead("jaguar - car")}
    -n, --limit N  = max_results
    --pos TYPE     = pos_type
    --context ID   = context_id
    ${ENGINE}`,
  examples: `
    semascope similar apple
    semascope similar --expr 'jaguar - car' -n 20
    echo 'interest rates rose' | semascope similar -`,
  async run(context) {
    const { engine, positions } = await asked(context);
    const args = { body: { positions }, ...context.flags.for("expressions.similar") };
    const rows = await engine.call("expressions.similar", args);
    context.show(rows, () =>
      textTable(rows.map((row) => [row.score, row.term, row.pos_types.join(",").toLowerCase()])),
    );
  },
};

export const compare: Command = {
  name: "compare",
  summary: "Nine measures of what two terms, texts or expressions have in common.",
  usage: "A B",
  operands: 2,
  options: ENGINE,
  examples: `
    semascope compare apple fruit
    semascope compare 'apple - computer' 'text:"a ripe pear"'
    semascope compare @one.txt @two.txt --json`,
  async run({ terminal, operands, openEngine, show }) {
    if (operands.length < 2)
      throw badInput("", "Give two things to compare; put quotes round those with spaces.");
    const engine = await openEngine();
    const body = [];
    for (const operand of operands)
      body.push({ positions: Array.from(await readOperand({ engine, terminal }, operand)) });
    const metrics = await engine.call("compare.pair", { body });
    show(metrics, () =>
      textTable(Object.entries(metrics).map(([name, value]) => [name, Number(value.toFixed(6))])),
    );
  },
};

export const fingerprint: Command = {
  name: "fingerprint",
  summary: "The positions of a term, a text or an expression.",
  usage: "TERM | --text TEXT | --expr EXPRESSION",
  options: `${instead("jaguar & car")}\n${ENGINE}`,
  examples: `
    semascope fingerprint apple
    semascope fingerprint --expr 'apple & fruit' --json
    semascope fingerprint @article.txt`,
  async run(context) {
    const { positions } = await asked(context);
    context.show({ positions }, () => {
      const share = ((100 * positions.length) / CELLS).toFixed(1);
      context.terminal.warn(`${positions.length} of ${CELLS} cells (${share}%)`);
      return positions.join(" ");
    });
  },
};

export const keywords: Command = {
  name: "keywords",
  summary: "The keywords of a text, most important first.",
  usage: "FILE | -",
  options: ENGINE,
  examples: `
    semascope keywords article.txt
    cat article.txt | semascope keywords -`,
  async run({ terminal, operands, openEngine, show }) {
    const text = await readInputText(operands[0], terminal);
    const engine = await openEngine();
    await warnOfLanguage({ engine, terminal }, await engine.model(), text);
    const found = await engine.call("text.keywords", { text });
    show(found, () => found.join("\n"));
  },
};

const PICTURES = ["png", "svg"] as const;

export const image: Command = {
  name: "image",
  summary: "Draws the fingerprint of a term, a text or an expression into a file.",
  usage: "EXPRESSION -o FILE.png|FILE.svg",
  of: ["image.draw"],
  options: `${outputOptions("the picture, as .png or .svg", PICTURES)}
    --scalar N     = image_scalar
    --shape SHAPE  = plot_shape
    ${ENGINE}`,
  examples: `
    semascope image apple -o apple.png
    semascope image 'apple - computer' -o fruit.svg --scalar 8`,
  async run({ terminal, operands: [operand], flags, openEngine, show }) {
    if (operand === undefined)
      throw badInput("", "Give what to draw, such as semascope image apple -o apple.png.");
    const place = await outputPlace(flags, PICTURES);
    if (place === undefined)
      throw badInput("output", "Name the file with -o FILE.png or FILE.svg.");
    const engine = await openEngine();
    const positions = Array.from(await readOperand({ engine, terminal }, operand));
    const { data } = await engine.call("image.draw", {
      body: { positions },
      image_encoding: `binary/${place.format}`,
      ...flags.for("image.draw"),
    });
    await writeOutput(terminal, place, data);
    const report = { file: place.file, cells: positions.length };
    show(report, () => `${report.file}: ${report.cells} cells`);
  },
};
