import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { count, nullable, oneOf, reply } from "../schema/replies.ts";

const GROUP = "Application: collections";

const connection = {
  urls: Type.Array(Type.String(), {
    description: "Addresses of nodes, without user and password.",
    minItems: 1,
    maxItems: 50,
  }),
  user: Type.Optional(Type.String({ maxLength: 500 })),
  password: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: "Left out: the one that is kept for this user and these addresses.",
    }),
  ),
  authorityFile: Type.Optional(
    Type.String({
      maxLength: 4000,
      description:
        "File of the host with the certificate of the authority that issued the cluster's.",
    }),
  ),
};

const report = reply(
  {
    usable: Type.Boolean(),
    problem: Type.String({ description: "What is wrong, for programs; empty where nothing is." }),
    message: Type.String({ description: "One sentence for a person." }),
    version: Type.String(),
    nodes: count,
    clauses: Type.Integer({ minimum: 0, description: "The most clauses a query may have." }),
  },
  { title: "ClusterReport" },
);

export const cluster = defineEndpoint({
  method: "GET",
  path: "/semascope/cluster",
  group: GROUP,
  summary: "The cluster that keeps the collections, and who named it.",
  notes: ["A password that is kept is never sent."],
  query: {},
  body: { as: "none" },
  output: reply({
    source: oneOf(["none", "start", "settings"]),
    urls: Type.Array(Type.String()),
    user: nullable(Type.String()),
    hasPassword: Type.Boolean(),
    authorityFile: nullable(Type.String()),
  }),
  work: "inline",
  errors: [],
});

export const clusterCheck = defineEndpoint({
  method: "POST",
  path: "/semascope/cluster-check",
  group: GROUP,
  summary: "Tries a cluster: address, certificate, sign-in, version, rights. Nothing is kept.",
  query: {},
  body: { as: "fields", fields: connection },
  output: report,
  work: "inline",
  errors: ["forbidden", "conflict"],
});

export const clusterUse = defineEndpoint({
  method: "POST",
  path: "/semascope/cluster-use",
  group: GROUP,
  summary: "Tries a cluster and keeps collections there from now on.",
  query: {},
  body: { as: "fields", fields: connection },
  output: report,
  work: "inline",
  errors: ["cluster-problem", "forbidden", "conflict"],
});

export const clusterForget = defineEndpoint({
  method: "POST",
  path: "/semascope/cluster-forget",
  group: GROUP,
  summary: "Keeps collections on this machine from now on; those of the cluster stay there.",
  query: {},
  body: { as: "none" },
  output: reply({ forgotten: Type.Boolean() }),
  work: "inline",
  errors: ["forbidden", "conflict"],
});
