import type { CollectionQuery } from "../../../core/api/collection-types.ts";
import { call } from "../../api/client.ts";

export type RowsFormat = "csv" | "jsonl" | "parquet";

/** Rows with all columns, labels and scores, as the bytes of a file. @throws ApiError */
export async function exportRows(
  name: string,
  query: CollectionQuery,
  format: RowsFormat,
): Promise<{ readonly file: string; readonly data: BlobPart; readonly type: string }> {
  const { data, mediaType } = await call("app.collectionExport", { name, query, format });
  return { file: `${name}.${format}`, data: data as BlobPart, type: mediaType };
}
