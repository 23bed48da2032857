import type { JsonValue } from "../../../../core/api/schema/json-value.ts";
import type { Look } from "../../../model/collection/look.ts";
import { chipText } from "../../../model/collection/restrictions.ts";

interface Scored {
  readonly collection: string;
  readonly retina: { readonly name: string; readonly checksum: string };
  readonly truth: string | undefined;
  readonly look: Look;
  /** By score, from where on a row belongs. */
  readonly lines: ReadonlyMap<string, number>;
}

/** What rows were scored and chosen with, for the file beside them. */
export function scoreSettings({ collection, retina, truth, look, lines }: Scored) {
  const scores = [...lines].map(([name, belongsFrom]): Readonly<Record<string, JsonValue>> => {
    const judged = look.judged?.[name];
    const meaning = look.meanings?.[name];
    return {
      name,
      belongsFrom,
      ...(judged
        ? { filter: { version: judged.version, cells: judged.cells } }
        : { filter: "learned from labels" }),
      ...(meaning === undefined ? {} : { means: meaning }),
    };
  });
  return {
    collection,
    retina: retina.name,
    checksum: retina.checksum,
    restrictions: look.restrictions.map(chipText),
    ...(truth === undefined ? {} : { truth }),
    scores,
    columns: {
      decision: "names of the scores that the row belongs to; none; empty without a known word",
      "score NAME": "cosine of the text and the filter, 0 to 1; it belongs from belongsFrom on",
    },
  };
}
