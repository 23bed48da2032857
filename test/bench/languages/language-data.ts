import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";

/** Sentences that are translations of each other. */
export interface ParallelSentences {
  /** One of seven for each sentence. */
  readonly topics: readonly string[];
  /** By language; all lists are in the order of the topics. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

/** A paragraph of the Universal Declaration of Human Rights. */
export interface RightsParagraph {
  readonly article: string;
  readonly text: string;
}

type Row = Readonly<Record<string, string>>;

/** Undefined where the file is missing. */
export function readSentences(folder: string): ParallelSentences | undefined {
  const file = path.join(folder, "languages", "topics.tsv");
  if (!existsSync(file)) return undefined;
  const [head = "", ...lines] = readFileSync(file, "utf8").trimEnd().split(/\r?\n/);
  const rows = lines.map((line) => line.split("\t"));
  const columns = head.split("\t");
  const column = (at: number) => rows.map((row) => row[at] ?? "");
  return {
    topics: column(columns.indexOf("topic")),
    texts: new Map(columns.slice(2).map((language, i) => [language, column(i + 2)])),
  };
}

/** Paragraphs by language; none where the file is missing. */
export function readRights(folder: string): ReadonlyMap<string, readonly RightsParagraph[]> {
  const file = path.join(folder, "..", "collections", "human-rights.csv.gz");
  if (!existsSync(file)) return new Map();
  const rows = parse(gunzipSync(readFileSync(file)), { columns: true }) as Row[];
  const found = new Map<string, RightsParagraph[]>();
  for (const { language = "", article = "", text = "" } of rows)
    found.set(language, [...(found.get(language) ?? []), { article, text }]);
  return found;
}
