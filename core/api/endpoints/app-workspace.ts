import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { defaulted, requiredText } from "../schema/parameters.ts";
import { count, jsonObject, nullable, reply } from "../schema/replies.ts";

const GROUP = "Application: workspace";
const session = requiredText("Names the window: any string that no other window uses.");

export const workspaceLoad = defineEndpoint({
  method: "POST",
  path: "/semascope/workspace-load",
  group: GROUP,
  summary: "The saved workspace. Makes this window its writer unless another one writes.",
  notes: [
    "`writer` names another live window or process that writes; then saving fails with `conflict` until it is taken over.",
  ],
  query: {},
  body: {
    as: "fields",
    fields: {
      session,
      takeOver: defaulted(Type.Boolean({ default: false })),
      known: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: "Revision that the window has; then the same workspace is not sent again.",
        }),
      ),
    },
  },
  output: reply({
    workspace: nullable(jsonObject, {
      description: "Null where nothing is saved, or where `known` is its revision.",
    }),
    revision: Type.Integer({
      minimum: 0,
      description: "Grows by one with every save; 0 where nothing is saved.",
    }),
    by: Type.String({ description: "The session that saved it." }),
    writer: nullable(reply({ process: count, session: Type.String(), since: Type.String() })),
    damaged: nullable(
      Type.String({ description: "What could not be read, and as which files it was kept." }),
    ),
  }),
  work: "inline",
  errors: ["bad-input"],
});

export const workspaceSave = defineEndpoint({
  method: "POST",
  path: "/semascope/workspace-save",
  group: GROUP,
  summary: "Saves the whole workspace. Acknowledged means on disk.",
  notes: [
    "Fails with `conflict` where another window writes, or has written since `base`.",
    "The last two saves are kept, and three earlier ones at least ten minutes apart.",
  ],
  query: {},
  body: {
    as: "fields",
    fields: {
      session,
      base: Type.Integer({ minimum: 0, description: "The revision that it follows." }),
      save: Type.Integer({
        minimum: 1,
        description:
          "Counts the saves of the session. One that was sent twice, or that a later one overtook, changes nothing.",
      }),
      workspace: jsonObject,
    },
  },
  output: reply({ revision: count, savedAt: Type.String() }),
  work: "inline",
  maxBytes: 32 * 1024 * 1024,
  errors: ["bad-input", "conflict", "too-large"],
});

export const savedFilters = defineEndpoint({
  method: "GET",
  path: "/semascope/filters",
  group: GROUP,
  summary:
    "The category filters of the workspace, as they were saved last. Claims nothing: its window stays the writer.",
  query: {},
  body: { as: "none" },
  output: reply({
    filters: Type.Array(
      reply({
        name: Type.String(),
        use: Type.String({ description: "What it is meant for, in the person's words." }),
        belong: Type.Integer({ minimum: 0, description: "Positive examples in use." }),
        not: Type.Integer({ minimum: 0, description: "Negative examples in use." }),
        retina: nullable(
          Type.String({
            description: "The map of which it was imported; null where it was made here.",
          }),
        ),
        collection: nullable(Type.String({ description: "The collection that it is for." })),
        version: count,
        changed: Type.String({ description: "ISO time." }),
      }),
      { description: "In the person's order." },
    ),
    problem: nullable(
      Type.String({ description: "Why filters may be missing here, in a sentence." }),
    ),
  }),
  work: "inline",
  errors: [],
});

export const savedFilter = defineEndpoint({
  method: "GET",
  path: "/semascope/filter",
  group: GROUP,
  summary: "One category filter of the workspace, as the window stores it.",
  notes: ["Its cells are never kept: they follow from its texts and the map (`app.filterReport`)."],
  query: { name: requiredText("As `app.filters` lists it; case does not matter.") },
  body: { as: "none" },
  output: reply({ filter: jsonObject }),
  work: "inline",
  errors: ["not-found"],
});

export const workspaceRelease = defineEndpoint({
  method: "POST",
  path: "/semascope/workspace-release",
  group: GROUP,
  summary: "Ends the writing of a window that closes.",
  query: {},
  body: { as: "fields", fields: { session } },
  output: reply({ released: Type.Boolean() }),
  work: "inline",
  errors: ["bad-input"],
});
