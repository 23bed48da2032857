/** For file boxes. */
export const COLLECTION_FILES =
  ".csv,.tsv,.json,.jsonl,.ndjson,.parquet,.txt,.md,.gz,.csv.gz,.tsv.gz,.jsonl.gz," +
  ".xlsx,.ods,.docx,.odt,.pdf,.rtf,.html,.htm,.eml,.zip";

/** Names may have letters, digits, spaces, `-`, `_` and `.`, up to 100 characters. */
export function nameFromFile(file: string, taken: readonly string[] = []): string {
  const base = file
    .replace(/\.gz$/i, "")
    .replace(/\.[a-z]+$/i, "")
    .replace(/[^\p{L}\p{N} ._-]+/gu, " ")
    .replace(/\s+/g, " ")
    .slice(0, 90)
    .replace(/^[ ._-]+|[ ._-]+$/g, "");
  return freeName(base === "" ? "Texts" : base, taken);
}

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
