import { NEVER_CANCELLED } from "../../../cancellation.ts";
import { LabelAnalyses } from "../../../collection/analyses/labels.ts";
import type { OnProgress } from "../../../collection/analyses/near-copies.ts";
import type { FoundRow, LabelMark } from "../../../collection/port/store.ts";
import { badInput } from "../../../errors.ts";
import type { Command, CommandContext, OptionHelp } from "../command.ts";
import { textTable } from "../table.ts";
import {
  nameIn,
  oneLine,
  progressTeller,
  QUERY_OPTIONS,
  queryIn,
  STORE_OPTIONS,
  withDesk,
} from "./desk.ts";

const SEED = QUERY_OPTIONS.filter(({ name }) => name !== "sample");
const LINE_OPTIONS: readonly OptionHelp[] = [
  { name: "score", value: "NAME", help: "the saved score (that of the filter's name)" },
  { name: "line", value: "SCORE", help: "least score of a row that counts as belonging" },
];

/** `semascope collection labels`. */
export const labelsCommand: Command = {
  name: "collection labels",
  summary: "Labels of a filter: gives and takes them, and says what to label next.",
  usage: "NAME [FILTER]",
  mostOperands: 2,
  options: [
    { name: "belongs", value: "ID", several: true, help: "a row that belongs; may be repeated" },
    { name: "not", value: "ID", several: true, help: "a row that does not" },
    { name: "clear", value: "ID", several: true, help: "a row whose label is taken away" },
    { name: "queue", value: "N", help: "list so many rows that are worth a label" },
    ...LINE_OPTIONS,
    ...SEED,
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection labels news",
    "semascope collection labels news oil --queue 20 --line 0.2",
    "semascope collection labels news oil --belongs 144 --belongs 191 --not 12",
  ],
  run: (context) =>
    withDesk(context, async (open) => {
      const name = nameIn(context, "labels");
      const { flags, positionals } = context;
      const [, filter] = positionals;
      const marks = marksIn(context);
      const limit = flags.number("queue");
      if (filter === undefined && (marks.length > 0 || limit !== undefined))
        throw badInput("filter", "Name the filter after the collection.");
      if (filter === undefined || (marks.length === 0 && limit === undefined)) {
        const { labels } = await open.desk.store.open(name).describe();
        const asked = labels.filter((label) => filter === undefined || label.filter === filter);
        return show(context, asked, () =>
          asked.length === 0
            ? "There is no label yet."
            : textTable(asked.map((own) => [own.filter, own.belongs, "belong", own.not, "do not"])),
        );
      }
      if (marks.length > 0) {
        const rows = await open.desk.store.open(name).label(filter, marks);
        if (limit === undefined) return show(context, { rows }, () => `${rows} rows labelled.`);
      }
      const query = await queryIn(context, open, await open.desk.store.open(name).describe());
      const found = await new LabelAnalyses(open.desk).queue(
        name,
        query,
        targetIn(context, filter),
        {
          limit: wholeIn(context, "queue", 20, 200),
          seed: flags.number("seed") ?? 1,
        },
      );
      show(context, found, () =>
        [
          `${found.unlabelled} rows have no label for “${filter}”. Next:`,
          textTable(
            found.rows.map((row) => [row.why, ...rowCells(row, targetIn(context, filter))]),
          ),
        ].join("\n"),
      );
    }),
};

