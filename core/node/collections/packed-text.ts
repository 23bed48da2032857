import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { DuckDBBlobValue, type DuckDBValue } from "@duckdb/node-api";

/**
 * Texts as the table of rows keeps them: each packed by itself. The database packs 2,048 at a time and unpacks as many for one,
 * which was most of what the 100 texts of an answer, spread over a million rows, cost. A collection of 1.1 million rows is as
 * large either way.
 */
export const TEXT_TYPE = "BLOB";
/** Nothing more is tried on what is packed already. */
export const TEXT_COLUMN = `text ${TEXT_TYPE} USING COMPRESSION uncompressed`;

/** The fastest of those that pack well: 30 microseconds for a paragraph. */
const QUALITY = 5;
const OPTIONS = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: QUALITY,
};
/** Smaller windows cost less to set up. */
const SMALL_WINDOW = 16;
const SMALL = 1 << SMALL_WINDOW;

export function packText(text: string): DuckDBBlobValue {
  const bytes = Buffer.from(text);
  const window = bytes.length < SMALL ? { [constants.BROTLI_PARAM_LGWIN]: SMALL_WINDOW } : {};
  const params = { ...OPTIONS, ...window, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return new DuckDBBlobValue(brotliCompressSync(bytes, { params }));
}

/** Collections of formats 1 and 2 have texts as they are. */
export function unpackText(kept: DuckDBValue): string {
  return kept instanceof DuckDBBlobValue
    ? brotliDecompressSync(kept.bytes).toString()
    : String(kept);
}
