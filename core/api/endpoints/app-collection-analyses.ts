import { Type } from "#typebox";
import { TIME_UNITS } from "../schema/collection-types.ts";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { defaulted, requiredText } from "../schema/parameters.ts";
import { count, nullable, oneOf, positions, reply } from "../schema/replies.ts";
import {
  ASKED,
  common,
  level,
  limit,
  name,
  optionalName,
  query,
  share,
  UNKNOWN,
} from "./collection-schemas.ts";

export const collectionTopics = defineEndpoint({
  ...common,
  path: "/semascope/collection-topics",
  summary: "The regions of the map that carry the rows, with the words and examples of each.",
  body: {
    as: "fields",
    fields: {
      name,
      query,
      level,
      limit: limit(30, 1024, "Topics to list."),
      hidden: defaulted(Type.Boolean({ default: false, description: "List hidden topics too." })),
    },
  },
  output: reply({
    rows: count,
    levels: count,
    topics: Type.Array(
      reply({
        region: count,
        place: Type.String({ description: "The region's own name." }),
        name: nullable(Type.String({ description: "The name that the topic was given." })),
        hidden: Type.Boolean(),
        merged: Type.Array(count, { description: "Regions whose rows are among its own." }),
        centre: count,
        words: Type.Array(Type.String()),
        rows: count,
        share,
        examples: Type.Array(reply({ id: Type.String(), text: Type.String(), inside: share })),
      }),
    ),
  }),
  errors: [...ASKED, "too-large"],
});

const topicNote = {
  region: count,
  name: nullable(Type.String()),
  hidden: Type.Boolean(),
  into: nullable(Type.Integer({ minimum: 0, description: "The region it is merged into." })),
};

export const collectionTopicNotes = defineEndpoint({
  ...common,
  path: "/semascope/collection-topic-notes",
  summary: "Renames, hides and merges topics; the notes are kept with the collection.",
  notes: [
    "Each note replaces that of its region; one with neither name, nor hidden, nor into takes it away.",
    "Without notes the answer is what is kept.",
  ],
  body: {
    as: "fields",
    fields: {
      name,
      notes: Type.Optional(Type.Array(Type.Object(topicNote), { maxItems: 1000 })),
    },
  },
  output: reply({ notes: Type.Array(reply(topicNote)) }),
  errors: UNKNOWN,
});

const difference = {
  inA: count,
  inB: count,
  effect: Type.Number({ description: "Logarithm of the ratio of odds: above 0 is more in A." }),
  low: Type.Number({ description: "Lower end of the interval of 95%." }),
  high: Type.Number(),
  q: Type.Number({ description: "Chance, corrected for all that was looked at." }),
};

export const collectionDifference = defineEndpoint({
  ...common,
  path: "/semascope/collection-difference",
  summary: "What is more frequent in some rows than in others: words, regions and cells.",
  body: {
    as: "fields",
    fields: {
      name,
      a: query,
      b: Type.Optional(
        Type.Object(
          { name: optionalName, query },
          {
            description: "The other rows, possibly of another collection; the rest when left out.",
          },
        ),
      ),
      level,
      limit: limit(100, 10_000, "Words to list of either side."),
    },
  },
  output: reply({
    rows: reply({ a: count, b: count }),
    words: Type.Array(reply({ word: Type.String(), ...difference }), {
      description: "Up to `limit` from either end: more in A first, more in B last.",
    }),
    regions: Type.Array(reply({ region: count, place: Type.String(), ...difference })),
    lift: Type.Array(Type.Number(), {
      description: "For each cell, to three decimals; 1 where it may be chance.",
    }),
  }),
  errors: [...ASKED, "too-large"],
});

const differences = Type.Array(reply(difference), {
  description: "Of each group, in order of `groups`: A is the group, B all other rows.",
});

export const collectionGroups = defineEndpoint({
  ...common,
  path: "/semascope/collection-groups",
  summary: "How up to eight groups of rows differ, each from all others: words, regions and cells.",
  notes: [
    "The groups are the most frequent values of a column of texts, or parts of the time of about equally many rows.",
    "Chances are corrected for every word or region in every group. Listed is what differs in at least one group; the most surprising first.",
  ],
  body: {
    as: "fields",
    fields: {
      name,
      query,
      column: requiredText("Column of texts or dates that the groups are made by."),
      level,
      limit: limit(100, 10_000, "Words to list."),
    },
  },
  output: reply({
    rows: count,
    groups: Type.Array(
      reply({
        value: Type.String({ description: "The value, or the first period of the part." }),
        last: nullable(Type.String({ description: "The last period of the part." })),
        rows: count,
        positions,
      }),
    ),
    unit: nullable(oneOf(TIME_UNITS)),
    words: Type.Array(reply({ word: Type.String(), groups: differences })),
    regions: Type.Array(reply({ region: count, place: Type.String(), groups: differences })),
  }),
  errors: [...ASKED, "too-large"],
});

