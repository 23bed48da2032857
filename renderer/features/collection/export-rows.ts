import type { CollectionQuery } from "../../../core/api/schema/collection-types.ts";
import { call } from "../../api/client.ts";

export type RowsFormat = "csv" | "jsonl" | "parquet";

/** Rows with all columns, labels, scores and what the scores decide, as the bytes of a file. @throws ApiError */
export async function exportRows(
  name: string,
  query: CollectionQuery,
  format: RowsFormat,
  lines: readonly { readonly score: string; readonly from: number }[],
): Promise<{ readonly file: string; readonly data: BlobPart; readonly type: string }> {
  const { data, mediaType } = await call("app.collectionExport", {
    name,
    query,
    format,
    lines: [...lines],
  });
  return { file: `${name}.${format}`, data: data as BlobPart, type: mediaType };
}
