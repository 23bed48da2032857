import type { Column, ColumnRoles } from "../../api/schema/collection-types.ts";
import { badInput, badValue } from "../../errors.ts";

const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]{0,98}[\p{L}\p{M}\p{N}])?$/u;
const LONGEST_COLUMN = 500;
const LONGEST_ID = 500;
/** The time of an import grows faster than the number of columns. */
const MOST_COLUMNS = 1000;

/** A name for the texts of a file that `checkCollectionName` accepts. */
export function nameFromFile(file: string): string {
  const name = file
    .replace(/\.gz$/i, "")
    .replace(/\.[a-z]+$/i, "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, " ")
    .replace(/\s+/g, " ")
    .slice(0, 90)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "");
  return name === "" ? "Texts" : name;
}

/** @throws bad-input */
export function checkCollectionName(name: string): string {
  if (!NAME.test(name))
    throw badValue(
      "name",
      "1 to 100 letters, digits, spaces, “-”, “_” or “.”, with a letter or digit at both ends",
      name,
    );
  return name;
}

/** @throws bad-input for a column without a name, a name twice, a role of a column that is not there, and too many */
export function checkColumnList(columns: readonly Column[], roles: ColumnRoles): void {
  checkColumnCount(columns.length);
  const names = new Set<string>();
  for (const { name } of columns) {
    if (name === "" || name.length > LONGEST_COLUMN)
      throw badValue("columns", `names of 1 to ${LONGEST_COLUMN} characters`, name);
    if (names.has(name)) throw badInput("columns", `Two columns are called “${name}”.`);
    names.add(name);
  }
  for (const [role, given] of Object.entries(roles))
    for (const name of [given].flat())
      if (!names.has(name)) throw badInput(role, `There is no column “${name}” for the ${role}.`);
}

/** `count` of a collection with all that it has already. @throws bad-input */
export function checkColumnCount(count: number): void {
  if (count > MOST_COLUMNS)
    throw badInput(
      "columns",
      `A collection has at most ${MOST_COLUMNS} columns, and this one would have ${count}; import a file without those that are not needed.`,
      { limit: MOST_COLUMNS, count },
    );
}

/** An id as every store keeps it: at most 500 bytes of UTF-8. */
export function isRowId(id: string): boolean {
  return id !== "" && new TextEncoder().encode(id).length <= LONGEST_ID;
}
