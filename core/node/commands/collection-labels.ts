import type { Output } from "../../api/client-types.ts";
import { badInput } from "../../errors.ts";
import { collectionCommand, type OpenCollections, oneLine, ROWS } from "./collection-command.ts";
import { type FilterFile, readFilter } from "./filter-file.ts";
import { textTable } from "./output.ts";
import { readTextFile } from "./read-operand.ts";

/** The operand after the collection. @throws bad-input without it */
function second({ operands: [, value] }: OpenCollections, field: string, message: string): string {
  if (value === undefined) throw badInput(field, message);
  return value;
}

export const labelsCommand = collectionCommand({
  name: "labels",
  summary: "Labels of a filter: adds and removes them, and lists the rows to label next.",
  usage: "NAME [FILTER]",
  operands: 2,
  of: ["app.collectionLabelQueue"],
  options: `
    --belongs ID...  a row that matches; may be repeated
    --not ID...      a row that does not
    --clear ID...    a row whose label is removed
    --queue N        = limit
    --score NAME     = score
    --line SCORE     = line
    --seed N         = seed
    ${ROWS}`,
  examples: `
    semascope collection labels news
    semascope collection labels news oil --queue 20 --line 0.2
    semascope collection labels news oil --belongs 144 --belongs 191 --not 12`,
  async run(open) {
    const { flags, operands, show } = open;
    const [, filter] = operands;
    const marksOf = (option: string, belongs: boolean | null) =>
      flags.list(option).map((id) => ({ id, belongs }));
    const marks = [
      ...marksOf("belongs", true),
      ...marksOf("not", false),
      ...marksOf("clear", null),
    ];
    const hasQueue = flags.isOn("queue");
    if (marks.length === 0 && !hasQueue) return showLabels(open, filter);
    second(open, "filter", "Name the filter after the collection.");
    if (marks.length > 0) {
      const given = await open.ask("app.collectionLabel", { filter, marks });
      if (!hasQueue) return show(given, () => `${given.rows} rows labelled.`);
    }
    const found = await open.ask("app.collectionLabelQueue", { filter });
    const rows = found.rows.map((row) => [row.why, ...rowCells(open, row)]);
    show(
      found,
      () => `${found.unlabelled} rows have no label for “${filter}”. Next:\n${textTable(rows)}`,
    );
  },
});

async function showLabels({ info, show }: OpenCollections, filter: string | undefined) {
  const { labels } = await info();
  const listed = labels.filter((label) => filter === undefined || label.filter === filter);
  const rows = listed.map((own) => [
    ...[own.filter, own.belongs, "belong", own.not, "do not"],
    own.authors.map(({ author, rows }) => `${rows} by “${author}”`).join(", "),
  ]);
  show(listed, () => textTable(rows) || "There is no label yet.");
}

export const auditCommand = collectionCommand({
  name: "audit",
  summary: "Precision and recall of a filter, from labels of a random sample.",
  usage: "NAME FILTER --line SCORE",
  operands: 2,
  of: ["app.collectionAudit"],
  options: `
    --line SCORE   = line
    --score NAME   = score
    --rows N       = rows
    -n, --limit N  = limit (10)
    --seed N       = seed
    ${ROWS}`,
  examples: `
    semascope collection classify news oil.json
    semascope collection audit news oil --line 0.2 --rows 50`,
  async run(open) {
    const missing = "Name the filter after the collection, and give its --line.";
    const filter = second(open, "filter", missing);
    if (!open.flags.isOn("line"))
      throw badInput("line", "Give --line, the threshold from which a row matches.");
    const audit = await open.ask("app.collectionAudit", { filter });
    const { over, under, precision, recall, unscored, next } = audit;
    open.show(audit, () =>
      [
        over.audited + under.audited === 0
          ? "No row of the sample is labelled yet, so neither precision nor recall is known."
          : `Precision ${percent(precision)}. Recall ${percent(recall)}. Intervals of 95%.`,
        `Above the threshold ${over.rows} rows, ${over.audited} audited, ${over.belongs} of them match.`,
        `Below it ${under.rows} rows, ${under.audited} audited, ${under.belongs} of them match.`,
        ...(unscored > 0 ? [`${unscored} rows have no score yet; classify them again.`] : []),
        ...(next.length > 0
          ? ["Label next:", textTable(next.map((row) => rowCells(open, row)))]
          : ["Every row of the sample has a label."]),
      ].join("\n"),
    );
  },
});

