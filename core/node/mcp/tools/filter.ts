import { Type } from "#typebox";
import type { Output } from "../../../api/client-types.ts";
import { nullable } from "../../../api/schema/replies.ts";
import { ApiError, badInput } from "../../../errors.ts";
import { expectedAt } from "../../../workspace/filters/scored.ts";
import { atMost, collectionUsed, only, optional, retinaUsed } from "../fields.ts";
import { ownFilter } from "../own-filters.ts";
import { listedRow, listRow, rowLine } from "../rows.ts";
import { defineTool, type Question } from "../tool.ts";
import { COLLECTION, collectionOf, type ReadyCollection, usedQuery } from "../which-rows.ts";
import { fitting, missing, rounded } from "../words.ts";
import { percent } from "./explore.ts";

const texts = (description: string) =>
  Type.Array(Type.String({ minLength: 1 }), { maxItems: 200, description });
const ids = (description: string) => Type.Array(Type.String(), { maxItems: 200, description });

const BACKGROUND = 500;
const LINES = 10;
const LINE = 160;

export const filter = defineTool({
  name: "filter",
  fields: { "": "texts" },
  title: "A category by example",
  description:
    "A category filter: one that the person has, by its name, or one made of a collection's rows or of texts that belong and that do not. Says how good it will be (predicted F1 as a range), and scores the rows. Nothing is saved.",
  input: {
    collection: COLLECTION,
    category: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        "What it is called. Without examples it is the name of a filter of the person, as describe lists it.",
    }),
    belong: optional(ids("Ids of rows that belong.")),
    not: optional(ids("Ids of rows that do not belong.")),
    texts: optional(texts("Further texts that belong.")),
    notTexts: optional(texts("Further texts that do not belong.")),
    share: optional(
      Type.Number({ minimum: 0, maximum: 1, description: "Share of rows that belong, if known." }),
    ),
    limit: atMost(10, 50, "Rows over the line to list"),
    offset: optional(Type.Integer({ minimum: 0, description: "Rows to leave out (0)." })),
  },
  output: {
    collection: collectionUsed,
    retina: retinaUsed,
    category: Type.String({ description: "What the filter is called." }),
    own: nullable(
      only({
        version: Type.Integer({ description: "Its saved version." }),
        use: Type.String({ description: "What it is meant for; empty where nobody said." }),
      }),
      { description: "The person's filter; null for one made of examples." },
    ),
    examples: only(
      {
        belong: Type.Integer({ description: "Texts that belong." }),
        not: Type.Integer({ description: "Texts that do not belong." }),
        warnings: Type.Array(Type.String(), { description: "Examples to look at again." }),
      },
      "What it was made of.",
    ),
    positions: Type.Array(Type.Integer(), {
      description: "The filter's cells; like takes them as [..].",
    }),
    threshold: Type.Number({ description: "Closeness from which a row counts as belonging." }),
    predicted: nullable(
      only({
        f1: Type.Number({ description: "Predicted F1." }),
        low: Type.Number({
          description: "The real F1 lies between low and high nine times in ten.",
        }),
        high: Type.Number({ description: "See low." }),
        precision: Type.Number({ description: "Predicted share of accepted rows that belong." }),
        recall: Type.Number({ description: "Predicted share of belonging rows accepted." }),
        share: Type.Number({ description: "Of rows that belong, for which the figures hold." }),
        background: Type.Integer({ description: "Rows without a label that it was measured on." }),
      }),
      { description: "How good it will be; null where too few examples tell." },
    ),
    query: usedQuery,
    over: Type.Integer({ minimum: 0, description: "Rows of the collection at or over the line." }),
    of: Type.Integer({ minimum: 0, description: "Rows of the collection." }),
    rows: Type.Array(listedRow, { description: "The surest first." }),
  },
  async run(given, question) {
    const { collection: name, limit = 10, offset = 0 } = given;
    const info = await collectionOf(question, name);
    const hasExamples = [given.belong, given.not, given.texts, given.notTexts].some(
      (each) => (each?.length ?? 0) > 0,
    );
    const made = hasExamples
      ? await fromExamples(question, info, given)
      : await fromWorkspace(question, info, given);
    const { title, category, own, examples, report, threshold } = made;
    const query = { like: { positions: report.positions }, least: Math.max(0, threshold) };
    const found = await question.ask(
      "app.collectionQuery",
      { name, query, limit, offset },
      "scoring the rows",
    );
    const rows = fitting(
      found.rows.map((row) => listRow(row, found.columns, 200)),
      6000,
    );
    const next = offset + rows.length;
    const rest = missing(
      Math.min(next, found.total),
      found.total,
      "rows over the line",
      `ask again with offset ${next}`,
    );
    const predicted = predictionOf(report, threshold);
    return {
      text: [
        `${title} of ${examples.belong} texts that belong and ${examples.not} that do not: ${report.positions.length} cells, line at ${threshold.toFixed(3)}.`,
        predicted === null
          ? "How good it is cannot be predicted from so few examples."
          : `Predicted F1 ${predicted.f1} (${predicted.low} to ${predicted.high}), precision ${predicted.precision}, recall ${predicted.recall}, if ${percent(predicted.share)} of the rows belong.`,
        ...examples.warnings.map((warning) => `Warning: ${warning}.`),
        `${found.total} of ${info.rows} rows reach the line.`,
        ...rows.slice(0, LINES).map((row) => rowLine(row, LINE)),
      ],
      data: {
        collection: name,
        retina: info.retina,
        category,
        own,
        examples,
        positions: report.positions,
        threshold,
        predicted,
        query: { like: "[positions]", least: query.least },
        over: found.total,
        of: info.rows,
        rows,
      },
      leftOut: rest,
    };
  },
});

