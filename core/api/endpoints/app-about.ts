import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { count, reply } from "../schema/replies.ts";

const GROUP = "Application: about";

export const about = defineEndpoint({
  method: "GET",
  path: "/semascope/about",
  group: GROUP,
  summary: "Version, platform, licences of what is built in, and timing so far.",
  query: {},
  body: { as: "none" },
  output: reply({
    version: Type.String(),
    licence: Type.String(),
    node: Type.String(),
    platform: Type.String(),
    threads: Type.Integer({ description: "Worker threads that long calls run on." }),
    licences: Type.Array(
      reply({ name: Type.String(), version: Type.String(), licence: Type.String() }),
    ),
    timing: Type.Array(
      reply({
        endpoint: Type.String(),
        calls: count,
        medianMilliseconds: Type.Number(),
        worstMilliseconds: Type.Number(),
      }),
      { description: "Of this run, most called first." },
    ),
  }),
  work: "inline",
  errors: [],
});

export const health = defineEndpoint({
  method: "GET",
  path: "/semascope/health",
  group: GROUP,
  summary: "Whether the service can answer, and what it holds.",
  query: {},
  body: { as: "none" },
  output: reply({
    status: Type.Literal("ok"),
    retinas: Type.Array(Type.String()),
    uptimeSeconds: Type.Number(),
    waiting: Type.Integer({ description: "Calls that wait for a worker thread." }),
  }),
  work: "inline",
  errors: [],
});
