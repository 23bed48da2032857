import { Type } from "#typebox";
import { atMost, collectionUsed, only, optional, retinaUsed } from "../fields.ts";
import { listedRow, listRow, rowLine } from "../rows.ts";
import { defineTool } from "../tool.ts";
import {
  type AskedRows,
  COLLECTION,
  collectionOf,
  ROW_FIELDS,
  rowsFor,
  usedQuery,
} from "../which-rows.ts";
import { fitting, missing } from "../words.ts";

const LINES = 20;
const LINE = 160;

export const search = defineTool({
  name: "search",
  fields: { "": "like", column: "sort.column", score: "sort.score" },
  title: "Find rows",
  description:
    "Rows of a collection by meaning (like), by one of the person's filters, exact words, columns, dates, labels and scores. The total is exact and counts everything; pages by offset.",
  input: {
    collection: COLLECTION,
    ...ROW_FIELDS,
    sort: optional(
      only(
        {
          column: optional(Type.String({ description: "Name of a column." })),
          score: optional(Type.String({ description: "Name of a saved score." })),
          descending: optional(Type.Boolean({ description: "Largest first (false)." })),
        },
        "By a column or a saved score, instead of closeness or id.",
      ),
    ),
    offset: optional(Type.Integer({ minimum: 0, description: "Rows to leave out (0)." })),
    limit: atMost(10, 50, "Rows to list; 0 characters of text lists more"),
    characters: optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        description: "Of each text, 0 to 10000 (300).",
      }),
    ),
  },
  output: {
    collection: collectionUsed,
    retina: retinaUsed,
    query: usedQuery,
    total: Type.Integer({ minimum: 0, description: "All rows that fulfil the query." }),
    of: Type.Integer({ minimum: 0, description: "Rows of the collection." }),
    offset: Type.Integer({ minimum: 0, description: "Rows left out before these." }),
    rows: Type.Array(listedRow, { description: "In order." }),
  },
  async run(given, question) {
    const { collection: name, sort, offset = 0, limit = 10, characters = 300 } = given;
    const info = await collectionOf(question, name);
    const { query, shown } = await rowsFor(question, info, given);
    const { descending = false, ...field } = sort ?? {};
    const found = await question.ask(
      "app.collectionQuery",
      {
        name,
        query,
        offset,
        limit,
        // Neither or both of column and score is refused by the endpoint.
        ...(sort === undefined ? {} : { sort: { field: field as { column: string }, descending } }),
      },
      "searching",
    );
    const rows = fitting(found.rows.map((row) => listRow(row, found.columns, characters)));
    const next = offset + rows.length;
    const rest = missing(Math.min(next, found.total), found.total, "rows", nextPage(offset, next));
    return {
      text: [
        `${found.total} of ${info.rows} rows of ${name} fulfil the query.`,
        isRanking(query) &&
          "“like” alone takes in whatever shares a cell: trust the order, or set “least”.",
        ...rows.slice(0, LINES).map((row) => rowLine(row, LINE)),
      ],
      data: {
        collection: name,
        retina: info.retina,
        query: shown,
        total: found.total,
        of: info.rows,
        offset,
        rows,
      },
      leftOut: rest,
    };
  },
});

const isRanking = ({ like, least }: AskedRows["query"]) =>
  like !== undefined && (least === undefined || least === 0);

/** Pages end at the deepest row that a query lists. */
const DEEPEST = 10_000;
const nextPage = (offset: number, next: number) =>
  next < DEEPEST
    ? `${offset > 0 ? `${offset} come before; ` : ""}ask again with offset ${next}`
    : `restrict the query, or run semascope collection export`;
