import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { defaulted } from "../schema/parameters.ts";
import { count, nullable, oneOf, reply } from "../schema/replies.ts";

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
  method: "POST",
  path: "/semascope/cluster",
  group: "Application: collections",
  summary: "The cluster that stores the collections: shows, checks, uses or forgets one.",
  notes: [
    "`check` tries address, certificate, sign-in, version and rights of the cluster that is given. `use` does so, too, and stores collections there from now on.",
    "`forget` stores collections on this machine from now on; those of the cluster stay there.",
    "A stored password is never sent.",
  ],
  query: {},
  body: {
    as: "fields",
    fields: {
      action: defaulted(oneOf(["show", "check", "use", "forget"], { default: "show" })),
      urls: Type.Optional(
        Type.Array(Type.String(), {
          description: "To check or use: addresses of nodes, without user and password.",
          minItems: 1,
          maxItems: 50,
        }),
      ),
      user: Type.Optional(Type.String({ maxLength: 500 })),
      password: Type.Optional(
        Type.String({
          maxLength: 1000,
          description: "Left out: the stored one of this user and these addresses.",
        }),
      ),
      authorityFile: Type.Optional(
        Type.String({
          maxLength: 4000,
          description:
            "File of the host with the certificate of the authority that issued the cluster's.",
        }),
      ),
    },
  },
  output: reply({
    source: oneOf(["none", "start", "settings"], { description: "Who named the cluster." }),
    urls: Type.Array(Type.String()),
    user: nullable(Type.String()),
    hasPassword: Type.Boolean(),
    authorityFile: nullable(Type.String()),
    report: nullable(report, { description: "Of a check or use; null otherwise." }),
  }),
  work: "inline",
  errors: ["cluster-problem", "forbidden", "conflict"],
});