/** `semascope collection audit`. */
export const auditCommand: Command = {
  name: "collection audit",
  summary: "Precision and recall of a filter, from labels of a random sample.",
  usage: "NAME FILTER --line SCORE",
  mostOperands: 2,
  options: [
    ...LINE_OPTIONS,
    { name: "rows", value: "N", help: "rows of the sample on either side of the line (100)" },
    { name: "limit", short: "n", value: "N", help: "rows to list that want a label (10)" },
    ...SEED,
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection classify news oil.json",
    "semascope collection audit news oil --line 0.2 --rows 50",
  ],
  run: (context) =>
    withDesk(context, async (open) => {
      const name = nameIn(context, "audit");
      const [, filter] = context.positionals;
      if (filter === undefined)
        throw badInput("filter", "Name the filter after the collection, and give its --line.");
      const target = targetIn(context, filter);
      const { line } = target;
      if (line === undefined)
        throw badInput("line", "Give --line, the least score of a row that counts as belonging.");
      const query = await queryIn(context, open, await open.desk.store.open(name).describe());
      const audit = await new LabelAnalyses(open.desk).audit(
        name,
        query,
        { ...target, line },
        {
          rows: wholeIn(context, "rows", 100, 1000),
          seed: context.flags.number("seed") ?? 1,
          limit: wholeIn(context, "limit", 10, 1000),
        },
      );
      const { over, under, precision, recall } = audit;
      show(context, audit, () =>
        [
          over.audited + under.audited === 0
            ? "Nothing of the sample is labelled yet, so neither precision nor recall is known."
            : `Precision ${percent(precision)}. Recall ${percent(recall)}. Intervals of 95%.`,
          `Over the line ${over.rows} rows, ${over.audited} audited, ${over.belongs} of them belong.`,
          `Under it ${under.rows} rows, ${under.audited} audited, ${under.belongs} of them belong.`,
          ...(audit.unscored > 0
            ? [`${audit.unscored} rows have no score yet; classify them again.`]
            : []),
          ...(audit.next.length > 0
            ? ["Label next:", textTable(audit.next.map((row) => rowCells(row, target)))]
            : ["Every row of the sample has a label."]),
        ].join("\n"),
      );
    }),
};

/** `semascope collection near-copies`. */
export const nearCopiesCommand: Command = {
  name: "collection near-copies",
  summary: "Groups of rows that say nearly the same, the largest first.",
  usage: "NAME",
  mostOperands: 1,
  options: [
    ...QUERY_OPTIONS,
    { name: "limit", short: "n", value: "N", help: "groups to list (20)" },
    ...STORE_OPTIONS,
  ],
  examples: [
    "semascope collection near-copies news",
    "semascope collection near-copies news --where topics=crude -n 50 --json",
  ],
  run: (context) =>
    withDesk(context, async (open) => {
      const name = nameIn(context, "near-copies");
      const info = await open.desk.store.open(name).describe();
      const query = await queryIn(context, open, info);
      const limit = wholeIn(context, "limit", 20, 10_000);
      const progress = progressTeller(context.terminal);
      const onProgress: OnProgress = (doing, rows) =>
        progress(() => `${doing}: ${rows} of at most ${info.rows} rows`);
      const found = await open.desk.nearCopies(name, query, limit, NEVER_CANCELLED, onProgress);
      show(context, found, () =>
        [
          `${found.groups} groups of ${found.rows} rows.`,
          textTable(
            found.listed.map(({ ids, text }) => [
              ids.length,
              oneLine(ids.join(" "), 40),
              oneLine(text, 90),
            ]),
          ),
        ].join("\n"),
      );
    }),
};

function marksIn({ flags }: CommandContext): LabelMark[] {
  const marks = (option: string, belongs: boolean | null) =>
    flags.list(option).map((id) => ({ id, belongs }));
  return [...marks("belongs", true), ...marks("not", false), ...marks("clear", null)];
}

const targetIn = ({ flags }: CommandContext, filter: string) => ({
  filter,
  score: flags.text("score"),
  line: flags.number("line"),
});

/** @throws bad-input */
function wholeIn({ flags }: CommandContext, name: string, usual: number, most: number): number {
  const value = flags.number(name) ?? usual;
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw badInput(name, `--${name} takes a whole number from 1 to ${most}, not ${value}.`);
  return value;
}

function rowCells({ id, text, scores }: FoundRow, target: ReturnType<typeof targetIn>): string[] {
  const name = target.score ?? target.filter;
  const score = scores.find((each) => each.name === name)?.score;
  return [score?.toFixed(3) ?? "", oneLine(id, 24), oneLine(text, 90)];
}

const percent = ({ value, low, high }: { value: number; low: number; high: number }) =>
  `${(100 * value).toFixed(0)}% (${(100 * low).toFixed(0)}% to ${(100 * high).toFixed(0)}%)`;

function show({ terminal, flags }: CommandContext, value: object, tell: () => string): void {
  terminal.print(flags.isOn("json") ? JSON.stringify(value) : tell());
}
