import { formatCount } from "../../model/format.ts";
import type { Assignment, ColumnRole } from "../../model/tables/assign-columns.ts";
import type { ReadTable } from "../../model/tables/read-table.ts";

const SHOWN_ROWS = 20;

interface ImportPreviewProps {
  readonly table: ReadTable;
  readonly roles: readonly ColumnRole[];
  readonly chosen: Assignment;
}

/** The first rows as they were understood; the chosen columns stand out and carry their role. */
export function ImportPreview({ table, roles, chosen }: ImportPreviewProps) {
  if (table.rows.length === 0) return <p className="warned note caution">No rows were found.</p>;
  const roleOf = (column: number) => roles.find(({ id }) => chosen[id] === column)?.title;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="import-preview scroll" aria-label="Preview of the first rows" tabIndex={0}>
      <table className="table texts figures fine across">
        <caption className="muted">
          {table.rows.length > SHOWN_ROWS
            ? `The first ${SHOWN_ROWS} of ${formatCount(table.rows.length)} rows`
            : `All ${formatCount(table.rows.length)} rows`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            {table.columns.map((column, index) => (
              <th key={column} scope="col" data-chosen={roleOf(index) !== undefined || undefined}>
                <span dir="auto">{column}</span>
                {roleOf(index) && <span className="import-mark">{roleOf(index)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, SHOWN_ROWS).map(({ line, cells }) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              {table.columns.map((column, index) => (
                <td key={column} data-chosen={roleOf(index) !== undefined || undefined}>
                  <div dir="auto">{cells[index] ?? ""}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
