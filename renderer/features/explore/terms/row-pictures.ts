import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import { call } from "../../../api/client.ts";
import type { RowPictures } from "../../../model/export-source.ts";
import { makeFingerprint, type RetinaStamp } from "../../../model/fingerprint.ts";

/** A row of a table that stands for an expression. */
export interface PicturedRow {
  readonly label: string;
  readonly source: ExpressionJson;
}

/** Rows as what pictures are made of; their cells are asked for in one call when they are wanted. */
export function rowPictures(
  noun: string,
  rows: readonly PicturedRow[],
  { name, checksum = "" }: { readonly name: string; readonly checksum?: string },
): RowPictures {
  const retina: RetinaStamp = { name, checksum };
  return {
    noun,
    count: rows.length,
    key: `${checksum} ${noun} ${JSON.stringify(rows)}`,
    async load(signal) {
      const body = rows.map(({ source }) => source);
      const made = await call("expressions.evaluateBulk", { retina_name: name, body }, signal);
      return rows.map(({ label, source }, index) =>
        makeFingerprint({ label, source, positions: made[index]?.positions ?? [], retina }),
      );
    },
  };
}

/** Rows that are terms. */
export const termPictures = (
  terms: readonly string[],
  retina: { readonly name: string; readonly checksum?: string },
): RowPictures =>
  rowPictures(
    "term",
    terms.map((term) => ({ label: term, source: { term } })),
    retina,
  );
