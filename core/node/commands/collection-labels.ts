import type { Output } from "../../api/client-types.ts";
import { badInput } from "../../errors.ts";
import {
  nameIn,
  type OpenCollections,
  oneLine,
  QUERY_NAMES,
  QUERY_OPTIONS,
  queryIn,
  STORE_OPTIONS,
  show,
  withCollections,
} from "./collection-command.ts";
import type { Command, CommandContext } from "./command.ts";
import { argumentsFrom, type OptionFields, optionNames, optionsFor } from "./endpoint-options.ts";
import { type FilterFile, readFilter } from "./filter-file.ts";
import { textTable } from "./output.ts";
import { readTextFile } from "./read-operand.ts";

/** Options of a query beside a seed of their own. */
const ROWS = QUERY_OPTIONS.filter(({ name }) => name !== "sample" && name !== "seed");
const QUEUE: OptionFields = {
  limit: { name: "queue" },
  score: { value: "NAME" },
  line: { value: "SCORE" },
  seed: {},
};

/** `semascope collection labels`. */
export const labelsCommand: Command = {
  name: "collection labels",
  summary: "Labels of a filter: gives and takes them, and says what to label next.",
  usage: "NAME [FILTER]",
  mostOperands: 2,
  optionOf: { ...QUERY_NAMES, ...optionNames(QUEUE) },
  options: [
    { name: "belongs", value: "ID", several: true, help: "a row that belongs; may be repeated" },
    { name: "not", value: "ID", several: true, help: "a row that does not" },
    { name: "clear", value: "ID", several: true, help: "a row whose label is taken away" },
    ...optionsFor("app.collectionLabelQueue", QUEUE),
    ...ROWS,
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection labels news",
    "semascope collection labels news oil --queue 20 --line 0.2",
    "semascope collection labels news oil --belongs 144 --belongs 191 --not 12",
  ],
  run: (context) =>
    withCollections(context, async (open) => {
      const name = nameIn(context, "collection labels");
      const [, filter] = context.positionals;
      const marks = marksIn(context);
      const hasQueue = context.flags.text("queue") !== undefined;
      if (filter === undefined && (marks.length > 0 || hasQueue))
        throw badInput("filter", "Name the filter after the collection.");
      if (filter === undefined || (marks.length === 0 && !hasQueue))
        return showLabels(open, name, filter);
      if (marks.length > 0) {
        const given = await open.call("app.collectionLabel", { name, filter, marks });
        if (!hasQueue) return show(context, given, () => `${given.rows} rows labelled.`);
      }
      const asked = { filter, ...argumentsFrom(context.flags, "app.collectionLabelQueue", QUEUE) };
      const query = await queryIn(open, name);
      const found = await open.call("app.collectionLabelQueue", { name, query, ...asked });
      show(context, found, () => {
        const rows = found.rows.map((row) => [row.why, ...rowCells(row, asked)]);
        return `${found.unlabelled} rows have no label for “${filter}”. Next:\n${textTable(rows)}`;
      });
    }),
};

async function showLabels(open: OpenCollections, name: string, filter: string | undefined) {
  const { labels } = await open.describe(name);
  const asked = labels.filter((label) => filter === undefined || label.filter === filter);
  show(open.context, asked, () =>
    asked.length === 0
      ? "There is no label yet."
      : textTable(
          asked.map((own) => [
            own.filter,
            own.belongs,
            "belong",
            own.not,
            "do not",
            own.authors.map(({ author, rows }) => `${rows} by “${author}”`).join(", "),
          ]),
        ),
  );
}

const AUDIT: OptionFields = {
  line: { value: "SCORE" },
  score: { value: "NAME" },
  rows: {},
  limit: { short: "n", usual: 10 },
  seed: {},
};

/** `semascope collection audit`. */
export const auditCommand: Command = {
  name: "collection audit",
  summary: "Precision and recall of a filter, from labels of a random sample.",
  usage: "NAME FILTER --line SCORE",
  mostOperands: 2,
  optionOf: { ...QUERY_NAMES, ...optionNames(AUDIT) },
  options: [...optionsFor("app.collectionAudit", AUDIT), ...ROWS, ...STORE_OPTIONS],
  examples: [
    "semascope collection classify news oil.json",
    "semascope collection audit news oil --line 0.2 --rows 50",
  ],
  run: (context) =>
    withCollections(context, async (open) => {
      const name = nameIn(context, "collection audit");
      const [, filter] = context.positionals;
      if (filter === undefined)
        throw badInput("filter", "Name the filter after the collection, and give its --line.");
      if (context.flags.text("line") === undefined)
        throw badInput("line", "Give --line, the least score of a row that counts as belonging.");
      const asked = { filter, ...argumentsFrom(context.flags, "app.collectionAudit", AUDIT) };
      const query = await queryIn(open, name);
      const audit = await open.call("app.collectionAudit", { name, query, ...asked });
      show(context, audit, () => auditText(audit, asked));
    }),
};

