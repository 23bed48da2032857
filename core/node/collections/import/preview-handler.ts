import type { Handler, Output } from "../../../api/client-types.ts";
import { checkColumnCount } from "../../../collection/port/check-head.ts";
import { plainText } from "../../../collection/table/read-value.ts";
import type { GivenFiles } from "./given-files.ts";
import { previewSource } from "./import-source.ts";

/** Records that a preview shows. */
const PREVIEWED = 10;
/** Characters of a cell, and records that are not as they should be, that it shows. */
const LONGEST = 2000;
const MOST_LISTED = 20;

const beginning = (raw: unknown) => plainText(raw).slice(0, LONGEST);

/** What the columns of files would become. */
export const previewHandler =
  (files: GivenFiles): Handler<"app.collectionPreview"> =>
  async ({ paths, ...wishes }, signal) => {
    const real = await files.resolve(paths);
    const { plan, records, oddities } = await previewSource(real, wishes, { signal });
    // Nobody should choose among columns that the import would refuse.
    checkColumnCount(plan.columns.length);
    return {
      plan: structuredClone(plan) as Output<"app.collectionPreview">["plan"],
      rows: records
        .slice(0, PREVIEWED)
        .map((record) => [...record].map(([name, raw]) => ({ name, value: beginning(raw) }))),
      oddities: oddities.slice(0, MOST_LISTED),
      odd: oddities.length,
    };
  };
