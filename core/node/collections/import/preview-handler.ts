import type { Handler, Output } from "../../../api/client-types.ts";
import { checkColumnCount } from "../../../collection/check-head.ts";
import { plainText } from "../../../collection/read-value.ts";
import type { GivenFiles } from "./given-files.ts";
import { previewSource } from "./prepare-import.ts";

/** Records that a preview shows. */
const PREVIEWED = 10;

/** What the columns of files would become. */
export const previewHandler =
  (files: GivenFiles): Handler<"app.collectionPreview"> =>
  async ({ paths, ...wishes }) => {
    const real = await files.resolve(paths);
    const { plan, records } = await previewSource(real, wishes);
    // Nobody should choose among columns that the import would refuse.
    checkColumnCount(plan.columns.length);
    return {
      plan: structuredClone(plan) as Output<"app.collectionPreview">["plan"],
      rows: records
        .slice(0, PREVIEWED)
        .map((record) => [...record].map(([name, raw]) => ({ name, value: plainText(raw) }))),
    };
  };
