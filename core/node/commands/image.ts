import { badInput } from "../../errors.ts";
import { type Command, ENGINE_OPTIONS } from "./command.ts";
import { readOperand } from "./read-operand.ts";
import { writeOutput } from "./write-output.ts";

/** `semascope image`. */
export const image: Command = {
  name: "image",
  summary: "Draws the fingerprint of a term, a text or an expression into a file.",
  usage: "EXPRESSION -o FILE.png|FILE.svg",
  mostOperands: 1,
  optionOf: { image_scalar: "--scalar", plot_shape: "--shape" },
  options: [
    { name: "output", short: "o", value: "FILE", help: "where to; the ending says PNG or SVG" },
    { name: "scalar", value: "N", help: "pixels a cell, 1 to 64 (2)" },
    { name: "shape", value: "SHAPE", help: "circle or square (circle)" },
    ...ENGINE_OPTIONS,
  ],
  examples: [
    "semascope image apple -o apple.png",
    "semascope image 'apple - computer' -o fruit.svg --scalar 8",
  ],
  async run({ terminal, positionals, flags, openEngine }) {
    const [operand] = positionals;
    const file = flags.text("output");
    if (operand === undefined)
      throw badInput("", "Say what to draw, such as semascope image apple -o apple.png.");
    if (file === undefined) throw badInput("output", "Name the file with -o FILE.png or FILE.svg.");
    const format = /\.(png|svg)$/i.exec(file)?.[1]?.toLowerCase();
    if (format === undefined)
      throw badInput("output", `-o takes a file that ends in .png or .svg, not “${file}”.`);
    const engine = await openEngine();
    const positions = Array.from(await readOperand(engine.model(), operand, terminal));
    const { data } = await engine.call("image.draw", {
      body: { positions },
      image_encoding: format === "svg" ? "binary/svg" : "binary/png",
      image_scalar: flags.number("scalar") ?? 2,
      plot_shape: (flags.text("shape") ?? "circle") as "circle",
    });
    await writeOutput(file, data);
    const report = { file, cells: positions.length };
    terminal.print(flags.isOn("json") ? JSON.stringify(report) : `${file}: ${report.cells} cells`);
  },
};
