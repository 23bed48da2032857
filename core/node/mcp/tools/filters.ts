import { type Static, Type } from "#typebox";
import type { Output } from "../../../api/client-types.ts";
import { ApiError, badInput } from "../../../errors.ts";
import { expectedAt } from "../../../workspace/filters/scored.ts";
import {
  againFrom,
  atMost,
  defineTool,
  list,
  number,
  offset,
  only,
  optional,
  orNull,
  picked,
  type Question,
  rounded,
  text,
  texts,
} from "../tool.ts";
import {
  COLLECTION,
  collectionOf,
  listRow,
  ownFilter,
  type ReadyCollection,
  usedOf,
} from "../which-rows.ts";

const examples = (description: string) =>
  optional(list(Type.String({ minLength: 1 }), description, { maxItems: 200 }));
const ids = (description: string) => optional(texts(description, { maxItems: 200 }));

const BACKGROUND = 1000;

const INPUT = {
  collection: COLLECTION,
  category: text(
    "What it is called. Without examples it is the name of a filter of the person, as describe lists it.",
    { minLength: 1, maxLength: 1000 },
  ),
  belong: ids("Ids of rows that belong."),
  not: ids("Ids of rows that do not belong."),
  texts: examples("Further texts that belong."),
  notTexts: examples("Further texts that do not belong."),
  share: optional(number("Share of rows that belong, if known.", { minimum: 0, maximum: 1 })),
  limit: atMost(10, 50, "Rows over the threshold to list"),
  offset: offset("Rows"),
};
const wanted = only(INPUT);
type Wanted = Static<typeof wanted>;

export const filter = defineTool({
  name: "filter",
  fields: { "": "texts" },
  title: "A category by example",
  description:
    "A category filter: one that the person has, by its name, or one made of a collection's rows or of texts that belong and that do not. Predicts how good it will be (F1 as a range), and scores the rows; search takes its positions as like [..]. Nothing is saved.",
  input: INPUT,
  async run(given, question) {
    const { collection: name, limit = 10, offset: before = 0 } = given;
    const info = await collectionOf(question, name);
    const hasExamples = [given.belong, given.not, given.texts, given.notTexts].some(
      (each) => (each?.length ?? 0) > 0,
    );
    const make = hasExamples ? fromExamples : fromWorkspace;
    const { report, threshold, ...made } = await make(question, info, given);
    const { positions } = report;
    const least = Math.max(0, threshold);
    const asked = { name, query: { like: { positions }, least }, limit, offset: before };
    const found = await question.ask("app.collectionQuery", asked, "scoring the rows");
    const { total } = found;
    const warnings = warningsOf(report);
    return {
      say: [`${total} of ${info.rows} rows reach the threshold, ${threshold.toFixed(3)}.`],
      data: {
        ...{ collection: name, retina: usedOf(info.retina) },
        ...{ category: made.category, own: made.own },
        examples: { belong: made.belong, not: made.not, warnings },
        ...{ positions, threshold, predicted: predictionOf(report, threshold) },
        ...{ query: { like: "[positions]", least }, over: total, of: info.rows },
        rows: found.rows.map((row) => listRow(row, found.columns, 200)),
      },
      rest: {
        rows: {
          ...{ what: "rows over the threshold", total },
          ...{ before: Math.min(before, total), how: againFrom },
        },
      },
    };
  },
});

/** A background with fewer texts is refused. */
const FEWEST = 20;

