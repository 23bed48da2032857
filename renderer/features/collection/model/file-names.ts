import { nameFromFile } from "../../../../core/collection/port/check-head.ts";

/** For file boxes. */
export const COLLECTION_FILES =
  ".csv,.tsv,.json,.jsonl,.ndjson,.parquet,.txt,.md,.gz,.csv.gz,.tsv.gz,.jsonl.gz," +
  ".xlsx,.ods,.docx,.odt,.pdf,.rtf,.html,.htm,.eml,.zip";

/** A name for the texts of a file that no collection has. */
export const freeNameFor = (file: string, taken: readonly string[] = []): string =>
  freeName(nameFromFile(file), taken);

/** Texts that were pasted, as a file like any other. */
export const pastedFile = (texts: readonly string[]): File =>
  new File(
    texts.map((text) => `${JSON.stringify({ text })}\n`),
    "Pasted texts.jsonl",
    { type: "application/x-ndjson" },
  );

function freeName(base: string, taken: readonly string[]): string {
  if (!taken.includes(base)) return base;
  for (let number = 2; ; number++)
    if (!taken.includes(`${base} ${number}`)) return `${base} ${number}`;
}
