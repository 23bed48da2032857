import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { limit, requiredText, retinaName } from "../schema/parameters.ts";
import {
  count,
  documentFrequency,
  nullable,
  oneOf,
  position,
  positions,
  posTypes,
  reply,
} from "../schema/replies.ts";

const GROUP = "Application: terms and map";

export const complete = defineEndpoint({
  method: "GET",
  path: "/semascope/complete",
  group: GROUP,
  summary: "Terms a person may mean by what has been typed so far.",
  notes: [
    "Best first: the term itself, terms that begin with the prefix, phrases with a word that begins with it, near spellings.",
  ],
  query: {
    retina_name: retinaName,
    prefix: requiredText("What has been typed."),
    limit: limit(10, 50),
  },
  body: { as: "none" },
  output: Type.Array(
    reply({
      term: Type.String(),
      df: documentFrequency,
      pos_types: posTypes,
      kind: oneOf(["exact", "prefix", "word", "spelling"]),
    }),
  ),
  work: "inline",
  errors: ["bad-input", "unknown-retina"],
});

export const term = defineEndpoint({
  method: "GET",
  path: "/semascope/term",
  group: GROUP,
  summary:
    "Everything about one term; for an unknown one, the nearest spellings and its known parts.",
  query: { retina_name: retinaName, term: requiredText("As typed.") },
  body: { as: "none" },
  output: reply({
    known: Type.Boolean(),
    term: Type.String({ description: "The vocabulary's form, or what was typed when unknown." }),
    typed: Type.String(),
    df: documentFrequency,
    frequency: Type.Number({ description: "Share of the corpus's running words." }),
    rank: nullable(
      Type.Integer({ minimum: 1, description: "1 is the most frequent term; null when unknown." }),
    ),
    pos_types: posTypes,
    positions,
    suggestions: Type.Array(Type.String(), { description: "Nearest spellings, best first." }),
    parts: Type.Array(Type.String(), { description: "Known terms that an unknown phrase holds." }),
  }),
  work: "inline",
  errors: ["bad-input", "unknown-retina"],
});

export const cell = defineEndpoint({
  method: "GET",
  path: "/semascope/cell",
  group: GROUP,
  summary: "What lives at a cell of the map: its anchor, regions and most characteristic terms.",
  query: {
    retina_name: retinaName,
    position,
    radius: limit(1, 8, { minimum: 0, description: "Neighbours that count too, in cells." }),
    limit: limit(12, 500),
  },
  body: { as: "none" },
  output: reply({
    position,
    row: count,
    column: count,
    anchor: Type.String(),
    load: Type.Integer({ minimum: 0, description: "Terms that use the cell." }),
    regions: Type.Array(Type.String(), { description: "Names from the widest to the narrowest." }),
    terms: Type.Array(reply({ term: Type.String(), score: count, df: documentFrequency })),
  }),
  work: "inline",
  errors: ["bad-input", "unknown-retina"],
});

/** A named part of the map. */
export const region = reply(
  {
    id: Type.Integer({ minimum: 0, description: "Index in the list of regions." }),
    level: Type.Integer({ minimum: 0, description: "0 is the widest." }),
    label: Type.String({
      description:
        "One to three terms, the most telling first, parted by “, ”, or the name that an editor gave; empty where none can name it.",
    }),
    parent: nullable(count),
    runnersUp: Type.Array(Type.String(), { description: "Further terms that could name it." }),
    cells: Type.Integer({ minimum: 1, description: "Size in cells." }),
    centre: position,
    coherence: Type.Number({
      description:
        "How much nearer in meaning neighbouring cells are than random ones, 0 to 1; 0 means no nearer.",
    }),
    isScraps: Type.Optional(
      Type.Boolean({
        description: "Words that only spelling or chance brought together: drawn paler.",
      }),
    ),
  },
  { title: "Region" },
);

export const atlas = defineEndpoint({
  method: "GET",
  path: "/semascope/atlas",
  group: GROUP,
  summary: "The map itself: anchors, how crowded each cell is, and named regions at four levels.",
  notes: [
    "Regions of a level partition the map; each lies in one region of the level above.",
    "Equal retinas with equal edited names answer equal atlases.",
  ],
  query: { retina_name: retinaName },
  body: { as: "none" },
  output: reply({
    anchors: Type.Array(Type.String(), { description: "The term that names each cell." }),
    load: Type.Array(count, { description: "Terms that use each cell." }),
    kinship: Type.Array(Type.Number(), {
      description: "How alike each cell and its surroundings are: 1 the same, 0 as random cells.",
    }),
    regions: Type.Array(region),
    regionOf: Type.Array(Type.Array(count), {
      description: "For each level, the region id of each cell.",
    }),
    checksum: Type.String({ description: "Of the retina." }),
  }),
  work: "inline",
  errors: ["unknown-retina"],
});
