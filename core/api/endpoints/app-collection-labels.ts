import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { defaulted, requiredText } from "../schema/parameters.ts";
import { count, givenPositions, nullable, oneOf, positions, reply } from "../schema/replies.ts";
import { ASKED, common, limit, name, query, row, rowFields } from "./collection-schemas.ts";

export const collectionLabel = defineEndpoint({
  ...common,
  path: "/semascope/collection-label",
  summary: "Labels rows as matching a filter or not. Acknowledged means on disk.",
  body: {
    as: "fields",
    fields: {
      name,
      filter: requiredText("Name of the filter."),
      marks: Type.Array(
        Type.Object({
          id: Type.String(),
          belongs: nullable(Type.Boolean({ description: "null removes the label." })),
        }),
        { maxItems: 10_000 },
      ),
      author: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: "Who gives the labels, such as an assistant; the person if left out.",
        }),
      ),
    },
  },
  output: reply({ rows: count }),
  errors: ["unknown-collection"],
});

export const collectionLearn = defineEndpoint({
  ...common,
  path: "/semascope/collection-learn",
  summary: "Makes a filter of the labels of a category, learned among rows without a label.",
  notes: [
    "The filter learns from up to 1,000 labelled rows of either side. Of up to 1,000 randomly sampled rows without a label it learns from half, at most 300; the others show where its threshold lies.",
    "`collection-classify` scores the rows by it.",
  ],
  body: {
    as: "fields",
    fields: {
      name,
      filter: requiredText("Name of the filter whose labels are meant."),
      share: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description: "Share of matching rows, 0 to 1, if known.",
        }),
      ),
    },
  },
  output: reply({
    positions,
    threshold: reply(
      { suggested: Type.Number(), low: Type.Number(), high: Type.Number() },
      { description: "Score from which a row counts as a match, with its 90% interval." },
    ),
    belong: count,
    not: count,
    unlabelled: Type.Integer({
      minimum: 0,
      description: "Rows without a label that it has learned from.",
    }),
  }),
  errors: ["unknown-collection", "bad-input", "no-known-words"],
});

export const collectionClassify = defineEndpoint({
  ...common,
  path: "/semascope/collection-classify",
  summary: "Keeps for every row its closeness to a filter, as a score of that name.",
  body: {
    as: "fields",
    fields: {
      name,
      filter: requiredText("Name of the score."),
      positions: givenPositions,
      reader: Type.Optional(
        nullable(
          Type.String({
            description:
              "Name of the reader by which the filter's texts were read, null for their words: refused where the rows were read otherwise. Left out, nobody looks.",
          }),
        ),
      ),
    },
  },
  output: reply({ rows: count }),
  errors: ["unknown-collection", "empty-fingerprint", "conflict"],
});

export const collectionScoreName = defineEndpoint({
  ...common,
  path: "/semascope/collection-score-name",
  summary: "Gives a score another name, or takes the score away.",
  body: {
    as: "fields",
    fields: {
      name,
      score: requiredText("Name that the score has."),
      to: nullable(requiredText("Name that no score has yet; null takes the score away.")),
    },
  },
  output: reply({
    scores: Type.Array(Type.String(), { description: "Names of all that are kept." }),
  }),
  errors: ["unknown-collection", "unknown-column", "bad-input", "conflict"],
});

const line = Type.Number({ description: "Threshold: lowest score of a row that matches." });
const seed = defaulted(
  Type.Integer({
    default: 1,
    minimum: 0,
    maximum: 4294967295,
    description: "Of what chance takes.",
  }),
);
const target = {
  filter: requiredText("The filter whose labels are meant."),
  score: Type.Optional(
    Type.String({ description: "Its saved score; of the same name if left out." }),
  ),
};

export const collectionLabelQueue = defineEndpoint({
  ...common,
  path: "/semascope/collection-label-queue",
  summary: "Rows without a label that are worth one, each with the reason.",
  notes: [
    "`unsure`: the score is near the threshold. `far`: unlike every labelled row. `random`: randomly sampled, so that estimates stay unbiased.",
  ],
  body: {
    as: "fields",
    fields: {
      name,
      query,
      ...target,
      line: Type.Optional(line),
      limit: limit(20, 200, "Rows to list that are worth a label."),
      seed,
    },
  },
  output: reply({
    unlabelled: count,
    rows: Type.Array(reply({ ...rowFields, why: oneOf(["unsure", "far", "random"]) })),
  }),
  errors: ASKED,
});

const bound = Type.Number({ minimum: 0, maximum: 1 });
const estimate = reply({ value: bound, low: bound, high: bound });
const side = reply({ rows: count, audited: count, belongs: count });

export const collectionAudit = defineEndpoint({
  ...common,
  path: "/semascope/collection-audit",
  summary:
    "Precision and recall of a filter, from labels of a random sample on each side of its threshold.",
  notes: [
    "`next` lists the rows of the sample to label, in the order in which labels count.",
    "Labels of rows outside the sample never count, so the intervals of 95% hold.",
  ],
  body: {
    as: "fields",
    fields: {
      name,
      query,
      ...target,
      line,
      rows: limit(100, 1000, "Rows of the sample on each side of the threshold."),
      seed,
      limit: limit(20, 1000, "Rows to list for labelling."),
    },
  },
  output: reply({
    precision: estimate,
    recall: estimate,
    over: side,
    under: side,
    sampled: count,
    unscored: count,
    next: Type.Array(row),
  }),
  errors: ASKED,
});

export const collectionScores = defineEndpoint({
  ...common,
  path: "/semascope/collection-scores",
  summary:
    "The distribution of a filter's score, that of its labelled rows, and the sides of a line.",
  body: {
    as: "fields",
    fields: {
      name,
      query,
      ...target,
      line: Type.Optional(line),
      bins: limit(40, 1000, "Bins, about."),
    },
  },
  output: reply({
    edges: Type.Array(Type.Number(), { description: "One more than there are bins." }),
    counts: Type.Array(count),
    belongs: Type.Array(count, { description: "Of rows labelled as matching." }),
    not: Type.Array(count),
    missing: count,
    over: count,
    under: count,
  }),
  errors: ASKED,
});