interface Wanted {
  readonly category: string;
  readonly belong?: string[];
  readonly not?: string[];
  readonly texts?: string[];
  readonly notTexts?: string[];
  readonly share?: number;
}

/** A background with fewer texts is refused. */
const FEWEST = 20;

async function fromExamples(
  question: Question,
  { name, retina }: ReadyCollection,
  { category, belong, not, texts = [], notTexts = [], share }: Wanted,
) {
  const positive = [...(await textsOf(question, name, "belong", belong)), ...texts];
  const negative = [...(await textsOf(question, name, "not", not)), ...notTexts];
  if (positive.length === 0) throw badInput("belong", GIVE);
  const query = { sample: { rows: BACKGROUND, seed: 1 } };
  const asked = { name, query, limit: BACKGROUND };
  const background = await question.ask("app.collectionQuery", asked, "taking rows by chance");
  const seen = background.rows.map(({ text }) => text).filter((text) => text.trim() !== "");
  const report = await question.ask(
    "app.filterReport",
    {
      retina_name: retina.name,
      ...(retina.reader && {
        reader: retina.reader.name,
        reader_checksum: retina.reader.checksum,
      }),
      name: category,
      positive,
      negative,
      ...(seen.length >= FEWEST ? { background: seen } : {}),
      ...(share === undefined ? {} : { share }),
    },
    "making the filter",
  );
  const warnings = warningsOf(report);
  return {
    title: `Filter “${category}”`,
    category,
    own: null,
    examples: { belong: positive.length, not: negative.length, warnings },
    report,
    threshold: report.threshold.suggested,
  };
}

async function fromWorkspace(
  question: Question,
  { retina }: ReadyCollection,
  { category: wanted, share }: Wanted,
) {
  const found = await ownFilter(question, { name: wanted, retina, share }).catch((cause) => {
    if (!(cause instanceof ApiError) || cause.code !== "not-found") throw cause;
    throw badInput("category", `${cause.message} ${GIVE}`);
  });
  const { filter, report, threshold, belong, not } = found;
  const { name: category, version, use = "" } = filter;
  return {
    title: `The person's filter “${category}”, version ${version},`,
    category,
    own: { version, use },
    examples: { belong, not, warnings: warningsOf(report) },
    report,
    threshold,
  };
}

const GIVE = "Give at least one row (belong) or text (texts) that belongs.";

/** Texts of rows. @throws bad-input for an id that there is no row of */
async function textsOf(
  question: Question,
  name: string,
  field: string,
  wanted: readonly string[] = [],
): Promise<string[]> {
  if (wanted.length === 0) return [];
  const query = { ids: [...wanted] };
  const { rows } = await question.ask("app.collectionQuery", { name, query, limit: wanted.length });
  const found = new Map(rows.map(({ id, text }) => [id, text]));
  const unknown = wanted.find((id) => !found.has(id));
  if (unknown !== undefined)
    throw badInput(field, `“${field}”: “${name}” has no row “${unknown}”; search lists the ids.`);
  return [...found.values()];
}

type Report = Output<"app.filterReport">;

function predictionOf(report: Report, threshold: number) {
  const { predicted } = report;
  const expected = expectedAt(report, threshold);
  if (predicted === null || expected === null) return null;
  const { share, background } = predicted;
  const { f1, low, high, precision, recall } = expected;
  return {
    f1: rounded(f1, 2),
    low: rounded(low, 2),
    high: rounded(high, 2),
    precision: rounded(precision, 2),
    recall: rounded(recall, 2),
    share: rounded(share, 3),
    background: background.texts,
  };
}

const MOST_WARNINGS = 20;

function warningsOf({ examples }: Report): string[] {
  return examples
    .flatMap(({ side, index, warnings }) =>
      warnings.map((warning) => `${side} example ${index + 1}: ${warning}`),
    )
    .slice(0, MOST_WARNINGS);
}
