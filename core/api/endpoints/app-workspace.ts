import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { defaulted, requiredText } from "../schema/parameters.ts";
import { count, jsonObject, jsonValue, nullable, reply } from "../schema/replies.ts";

const GROUP = "Application: workspace";
const session = requiredText("Names the window: any string that no other window uses.");

export const workspaceLoad = defineEndpoint({
  method: "POST",
  path: "/semascope/workspace-load",
  group: GROUP,
  summary: "The saved workspace and the journal since then; claims the workspace for this window.",
  notes: [
    "`lockedBy` names another live window or process that holds it; then saving fails with `conflict` until it is taken over.",
    "A journal that is not empty means that the last run did not end in order.",
  ],
  query: {},
  body: {
    as: "fields",
    fields: { session, takeOver: defaulted(Type.Boolean({ default: false })) },
  },
  output: reply({
    workspace: nullable(jsonObject),
    journal: Type.Array(jsonValue),
    revision: Type.Integer({ minimum: 0, description: "Grows with every save." }),
    lockedBy: nullable(reply({ process: count, session: Type.String(), since: Type.String() })),
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
  summary: "Replaces the saved workspace and empties the journal. Acknowledged means on disk.",
  query: {},
  body: {
    as: "fields",
    fields: {
      session,
      workspace: jsonObject,
      keepBefore: defaulted(
        Type.Boolean({
          default: false,
          description:
            "It is another workspace: what was saved until now is kept with its journal, for `app.formerWorkspaces`.",
        }),
      ),
    },
  },
  output: reply({ revision: count, savedAt: Type.String() }),
  work: "inline",
  maxBytes: 32 * 1024 * 1024,
  errors: ["bad-input", "conflict", "too-large"],
});

export const formerWorkspaces = defineEndpoint({
  method: "GET",
  path: "/semascope/former-workspaces",
  group: GROUP,
  summary: "Workspaces that were saved until another was opened in their place, the latest first.",
  query: {},
  body: { as: "none" },
  output: reply({
    former: Type.Array(reply({ id: Type.String(), keptAt: Type.String(), bytes: count })),
    most: Type.Integer({ minimum: 1, description: "So many are kept; the oldest goes first." }),
  }),
  work: "inline",
  errors: [],
});

export const formerWorkspace = defineEndpoint({
  method: "GET",
  path: "/semascope/former-workspace",
  group: GROUP,
  summary: "A former workspace as it was saved, with the journal that followed.",
  query: { id: requiredText("As `app.formerWorkspaces` gives it.") },
  body: { as: "none" },
  output: reply({ workspace: nullable(jsonObject), journal: Type.Array(jsonValue) }),
  work: "inline",
  errors: ["not-found", "conflict"],
});

export const savedFilters = defineEndpoint({
  method: "GET",
  path: "/semascope/filters",
  group: GROUP,
  summary:
    "The category filters of the workspace, with what was done since it was saved. Claims nothing: a window goes on having it.",
  query: {},
  body: { as: "none" },
  output: reply({
    filters: Type.Array(
      reply({
        name: Type.String(),
        use: Type.String({ description: "What it is meant for, in the person's words." }),
        belong: Type.Integer({ minimum: 0, description: "Texts that belong and have a say." }),
        not: Type.Integer({ minimum: 0, description: "Texts that do not belong and have a say." }),
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

export const journalAppend = defineEndpoint({
  method: "POST",
  path: "/semascope/journal-append",
  group: GROUP,
  summary: "Adds entries to the journal. Acknowledged means on disk.",
  notes: [
    "Entries are the window's own; it numbers them where it may have to send one again, because it does not know whether it arrived.",
  ],
  query: {},
  body: { as: "fields", fields: { session, entries: Type.Array(jsonValue, { maxItems: 1000 }) } },
  output: reply({
    entries: Type.Integer({ minimum: 0, description: "Length of the journal now." }),
  }),
  work: "inline",
  errors: ["bad-input", "conflict", "too-large"],
});

export const workspaceRelease = defineEndpoint({
  method: "POST",
  path: "/semascope/workspace-release",
  group: GROUP,
  summary: "Releases the workspace when its window closes.",
  query: {},
  body: { as: "fields", fields: { session } },
  output: reply({ released: Type.Boolean() }),
  work: "inline",
  errors: ["bad-input"],
});
