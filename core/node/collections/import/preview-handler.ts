import type { Handler, Output } from "../../../api/client-types.ts";
import type { ColumnType } from "../../../api/schema/collection-types.ts";
import { checkColumnCount } from "../../../collection/port/check-head.ts";
import {
  type ColumnPlan,
  type SourceRecord,
  writtenIn,
} from "../../../collection/table/propose-columns.ts";
import { plainText, readValue, type Written } from "../../../collection/table/read-value.ts";
import type { GivenFiles } from "./given-files.ts";
import { doStop, misfitsIn, previewSource, type SourcePreview } from "./import-source.ts";
import { choicesIn } from "./import-types.ts";
import type { DetectLanguage } from "./row-languages.ts";

/** Records that a preview shows. */
const PREVIEWED = 10;
/** Characters of a cell, and records that are not as they should be, that it shows. */
const LONGEST = 2000;
const MOST_LISTED = 20;
/** Values of a column that are shown, and their characters. */
const EXAMPLES = 3;
const LONGEST_EXAMPLE = 60;

const beginning = (raw: unknown) => plainText(raw).slice(0, LONGEST);

/** What the columns of files would become. */
export const previewHandler =
  (files: Pick<GivenFiles, "resolve">, detect: DetectLanguage): Handler<"app.collectionPreview"> =>
  async ({ paths, sheet, ...fields }, signal) => {
    const real = await files.resolve(paths);
    const { chosen, reading } = choicesIn(fields);
    const options = { ...reading, sheet, signal };
    const preview = await previewSource(real, chosen, detect, options);
    const { plan, records, languages, oddities, sheets } = preview;
    // Nobody should choose among columns that the import would refuse.
    checkColumnCount(plan.columns.length);
    return {
      plan: structuredClone(plan) as Output<"app.collectionPreview">["plan"],
      table: tableIn(preview),
      records: records.length,
      sheets: [...(sheets?.sheets ?? [])],
      sheet: sheets?.sheet ?? null,
      languages,
      found: foundIn(records, plan),
      rows: records
        .slice(0, PREVIEWED)
        .map((record) => [...record].map(([name, raw]) => ({ name, value: beginning(raw) }))),
      oddities: oddities.slice(0, MOST_LISTED),
      odd: oddities.length,
    };
  };

/** How the first file is read. */
function tableIn({
  facts,
  mojibake,
  missing,
}: SourcePreview): Output<"app.collectionPreview">["table"] {
  if (facts === undefined) return null;
  const { encoding = null, shape, total, notes } = facts;
  const { delimiter = null, quote = null, header = null, headerRows = null } = shape ?? {};
  const misfits = misfitsIn(facts);
  // A sheet of a workbook has neither encoding nor signs between its cells.
  const signs = encoding === null ? { delimiter: null, quote: null } : { delimiter, quote };
  const written = { encoding, ...signs, header, headerRows };
  return {
    ...written,
    rows: total,
    misfits,
    stops: doStop(facts),
    mojibake,
    missing,
    notes: [...notes],
  };
}

type Found = Output<"app.collectionPreview">["found"][number];

/** Each field with some of its values, and what would not fit its kind. */
function foundIn(records: readonly SourceRecord[], plan: ColumnPlan): Found[] {
  const names = [...new Set(records.flatMap((record) => [...record.keys()]))];
  const types = new Map(plan.columns.map(({ name, type }) => [name, type]));
  const written = writtenIn(plan);
  return names.map((name) => {
    const raws = records
      .map((record) => record.get(name))
      .filter((raw) => plainText(raw).trim() !== "");
    const values = new Set(raws.map(plainText));
    const unfit = unfitIn(raws, types.get(name), written.get(name));
    return {
      name,
      filled: raws.length,
      different: values.size,
      values: [...values].slice(0, EXAMPLES).map((text) => text.slice(0, LONGEST_EXAMPLE)),
      unfit: unfit.length,
      unfitValue: unfit.length === 0 ? null : plainText(unfit[0]).slice(0, LONGEST_EXAMPLE),
    };
  });
}

const unfitIn = (
  raws: readonly unknown[],
  type: ColumnType | undefined,
  written: Written | undefined,
): unknown[] =>
  type === undefined ? [] : raws.filter((raw) => readValue(raw, type, written) === undefined);
