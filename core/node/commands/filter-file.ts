import { badInput } from "../../errors.ts";

/** A filter in a file. Positions mean nothing in another retina, so its checksum is kept with them. */
export interface FilterFile {
  readonly format: "semascope-filter";
  readonly version: 1;
  readonly name: string;
  readonly retina: string;
  readonly checksum: string;
  readonly threshold: number;
  readonly positions: readonly number[];
  /** Language that the examples were read in, as the call has it. */
  readonly language?: string;
  /** What has read the examples; absent for their words. */
  readonly reader?: { readonly name: string; readonly checksum: string };
  readonly positive: readonly string[];
  readonly negative: readonly string[];
}

/** @throws bad-input unless it is a filter of this version */
export function readFilter(file: string, text: string): FilterFile {
  try {
    const value = JSON.parse(text) as Partial<FilterFile> | null;
    if (
      value?.format === "semascope-filter" &&
      value.version === 1 &&
      typeof value.name === "string" &&
      typeof value.threshold === "number" &&
      Array.isArray(value.positions)
    )
      return value as FilterFile;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw badInput(
    "filter",
    `${file} is no filter of this version; semascope filter create makes one.`,
  );
}
