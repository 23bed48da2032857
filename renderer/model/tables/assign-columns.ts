import type { RejectedRow } from "./parse-delimited.ts";
import type { ReadTable } from "./read-table.ts";

/** What a column can be for, e.g. the left item of a pair. */
export interface ColumnRole {
  readonly id: string;
  /** "Left item" */
  readonly title: string;
  readonly isRequired?: boolean;
  /** Column names that are taken for it without asking, in lower case. */
  readonly names?: readonly string[];
}

/** Column index by role; -1 for a role that has none. */
export type Assignment = Readonly<Record<string, number>>;

export interface ImportedRow {
  /** Where it stands in the file: line, or item of a JSON list; from 1. */
  readonly line: number;
  /** Text by role; "" where an optional role has none. */
  readonly values: Readonly<Record<string, string>>;
  /** The whole row as it stands in the file, one cell per column of the table. */
  readonly cells: readonly string[];
}

/** By name first; a required role still without a column takes the free one with the longest texts. */
export function guessColumns(table: ReadTable, roles: readonly ColumnRole[]): Assignment {
  const free = new Set(table.columns.keys());
  const chosen: Record<string, number> = {};
  for (const role of roles) {
    const names = [role.id, role.title, ...(role.names ?? [])].map((name) => name.toLowerCase());
    const found = [...free].find((index) =>
      names.includes(table.columns[index]?.toLowerCase() ?? ""),
    );
    chosen[role.id] = found ?? -1;
    if (found !== undefined) free.delete(found);
  }
  for (const role of roles) {
    if (!role.isRequired || chosen[role.id] !== -1 || free.size === 0) continue;
    const longest = [...free].reduce((best, index) =>
      meanLength(table, index) > meanLength(table, best) ? index : best,
    );
    chosen[role.id] = longest;
    free.delete(longest);
  }
  return chosen;
}

const SAMPLE_ROWS = 20;

function meanLength({ rows }: ReadTable, column: number): number {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const total = sample.reduce((sum, { cells }) => sum + (cells[column]?.length ?? 0), 0);
  return sample.length === 0 ? 0 : total / sample.length;
}

/** The rows with their chosen cells; a row without a required cell is refused with the reason. */
export function assignColumns(
  table: ReadTable,
  roles: readonly ColumnRole[],
  chosen: Assignment,
): { readonly rows: readonly ImportedRow[]; readonly rejected: readonly RejectedRow[] } {
  const rows: ImportedRow[] = [];
  const rejected: RejectedRow[] = [...table.rejected];
  for (const { line, cells } of table.rows) {
    const values: Record<string, string> = {};
    for (const { id } of roles) values[id] = cells[chosen[id] ?? -1] ?? "";
    const missing = roles.find(({ id, isRequired }) => isRequired && values[id]?.trim() === "");
    if (!missing) rows.push({ line, values, cells });
    else
      rejected.push({
        line,
        reason: `Nothing in “${table.columns[chosen[missing.id] ?? -1] ?? missing.title}”`,
        excerpt: cells.join(" | ").slice(0, 80),
      });
  }
  return { rows, rejected: rejected.sort((a, b) => a.line - b.line) };
}
