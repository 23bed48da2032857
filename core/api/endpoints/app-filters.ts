import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import {
  language,
  reader,
  readerChecksum,
  requiredText,
  retinaName,
} from "../schema/parameters.ts";
import { count, givenPositions, nullable, oneOf, positions, reply } from "../schema/replies.ts";
import { languageView } from "./app-text.ts";

const GROUP = "Application: category filters";

const exampleWarnings = [
  "empty",
  "no-known-words",
  "duplicate",
  "near-duplicate",
  "conflict",
  "short",
  "other-language",
] as const;

const exampleReport = reply({
  side: oneOf(["positive", "negative"]),
  index: Type.Integer({ minimum: 0, description: "Place in the list it came in." }),
  score: nullable(
    Type.Number({ description: "Cosine with the filter; null when it has no known word." }),
  ),
  leftOutScore: nullable(
    Type.Number({ description: "Cosine with the filter made without it and its near-duplicates." }),
  ),
  cells: count,
  language: languageView,
  warnings: Type.Array(oneOf(exampleWarnings)),
});

/** Texts of one side. */
const exampleTexts = Type.Array(Type.String(), { maxItems: 5000 });

/** Figures at one line. */
const expectedQuality = {
  threshold: Type.Number(),
  precision: Type.Number(),
  recall: Type.Number(),
  f1: Type.Number(),
  low: Type.Number({ description: "The real F1 lies between `low` and `high` nine times in ten." }),
  high: Type.Number(),
};

const predicted = reply({
  ...expectedQuality,
  share: Type.Number({ description: "Share of matches for which the figures hold." }),
  shareFrom: oneOf(["given", "sample", "estimate"], {
    description:
      "`given` as `share`; a `sample` of `shareLabels` random labels, corrected by the scores of the background; or an `estimate` from those scores alone.",
  }),
  shareLow: Type.Number({ description: "5th percentile of the share." }),
  shareHigh: Type.Number({ description: "95th percentile." }),
  background: reply({
    texts: Type.Integer({ minimum: 0, description: "Texts that the figures are counted on." }),
    learned: Type.Integer({ minimum: 0, description: "Texts that the filter has learned from." }),
  }),
  lines: Type.Array(reply(expectedQuality), {
    description: "The same for about 60 lines over all scores, the lowest first.",
  }),
});

export const filterReport = defineEndpoint({
  method: "POST",
  path: "/semascope/filter-report",
  group: GROUP,
  summary: "A filter from examples with everything needed to trust it.",
  notes: [
    "Leave-one-out groups near-duplicates, so that a copy does not raise the score of its original.",
    "With a `background` of at least 40 texts the filter also learns from half of them, at most 300. Texts that are likely to match count as positive, the others as negative; all together weigh as much as five examples. `share` is the share of matches; without it the filter assumes one in ten.",
    "`predicted` is the expected quality on texts such as `background`, at the suggested threshold. Scores of examples without themselves show how many matches lie above a threshold; texts that the filter has not learned from show how many texts it accepts altogether. Null without a background and with fewer than two usable positive examples.",
    "Without a background the threshold depends on texts that come with the program. With a single positive example one in twenty of the further texts scores higher.",
    "`language=auto` reads each example and text in its own language; a filter of examples in several is one for each, of which the cells that lie closest together are taken.",
    "Rows with fingerprints from an encoder need a filter from the same encoder: set `reader`.",
    "`band` is a word for the low end of the predicted F1: excellent from 0.9, good from 0.75, fair from 0.5. It is null with fewer than five examples per side.",
  ],
  query: { retina_name: retinaName, language, reader, reader_checksum: readerChecksum },
  body: {
    as: "fields",
    fields: {
      name: requiredText("The category's name."),
      positive: exampleTexts,
      negative: exampleTexts,
      background: Type.Optional(
        Type.Array(Type.String(), {
          maxItems: 2000,
          description:
            "Texts that nobody has labelled, such as the filter is for; at least 20 with a known word, or none.",
        }),
      ),
      share: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description: "Share of matches among such texts, if known.",
        }),
      ),
      shareLabels: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000,
          description:
            "How many texts taken at random were labelled to find the share; left out, the share is taken for exact.",
        }),
      ),
    },
  },
  output: reply({
    positions,
    examples: Type.Array(exampleReport),
    threshold: reply({
      suggested: Type.Number({ description: "Threshold: cosine from which a text matches." }),
      low: Type.Number({ description: "5th percentile of the best threshold." }),
      high: Type.Number({ description: "95th percentile." }),
      basis: oneOf(["background", "samples", "examples"], {
        description:
          "`background`: the given texts; `samples`: texts that come with the program; `examples`: the examples alone, or 0.3 with examples of one side.",
      }),
    }),
    predicted: nullable(predicted),
    band: nullable(oneOf(["poor", "fair", "good", "excellent"])),
  }),
  work: "pool",
  errors: ["bad-input", "no-known-words", "too-large", "unknown-retina"],
});

const savedFilter = Type.Object({
  name: Type.String(),
  positions: givenPositions,
  threshold: Type.Optional(Type.Number()),
});

/** One text against several filters. */
const scoredText = reply(
  {
    index: count,
    scores: Type.Array(nullable(Type.Number()), {
      description: "Cosine with each filter, in order; null when the text has no known word.",
    }),
    decisions: Type.Array(Type.String(), { description: "Names of the filters that accept it." }),
    margin: nullable(
      Type.Number({ description: "Smallest distance of a score to its filter's threshold." }),
    ),
    language: Type.Optional(
      Type.String({
        description: "Code of the language that it was read in, where that is not the retina's.",
      }),
    ),
  },
  { title: "ScoredText" },
);

export const filterScore = defineEndpoint({
  method: "POST",
  path: "/semascope/filter-score",
  group: GROUP,
  summary:
    "How well texts fit filters. For files of texts, make a collection and score its rows (`collection-classify`).",
  query: { retina_name: retinaName, language, reader, reader_checksum: readerChecksum },
  body: {
    as: "fields",
    fields: {
      filters: Type.Array(savedFilter, { minItems: 1, maxItems: 200 }),
      texts: Type.Array(Type.String(), { maxItems: 1000 }),
    },
  },
  output: Type.Array(scoredText),
  work: "pool",
  isBulk: true,
  errors: ["bad-input", "bad-position", "too-large", "unknown-retina"],
});
