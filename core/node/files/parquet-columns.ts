import type { Duck } from "./duck.ts";

/** The columns of a Parquet file as values that a table has: texts, numbers, and lists of texts. */
interface ParquetHead {
  readonly names: readonly string[];
  readonly notes: readonly string[];
  /** In SQL. */
  readonly columns: readonly string[];
}

/** Digits that a double keeps. */
const EXACT = 15;

/** The file's own types count: what a double does not hold exactly becomes text, a struct columns of its own. */
export async function parquetHead(duck: Duck, file: string): Promise<ParquetHead> {
  // Moments of a zone are shown as they were in UTC.
  await duck.run("SET TimeZone = 'UTC'");
  const described = await duck.columnNames("FROM read_parquet(?)", [file]);
  const originals = await namesIn(duck, file);
  const names: string[] = [];
  const columns: string[] = [];
  const notes: string[] = [];
  const add = (name: string, sql: string, type: string) => {
    if (type === "BLOB") {
      notes.push(`“${name}” holds bytes (BLOB) and is left out.`);
      return;
    }
    if (type.endsWith("WITH TIME ZONE")) notes.push(`Times in “${name}” are in UTC.`);
    names.push(name);
    columns.push(asValue(sql, type));
  };
  for (const [i, { name: known, type }] of described.entries()) {
    // DuckDB renames columns that differ only in case.
    const name = originals[i] ?? known;
    const sql = quoted(known);
    if (!type.startsWith("STRUCT(") || type.endsWith("[]")) add(name, sql, type);
    else
      for (const field of await fieldsOf(duck, file, sql))
        add(`${name}.${field.name}`, `${sql}.${quoted(field.name)}`, field.type);
  }
  return { names, notes, columns };
}

/** Names of the columns as the file has them. */
async function namesIn(duck: Duck, file: string): Promise<string[]> {
  const rows = await duck.rows("SELECT name, coalesce(num_children, 0) FROM parquet_schema(?)", [
    file,
  ]);
  const names: string[] = [];
  /** Entries of the columns that are not finished yet. */
  let open = 0;
  for (const [name, children] of rows.slice(1)) {
    if (open === 0) names.push(String(name));
    else open--;
    open += Number(children);
  }
  return names;
}

/** The fields of a struct. */
const fieldsOf = (duck: Duck, file: string, sql: string) =>
  duck.columnNames(`SELECT unnest(${sql}) FROM read_parquet(?)`, [file]);

function asValue(sql: string, type: string): string {
  const decimal = /^DECIMAL\((\d+),/.exec(type);
  if (decimal !== null) return Number(decimal[1]) <= EXACT ? `${sql}::DOUBLE` : `${sql}::VARCHAR`;
  // Through text: 0.1 is not 0.10000000149.
  if (type === "FLOAT") return `${sql}::VARCHAR::DOUBLE`;
  if (/^(DOUBLE|VARCHAR|U?(TINY|SMALL)INT|U?INTEGER)$/.test(type)) return sql;
  if (type.startsWith("TIMESTAMP")) return `strftime(${sql}, '%Y-%m-%dT%H:%M:%S')`;
  if (/[(\]]/.test(type) && !/^[A-Z ]+(\(\d+,\d+\))?\[\]$/.test(type) && !type.startsWith("ENUM"))
    return `to_json(${sql})::VARCHAR`;
  return type.endsWith("[]") ? `${sql}::VARCHAR[]` : `${sql}::VARCHAR`;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
