import { Type } from "typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { retinaName } from "../schema/parameters.ts";
import { retina } from "../schema/replies.ts";

export const list = defineEndpoint({
  method: "GET",
  path: "/retinas",
  group: "Retinas",
  summary: "The installed retinas, or the one that is named.",
  notes: ["An unknown name is an error, never an empty list."],
  query: { retina_name: retinaName },
  body: { as: "none" },
  output: Type.Array(retina),
  work: "short",
  errors: ["unknown-retina"],
});
