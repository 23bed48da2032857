import { foreignTo } from "../../analysis/languages.ts";
import type { Output } from "../../api/client-types.ts";
import { someOf } from "../../kernel/some-of.ts";
import type { CommandContext } from "./command.ts";
import type { FilterFile, Line } from "./filter-file.ts";
import type { LocalEngine } from "./local-engine.ts";

type Report = Output<"app.filterReport">;

/** A line for texts of one language, and what it was drawn among. */
interface DrawnLine extends Line {
  readonly from: "given" | "shipped" | "made-up";
  readonly texts: number;
}

/** The lines of a report for a filter whose threshold a person may have moved: they move along. */
export const linesOf = ({ threshold: { suggested, languages = [] } }: Report, threshold: number) =>
  languages.map(
    (line): DrawnLine => ({
      language: line.language,
      threshold: suggested === 0 ? threshold : threshold * (line.suggested / suggested),
      from: line.from,
      texts: line.texts,
    }),
  );

/** Texts of a language that its line is drawn among. */
const MOST_OF_LANGUAGE = 300;

/** Texts with the code of the language that each was read in; undefined for that of the retina. */
type Read = readonly { readonly text: string; readonly language?: string | undefined }[];

/** Lines for the languages of texts, drawn among these texts; those that the filter has already stay. */
export async function linesFor(
  engine: LocalEngine,
  { name, language, positive, negative, lines = [], threshold }: FilterFile,
  read: Read,
): Promise<readonly (Line | DrawnLine)[]> {
  const known = new Set(lines.map((line) => line.language));
  const byLanguage = new Map<string, string[]>();
  for (const { text, language: own = OWN } of read)
    if (!known.has(own)) byLanguage.set(own, [...(byLanguage.get(own) ?? []), text]);
  const spoken = [...byLanguage].map(([code, texts]) => ({
    language: code,
    texts: [...someOf(texts, MOST_OF_LANGUAGE)],
  }));
  if (spoken.every(({ language: code }) => code === OWN)) return lines;
  const report = await engine.call("app.filterReport", {
    name,
    positive: [...positive],
    negative: [...negative],
    languages: spoken,
    ...(language !== undefined && { language }),
  });
  return [...lines, ...linesOf(report, threshold)];
}

/** Packs name English terms, so a retina that others are read beside is English. */
const OWN = "en";

/** "de: from 0.243, drawn among 58 texts that come with the program, which are few" */
export function lineText(line: Line | DrawnLine): string {
  const from = `${line.language}: from ${line.threshold.toFixed(3)}`;
  if (!("from" in line)) return `${from}, as the filter says`;
  if (line.from === "given") return `${from}, drawn among ${line.texts} of the texts`;
  return `${from}, drawn among ${line.texts} texts that come with the program, which are few`;
}

/** Texts whose language is looked at where none is asked for. */
const MOST_LOOKED_AT = 200;

/** Says in which other languages texts are that are read in that of the retina. */
export async function warnOfLanguages(
  engine: LocalEngine,
  terminal: CommandContext["terminal"],
  texts: readonly string[],
): Promise<void> {
  const model = engine.model();
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