function auditText(audit: Output<"app.collectionAudit">, target: Target): string {
  const { over, under, precision, recall, unscored, next } = audit;
  return [
    over.audited + under.audited === 0
      ? "Nothing of the sample is labelled yet, so neither precision nor recall is known."
      : `Precision ${percent(precision)}. Recall ${percent(recall)}. Intervals of 95%.`,
    `Over the line ${over.rows} rows, ${over.audited} audited, ${over.belongs} of them belong.`,
    `Under it ${under.rows} rows, ${under.audited} audited, ${under.belongs} of them belong.`,
    ...(unscored > 0 ? [`${unscored} rows have no score yet; classify them again.`] : []),
    ...(next.length > 0
      ? ["Label next:", textTable(next.map((row) => rowCells(row, target)))]
      : ["Every row of the sample has a label."]),
  ].join("\n");
}

function marksIn({ flags }: CommandContext) {
  const marks = (option: string, belongs: boolean | null) =>
    flags.list(option).map((id) => ({ id, belongs }));
  return [...marks("belongs", true), ...marks("not", false), ...marks("clear", null)];
}

interface Target {
  readonly filter: string;
  readonly score?: unknown;
}

function rowCells(
  { id, text, scores }: Output<"app.collectionAudit">["next"][number],
  target: Target,
): string[] {
  const name = target.score ?? target.filter;
  const score = scores.find((each) => each.name === name)?.score;
  return [score?.toFixed(3) ?? "", oneLine(id, 24), oneLine(text, 90)];
}

const percent = ({ value, low, high }: { value: number; low: number; high: number }) =>
  `${(100 * value).toFixed(0)}% (${(100 * low).toFixed(0)}% to ${(100 * high).toFixed(0)}%)`;

const AS = { name: "as", value: "NAME", help: "name of the score (the filter's name)" };

/** `semascope collection classify`. */
export const classifyCommand: Command = {
  name: "collection classify",
  summary: "Scores every row by a filter, and keeps the score as a column.",
  usage: "NAME FILTER.json",
  mostOperands: 2,
  options: [AS, ...STORE_OPTIONS],
  examples: [
    "semascope filter create oil --positive oil.txt -o oil.json",
    "semascope collection classify news oil.json",
    "semascope collection search news --histogram score:oil",
  ],
  run: (context) =>
    withCollections(context, async (open) => {
      const name = nameIn(context, "collection classify");
      const [, file] = context.positionals;
      if (file === undefined)
        throw badInput("file", "Name the filter's file; semascope filter create makes one.");
      const filter = readFilter(file, await readTextFile(file));
      const { retina } = await open.describe(name);
      if (filter.checksum !== retina.checksum)
        throw badInput(
          "file",
          `The filter is for the retina “${filter.retina}”, the collection was read with “${retina.name}”.`,
        );
      requireSameReading(file, filter, retina);
      const score = context.flags.text("as") ?? filter.name;
      const { positions, threshold } = filter;
      const { rows } = await open.call("app.collectionClassify", {
        name,
        filter: score,
        positions,
      });
      const { total: over } = await open.call("app.collectionQuery", {
        name,
        query: { where: { score, from: threshold } },
        limit: 1,
      });
      show(
        context,
        { score, rows, over, threshold },
        () =>
          `${rows} rows scored as “${score}”; ${over} reach ${threshold.toFixed(3)}, the filter's line.`,
      );
    }),
};

/** @throws bad-input where a filter's texts were read otherwise than the rows: its line would mean nothing */
function requireSameReading(
  file: string,
  { reader: own }: FilterFile,
  { reader }: { readonly reader?: FilterFile["reader"] },
): void {
  if (own?.checksum === reader?.checksum) return;
  if (own !== undefined && own.name === reader?.name)
    throw badInput(
      "file",
      `${file} was made by the reader “${own.name}” as it was then, which was fitted again since; create the filter again.`,
    );
  const by = (each: FilterFile["reader"]) => (each ? `the reader “${each.name}”` : "their words");
  throw badInput(
    "file",
    `${file} was made of texts read by ${by(own)}, and the rows were read by ${by(reader)}, which find each other badly; create the filter again with its texts ${reader ? `and --reader ${reader.name}` : "and without --reader"}.`,
  );
}

const LEARN: OptionFields = { share: { value: "SHARE" } };

/** `semascope collection learn`. */
export const learnCommand: Command = {
  name: "collection learn",
  summary: "Makes a filter of the labels of a category, and scores every row by it.",
  usage: "NAME FILTER",
  mostOperands: 2,
  optionOf: optionNames(LEARN),
  options: [...optionsFor("app.collectionLearn", LEARN), AS, ...STORE_OPTIONS],
  examples: [
    "semascope collection labels news oil --belongs 144 --belongs 191 --belongs 211",
    "semascope collection learn news oil",
    "semascope collection search news --sort score:oil -n 20",
  ],
  run: (context) =>
    withCollections(context, async (open) => {
      const name = nameIn(context, "collection learn");
      const [, filter] = context.positionals;
      if (filter === undefined)
        throw badInput("filter", "Name the filter after the collection; its labels are learned.");
      const share = argumentsFrom(context.flags, "app.collectionLearn", LEARN);
      const learned = await open.call("app.collectionLearn", { name, filter, ...share });
      const { positions, ...counts } = learned;
      const score = context.flags.text("as") ?? filter;
      const { rows } = await open.call("app.collectionClassify", {
        name,
        filter: score,
        positions,
      });
      show(
        context,
        { score, rows, ...counts, cells: positions.length },
        () =>
          `${rows} rows scored as “${score}”: learned from ${counts.belong} that belong, ${counts.not} that do not and ${counts.unlabelled} without a label.`,
      );
    }),
};
