import { Type } from "#typebox";
import { nullable } from "../../../api/schema/replies.ts";
import { collectionUsed, only, retinaUsed } from "../fields.ts";
import { defineTool, type Question } from "../tool.ts";
import { COLLECTION, collectionOf } from "../which-rows.ts";

const LISTED = 50;

export const label = defineTool({
  name: "label",
  title: "Label rows",
  description:
    "Says of rows that they belong to a filter, or do not; null takes a label back. Labels carry your name; labels that a person gave are left as they are.",
  writes: true,
  input: {
    collection: COLLECTION,
    filter: Type.String({ minLength: 1, maxLength: 200, description: "Name of the filter." }),
    marks: Type.Array(
      only({
        id: Type.String({ description: "Id of the row." }),
        belongs: nullable(Type.Boolean(), { description: "Null takes the label back." }),
      }),
      { minItems: 1, maxItems: 1000, description: "A label for each row." },
    ),
  },
  output: {
    collection: collectionUsed,
    retina: retinaUsed,
    filter: Type.String({ description: "Name of the filter." }),
    author: Type.String({ description: "What the labels are signed with." }),
    labelled: Type.Integer({ minimum: 0, description: "Rows that have the label now." }),
    kept: Type.Array(Type.String(), { description: "Rows whose label a person or another gave." }),
    unknown: Type.Array(Type.String(), { description: "Ids that there is no row of." }),
  },
  async run({ collection: name, filter, marks }, question) {
    const { retina } = await collectionOf(question, name);
    const { author } = question;
    const others = await labelsOfOthers(question, { name, filter, ids: marks.map(({ id }) => id) });
    const own = marks.filter(({ id }) => others.get(id) === false);
    const kept = marks.filter(({ id }) => others.get(id) === true).map(({ id }) => id);
    const unknown = marks.filter(({ id }) => !others.has(id)).map(({ id }) => id);
    const given =
      own.length === 0
        ? { rows: 0 }
        : await question.ask("app.collectionLabel", { name, filter, marks: own, author });
    const hidden = Math.max(0, kept.length - LISTED) + Math.max(0, unknown.length - LISTED);
    const rest = hidden === 0 ? null : `${hidden} ids are not listed; send fewer marks at a time.`;
    return {
      text: [
        `Rows labelled for “${filter}” by “${author}”: ${given.rows}.`,
        kept.length > 0 && `Rows that keep the label of somebody else: ${kept.length}.`,
        unknown.length > 0 &&
          `Ids that no row has (${unknown.length}): ${unknown.slice(0, 10).join(", ")}${unknown.length > 10 ? ", …" : ""}.`,
      ],
      data: {
        collection: name,
        retina,
        filter,
        author,
        labelled: given.rows,
        kept: kept.slice(0, LISTED),
        unknown: unknown.slice(0, LISTED),
      },
      leftOut: rest,
    };
  },
});

/** For each id that there is a row of, whether somebody else has labelled it. */
async function labelsOfOthers(
  question: Question,
  { name, filter, ids }: { name: string; filter: string; ids: readonly string[] },
): Promise<Map<string, boolean>> {
  const asked = { name, query: { ids: [...new Set(ids)] }, limit: 1000 };
  const { rows } = await question.ask("app.collectionQuery", asked, "looking at the labels");
  return new Map(
    rows.map(({ id, labels }) => {
      const found = labels.find((each) => each.filter === filter);
      return [id, found !== undefined && found.author !== question.author];
    }),
  );
}