function rowCells(
  { flags, operands }: OpenCollections,
  { id, text, scores }: Output<"app.collectionAudit">["next"][number],
): string[] {
  const name = flags.text("score") ?? operands[1];
  const score = scores.find((each) => each.name === name)?.score;
  return [score?.toFixed(3) ?? "", oneLine(id, 24), oneLine(text, 90)];
}

const percent = ({ value, low, high }: { value: number; low: number; high: number }) =>
  `${(100 * value).toFixed(0)}% (${(100 * low).toFixed(0)}% to ${(100 * high).toFixed(0)}%)`;

const AS = "--as NAME  name of the score (the filter's name)";

export const classifyCommand = collectionCommand({
  name: "classify",
  summary: "Scores every row by a filter, and stores the score as a column.",
  usage: "NAME FILTER.json",
  operands: 2,
  options: AS,
  examples: `
    semascope filter create oil --positive oil.txt -o oil.json
    semascope collection classify news oil.json
    semascope collection search news --histogram score:oil`,
  async run(open) {
    const file = second(open, "file", "Name the filter's file; semascope filter create makes one.");
    const filter = readFilter(file, await readTextFile(file));
    const { retina } = await open.info();
    if (filter.checksum !== retina.checksum)
      throw badInput(
        "file",
        `The filter is for the retina “${filter.retina}”, the collection was read with “${retina.name}”.`,
      );
    requireSameReading(file, filter, retina);
    const score = open.flags.text("as") ?? filter.name;
    const { positions, threshold } = filter;
    const { rows } = await open.ask("app.collectionClassify", { filter: score, positions });
    const query = { where: { score, from: threshold } };
    const { total: over } = await open.ask("app.collectionQuery", { query, limit: 1 });
    open.show(
      { score, rows, over, threshold },
      () =>
        `${rows} rows scored as “${score}”; ${over} reach the filter's threshold, ${threshold.toFixed(3)}.`,
    );
  },
});

/** @throws bad-input where a filter's texts were read otherwise than the rows: its threshold would mean nothing */
function requireSameReading(
  file: string,
  { reader: own }: FilterFile,
  { reader }: { readonly reader?: FilterFile["reader"] },
): void {
  if (own?.checksum === reader?.checksum) return;
  if (own !== undefined && own.name === reader?.name)
    throw badInput(
      "file",
      `${file} was made by the reader “${own.name}”, which was fitted again since; create the filter again.`,
    );
  const by = (each: FilterFile["reader"]) => (each ? `the reader “${each.name}”` : "their words");
  throw badInput(
    "file",
    `${file} was made of texts read by ${by(own)}, and the rows were read by ${by(reader)}, which are not comparable; create the filter again with its texts ${reader ? `and --reader ${reader.name}` : "and without --reader"}.`,
  );
}

export const learnCommand = collectionCommand({
  name: "learn",
  summary: "Makes a filter of the labels of a category, and scores every row by it.",
  usage: "NAME FILTER",
  operands: 2,
  of: ["app.collectionLearn"],
  options: `--share SHARE  = share\n${AS}`,
  examples: `
    semascope collection labels news oil --belongs 144 --belongs 191 --belongs 211
    semascope collection learn news oil
    semascope collection search news --sort score:oil -n 20`,
  async run(open) {
    const missing = "Name the filter after the collection; its labels are learned.";
    const filter = second(open, "filter", missing);
    const learned = await open.ask("app.collectionLearn", { filter });
    const { positions, threshold, ...counts } = learned;
    const score = open.flags.text("as") ?? filter;
    const { rows } = await open.ask("app.collectionClassify", { filter: score, positions });
    const where = { score, from: threshold.suggested };
    const { total: over } = await open.ask("app.collectionQuery", { query: { where }, limit: 1 });
    const { belong, not, unlabelled } = counts;
    open.show(
      { score, rows, over, threshold: threshold.suggested, ...counts, cells: positions.length },
      () =>
        `${rows} rows scored as “${score}”: learned from ${belong} that match, ${not} that do not and ${unlabelled} without a label. ${over} reach the threshold, ${threshold.suggested.toFixed(3)}.`,
    );
  },
});
