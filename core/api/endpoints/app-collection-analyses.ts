import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { defaulted } from "../schema/parameters.ts";
import { count, nullable, reply } from "../schema/replies.ts";
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
