import path from "node:path";
import { csvLine } from "../../collection/table/write-rows.ts";
import { badInput } from "../../errors.ts";
import { programInfo } from "../service/program-info.ts";
import type { CommandContext } from "./command.ts";
import { type FilterFile, readFilter } from "./filter-file.ts";
import { type InputTable, readInputTable } from "./input-table.ts";
import type { LocalEngine } from "./local-engine.ts";
import { readTextFile } from "./read-operand.ts";
import { textTable } from "./table.ts";
import { writeOutput } from "./write-output.ts";

/** Texts that are scored at a time. */
const BATCH = 500;

interface Judged {
  readonly text: string;
  /** Cosine 0..1; null where no word is known. */
  readonly score: number | null;
  readonly belongs: boolean;
}

/** `semascope filter apply`: every text with its score, printed or as a table with the columns that it came with. */
export async function applyFilter(
  { terminal, positionals, flags, openEngine }: CommandContext,
  file?: string,
): Promise<void> {
  if (file === undefined)
    throw badInput("", "Name the filter's file, such as semascope filter apply sport.json.");
  const output = flags.text("output");
  if (output !== undefined && !/\.(csv|tsv)$/i.test(output))
    throw badInput("output", `The table goes into a .csv or .tsv, not into ${output}.`);
  const saved = readFilter(file, await readTextFile(file));
  const table = await readInputTable(positionals[2], { column: flags.text("text"), terminal });
  const engine = await openEngine();
  if (engine.model().retina.checksum !== saved.checksum)
    throw badInput(
      "filter",
      `${file} was made with the retina “${saved.retina}” in another state; create it again.`,
    );
  const filter = { ...saved, threshold: flags.number("threshold") ?? saved.threshold };
  const rows: Judged[] = [];
  for await (const batch of judged(engine, filter, table.texts)) {
    if (output === undefined)
      for (const line of linesOf(batch, flags.isOn("json"))) terminal.print(line);
    else rows.push(...batch);
  }
  if (output === undefined) return;
  await writeOutput(output, tableOf(filter, table, rows, /\.tsv$/i.test(output) ? "\t" : ","));
  const beside = `${output.slice(0, -path.extname(output).length)}.settings.json`;
  await writeOutput(beside, `${JSON.stringify(settingsOf(filter, table), null, 2)}\n`);
  const belong = rows.filter(({ belongs }) => belongs).length;
  terminal.print(`${output}: ${belong} of ${rows.length} texts belong. Settings: ${beside}`);
}

async function* judged(engine: LocalEngine, filter: FilterFile, texts: readonly string[]) {
  const { name, threshold } = filter;
  const filters = [{ name, positions: [...filter.positions], threshold }];
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH);
    const rows = await engine.call("app.filterScore", { filters, texts: batch });
    yield rows.map(
      ({ scores, decisions }, i): Judged => ({
        text: batch[i] ?? "",
        score: scores[0] ?? null,
        belongs: decisions.length > 0,
      }),
    );
  }
}

function linesOf(batch: readonly Judged[], isJson: boolean): string[] {
  if (isJson) return batch.map((row) => JSON.stringify(row));
  const cells = batch.map(({ text, score, belongs }) => [
    belongs ? "yes" : "no",
    score === null ? "     " : score.toFixed(3),
    text,
  ]);
  return cells.length === 0 ? [] : [textTable(cells)];
}

/** As the application writes it: the own columns, then what was found; a name that is taken is numbered. */
function tableOf(
  { name, threshold }: FilterFile,
  { columns, cells, lines }: InputTable,
  rows: readonly Judged[],
  separator: "," | "\t",
): string {
  const taken = new Set(columns);
  const free = (wanted: string): string => {
    let unique = wanted;
    for (let turn = 2; taken.has(unique); turn++) unique = `${wanted} (${turn})`;
    taken.add(unique);
    return unique;
  };
  const head = [...columns, ...["line", "decision", "margin", `score ${name}`].map(free)];
  const body = rows.map(({ score, belongs }, i) => [
    ...columns.map((_, column) => cells[i]?.[column] ?? ""),
    lines[i] ?? i + 1,
    score === null ? "no known word" : belongs ? name : "none",
    score === null ? null : Math.abs(score - threshold),
    score,
  ]);
  return [head, ...body].map((line) => csvLine(line, separator)).join("");
}

const settingsOf = (filter: FilterFile, { name, texts }: InputTable) => ({
  retina: filter.retina,
  checksum: filter.checksum,
  exported: new Date().toISOString(),
  application: `Semascope ${programInfo().version}`,
  file: name,
  classified: texts.length,
  of: texts.length,
  filters: [{ name: filter.name, belongsFrom: filter.threshold, cells: filter.positions.length }],
});
