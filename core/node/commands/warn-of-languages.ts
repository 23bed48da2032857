import { foreignTo } from "../../analysis/languages.ts";
import { someOf } from "../../kernel/some-of.ts";
import type { CommandContext } from "./command.ts";
import type { LocalEngine } from "./local-engine.ts";

/** Texts whose language is looked at where none is asked for. */
const MOST_LOOKED_AT = 200;

/** Says in which other languages texts are that are read in that of the retina. */
export async function warnOfLanguages(
  engine: LocalEngine,
  terminal: CommandContext["terminal"],
  texts: readonly string[],
): Promise<void> {
  const model = await engine.model();
  const looked = someOf(texts, MOST_LOOKED_AT);
  const counts = new Map<string, number>();
  for (const text of looked) {
    const found = await foreignTo(engine.engine, model, text);
    if (found) counts.set(found.language, (counts.get(found.language) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  const told = [...counts].map(([language, count]) => `${count} in ${language}`).join(", ");
  terminal.warn(
    `Of ${looked.length} texts ${told}, read as ${model.retina.card.language}: --language auto reads each in its own language.`,
  );
}
