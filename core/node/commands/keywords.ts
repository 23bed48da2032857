import { type Command, ENGINE_OPTIONS } from "./command.ts";
import { readInputText } from "./read-operand.ts";

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
    const found = await (await openEngine()).call("text.keywords", { text });
    terminal.print(flags.isOn("json") ? JSON.stringify(found) : found.join("\n"));
  },
};
