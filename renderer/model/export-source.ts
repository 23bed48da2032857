import type { Args, Name } from "../../core/api/client-types.ts";
import type { JsonValue } from "../../core/api/schema/json-value.ts";

/** A table as it is exported: the first row of a file, then the rest. */
export interface ExportTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Columns at the end that only programs read, such as lists of cells; a report leaves them out. */
  readonly forPrograms?: number;
  /** Rows there are, where these are only the first of them. */
  readonly total?: number;
}

/** A part of the explanation in a report. */
export interface ReportSection {
  readonly title: string;
  /** The one thing to see. */
  readonly lead?: string;
  readonly lines: readonly string[];
}

/** What the active view offers in the export menu. Everything is made when it is asked for. */
export interface ExportSource {
  /** File name without ending. */
  readonly name: string;
  readonly table?: () => ExportTable;
  readonly json?: () => JsonValue;
  /** The call that gives the same answer, for "Copy as request". */
  readonly request?: RequestSource;
  /** What the result means, in words: for the report. */
  readonly explanation?: () => readonly ReportSection[];
  /** Options in effect, written into every export. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /**
   * For a table that other tools read on: its CSV and TSV begin with the head, and this goes into a file beside them, with
   * retina, time and version.
   */
  readonly beside?: () => Readonly<Record<string, JsonValue>>;
}

export type RequestSource = { [N in Name]: { readonly name: N; readonly args: Args<N> } }[Name];

/** What a call can be copied as. */
export const REQUEST_KINDS = ["curl", "Python", "JavaScript"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
