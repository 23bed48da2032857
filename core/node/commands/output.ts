import { stat } from "node:fs/promises";
import path from "node:path";
import { writeFile } from "atomically";
import { badInput } from "../../errors.ts";
import { codeOf, reasonOf } from "../config/system-error.ts";

/** Rows as text in columns; numbers are aligned to the right. */
export function textTable(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => String(row[column] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          typeof cell === "number"
            ? String(cell).padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Writes a file the user asked for, whole or not at all. @throws bad-input with a sentence when it cannot be */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  try {
    // A folder that is not there is a typing error more often than a wish.
    await stat(path.dirname(path.resolve(file)));
    await writeFile(file, typeof content === "string" ? content : Buffer.from(content));
  } catch (cause) {
    if (codeOf(cause) === "") throw cause;
    const [what, reason] =
      codeOf(cause) === "ENOENT"
        ? [path.dirname(file), "there is no such folder"]
        : [file, reasonOf(cause)];
    throw badInput("output", `${what} cannot be written to: ${reason}.`, { file });
  }
}
