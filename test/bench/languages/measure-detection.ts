import type { DetectLanguage } from "../../../core/node/collections/import/row-languages.ts";
import { RowLanguages } from "../../../core/node/collections/import/row-languages.ts";

/** How the languages of a table's rows were told. */
export interface RowFigures {
  /** Shares of the rows. */
  readonly unclear: number;
  readonly wrong: number;
}

/** A table: its texts, and the code of the language that each is in. */
type Table = readonly (readonly [text: string, language: string])[];

/** Rows that an import reads at a time. */
const BATCH = 500;

export async function measureRows(detect: DetectLanguage, table: Table): Promise<RowFigures> {
  const rows = new RowLanguages(detect);
  let unclear = 0;
  let wrong = 0;
  for (let from = 0; from < table.length; from += BATCH) {
    const batch = table.slice(from, from + BATCH);
    const codes = await rows.of(batch.map(([text]) => text));
    codes.forEach((code, i) => {
      if (code === "") unclear++;
      else if (code !== batch[i]![1]) wrong++;
    });
  }
  return { unclear: unclear / table.length, wrong: wrong / table.length };
}

/** Each language as a table of its own, and the worst and the mean of all mixed two by two. */
export interface DetectionFigures {
  readonly alone: ReadonlyMap<string, RowFigures>;
  /** Shares of the rows of each mixed table that are wrong or unclear. */
  readonly mixed: { readonly worst: number; readonly mean: number };
}

export async function measureDetection(
  detect: DetectLanguage,
  texts: ReadonlyMap<string, readonly string[]>,
): Promise<DetectionFigures> {
  const tables = [...texts].map(([name, own]) => {
    const [code = name] = name.split("-");
    return { name, code, rows: own.map((text) => [text, code] as const) };
  });
  const alone = new Map<string, RowFigures>();
  for (const { name, rows } of tables) alone.set(name, await measureRows(detect, rows));
  const shares: number[] = [];
  for (const [i, one] of tables.entries())
    for (const other of tables.slice(i + 1)) {
      if (other.code === one.code) continue;
      const mixed = one.rows.map((row, at) => (at % 2 === 0 ? row : other.rows[at]!));
      const { unclear, wrong } = await measureRows(detect, mixed);
      shares.push(unclear + wrong);
    }
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { alone, mixed: { worst: Math.max(...shares), mean } };
}