export const collectionNearCopies = defineEndpoint({
  ...common,
  path: "/semascope/collection-near-copies",
  summary: "Groups of near-duplicate rows, the largest first.",
  body: { as: "fields", fields: { name, query, limit: limit(100, 10_000, "Groups to list.") } },
  output: reply({
    groups: count,
    rows: count,
    listed: Type.Array(reply({ ids: Type.Array(Type.String()), text: Type.String() })),
  }),
  errors: [...ASKED, "too-large"],
});

const sense = {
  key: Type.String({ description: "A capital letter that stays with the sense." }),
  name: nullable(Type.String({ description: "The name that a person gave." })),
  label: Type.String({
    description: "Words near it on the lines, else a term close to its cells.",
  }),
  positions,
};
const givenLine = {
  id: Type.String(),
  start: Type.Integer({ minimum: 0, description: "Offset of the word in the row's text." }),
};
const word = requiredText(
  'Word, phrase or several forms: `tariff`, `tariff*`, `"free trade" or duty`.',
);
const perMillion = nullable(
  Type.Number({ description: "Lines per million words; the words are estimated from a sample." }),
);
const frequency = Type.Array(
  reply({
    value: Type.String(),
    rows: Type.Integer({ minimum: 0, description: "All rows, with the word or without." }),
    lines: count,
    perMillion,
    senses: Type.Array(count, { description: "Read lines of each sense, in order of `senses`." }),
  }),
);

const company = Type.Array(
  reply({
    word: Type.String(),
    lines: Type.Integer({ minimum: 0, description: "Lines with it within five words." }),
    left: Type.Integer({ minimum: 0, description: "Lines with it before the word." }),
    effect: Type.Number({ description: "Logarithm of the ratio of odds." }),
    low: Type.Number(),
    high: Type.Number(),
    q: Type.Number(),
  }),
);

export const collectionWord = defineEndpoint({
  ...common,
  path: "/semascope/collection-word",
  summary: "Every use of a word in the rows: lines, senses, company and frequency.",
  notes: [
    "Each line is read without the word and assigned to a sense. Senses begin as the contexts of the word, and are refined on the lines.",
    "If there are more than `limit` lines, a random part is read; the counts include all lines.",
  ],
  body: {
    as: "fields",
    fields: {
      name,
      query,
      word,
      limit: limit(2000, 20_000, "Lines to read."),
      preview: defaulted(
        Type.Boolean({
          default: false,
          description: "Only the first lines, without senses; the counts are of these.",
        }),
      ),
    },
  },
  output: reply({
    forms: Type.Array(Type.String()),
    rows: count,
    lines: count,
    perMillion,
    read: Type.Array(
      reply({
        ...givenLine,
        end: count,
        before: Type.String(),
        word: Type.String(),
        after: Type.String(),
        sense: nullable(Type.String()),
        sure: Type.Number({
          minimum: 0,
          maximum: 1,
          description: "Share of its sense; 1 if assigned by a person.",
        }),
        given: Type.Boolean({ description: "A person assigned it." }),
        date: nullable(Type.String()),
        category: nullable(Type.String()),
      }),
    ),
    senses: Type.Array(
      reply({
        ...sense,
        lines: Type.Integer({ minimum: 0, description: "Of the lines that were read." }),
        share,
        low: Type.Number({ description: "Lower end of the interval of 95%." }),
        high: Type.Number(),
        given: count,
        company,
      }),
    ),
    unit: nullable(oneOf(TIME_UNITS)),
    periods: frequency,
    spans: Type.Array(
      reply({
        from: Type.String({ description: "First period of the part." }),
        until: nullable(Type.String({ description: "First period of the next part." })),
        lines: Type.Integer({ minimum: 0, description: "Of the lines that were read." }),
        company,
        positions,
        change: nullable(
          reply({
            value: Type.Number({
              description:
                "How far what surrounds the word differs from the part before: 0 for none.",
            }),
            low: Type.Number({ description: "Lower end of the interval of 95%." }),
            high: Type.Number(),
          }),
        ),
      }),
      { description: "Up to four parts of the time, of about equally many lines." },
    ),
    categories: frequency,
  }),
  errors: ASKED,
});

export const collectionWordSenses = defineEndpoint({
  ...common,
  path: "/semascope/collection-word-senses",
  summary: "Names, joins and adds senses of a word, and assigns lines to them.",
  notes: [
    "The senses are stored with the collection. Without changes the answer is what is stored, or the contexts of the word.",
  ],
  body: {
    as: "fields",
    fields: {
      name,
      word,
      senses: Type.Optional(
        Type.Array(
          Type.Object({
            key: sense.key,
            name: sense.name,
            joins: Type.Optional(
              Type.Array(Type.String(), { description: "Senses that become part of it." }),
            ),
          }),
          { maxItems: 100, description: "All senses from now on; a new key makes a new sense." },
        ),
      ),
      given: Type.Optional(
        Type.Array(Type.Object({ ...givenLine, sense: nullable(Type.String()) }), {
          maxItems: 10_000,
          description: "Lines and their senses; null takes a line back.",
        }),
      ),
      author: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    },
  },
  output: reply({
    senses: Type.Array(reply(sense)),
    given: Type.Array(
      reply({ ...givenLine, sense: Type.String(), author: Type.Optional(Type.String()) }),
    ),
  }),
  errors: [...UNKNOWN, "too-large"],
});