async function fromExamples(
  question: Question,
  { name, retina }: ReadyCollection,
  { category, belong, not, texts: more = [], notTexts = [], share }: Wanted,
) {
  const positive = [...(await textsOf(question, name, "belong", belong)), ...more];
  const negative = [...(await textsOf(question, name, "not", not)), ...notTexts];
  if (positive.length === 0) throw badInput("belong", GIVE);
  const query = { sample: { rows: BACKGROUND, seed: 1 } };
  const sampled = { name, query, limit: BACKGROUND };
  const background = await question.ask("app.collectionQuery", sampled, "sampling rows");
  const seen = background.rows.map(({ text: own }) => own).filter((own) => own.trim() !== "");
  const { reader } = retina;
  const asked = {
    ...{ retina_name: retina.name, name: category, positive, negative },
    ...(reader && { reader: reader.name, reader_checksum: reader.checksum }),
    ...(seen.length >= FEWEST ? { background: seen } : {}),
    ...(share === undefined ? {} : { share }),
  };
  const report = await question.ask("app.filterReport", asked, "making the filter");
  const counts = { belong: positive.length, not: negative.length };
  return { category, own: null, ...counts, report, threshold: report.threshold.suggested };
}

async function fromWorkspace(
  question: Question,
  { retina }: ReadyCollection,
  { category, share }: Wanted,
) {
  const found = await ownFilter(question, { name: category, retina, share }).catch((cause) => {
    if (!(cause instanceof ApiError) || cause.code !== "not-found") throw cause;
    throw badInput("category", `${cause.message} ${GIVE}`);
  });
  const { name, version, use = "" } = found.filter;
  return { ...found, category: name, own: { version, use } };
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
  const found = new Map(rows.map((row) => [row.id, row.text]));
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
  const figures = picked(expected, "f1", "low", "high", "precision", "recall");
  const { share, background } = predicted;
  return { ...figures, share: rounded(share, 3), background: background.texts };
}

const MOST_WARNINGS = 20;

const warningsOf = ({ examples: all }: Report): string[] =>
  all
    .flatMap(({ side, index, warnings }) =>
      warnings.map((warning) => `${side} example ${index + 1}: ${warning}`),
    )
    .slice(0, MOST_WARNINGS);

const LISTED = 50;

export const label = defineTool({
  name: "label",
  title: "Label rows",
  description:
    "Labels rows as belonging to a filter, or not; null takes a label back. Labels carry your name; labels that a person gave are left as they are.",
  writes: true,
  input: {
    collection: COLLECTION,
    filter: text("Name of the filter.", { minLength: 1, maxLength: 200 }),
    marks: list(
      only({
        id: text("Id of the row."),
        belongs: orNull(Type.Boolean(), "Null takes the label back."),
      }),
      "A label for each row.",
      { minItems: 1, maxItems: 1000 },
    ),
  },
  async run({ collection: name, filter: of, marks }, question) {
    const { retina } = await collectionOf(question, name);
    const { author } = question;
    const others = await labelsOfOthers(question, { name, of, ids: marks.map(({ id }) => id) });
    const own = marks.filter(({ id }) => others.get(id) === false);
    const kept = marks.filter(({ id }) => others.get(id) === true).map(({ id }) => id);
    const unknown = marks.filter(({ id }) => !others.has(id)).map(({ id }) => id);
    const given = { name, filter: of, marks: own, author };
    const rows = own.length === 0 ? 0 : (await question.ask("app.collectionLabel", given)).rows;
    const hidden = Math.max(0, kept.length - LISTED) + Math.max(0, unknown.length - LISTED);
    return {
      data: {
        ...{ collection: name, retina: usedOf(retina), filter: of, author, labelled: rows },
        kept: kept.slice(0, LISTED),
        unknown: unknown.slice(0, LISTED),
      },
      leftOut: [hidden > 0 && `${hidden} ids are not listed; send fewer marks at a time.`],
    };
  },
});

/** For each id that there is a row of, whether somebody else has labelled it. */
async function labelsOfOthers(
  question: Question,
  { name, of, ids: asked }: { name: string; of: string; ids: readonly string[] },
): Promise<Map<string, boolean>> {
  const query = { name, query: { ids: [...new Set(asked)] }, limit: 1000 };
  const { rows } = await question.ask("app.collectionQuery", query, "looking at the labels");
  return new Map(
    rows.map(({ id, labels }) => {
      const found = labels.find((each) => each.filter === of);
      return [id, found !== undefined && found.author !== question.author];
    }),
  );
}
