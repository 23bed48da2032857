import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { retinaName } from "../schema/parameters.ts";
import { retina } from "../schema/replies.ts";

export const list = defineEndpoint({
  method: "GET",
  path: "/retinas",
  group: "Retinas",
  summary: "The installed retinas, or the one that is named.",
  notes: [
    "An unknown name is an error, never an empty list.",
    "With `language` those of other languages: each language pack makes one on every English map. One that no call has asked for yet has as many terms as its pack has words.",
  ],
  query: {
    retina_name: retinaName,
    language: Type.Optional(
      Type.String({
        description:
          "Retinas of this language, by its code, or of `all` languages that have a pack; with `retina_name` on that map only.",
      }),
    ),
  },
  body: { as: "none" },
  output: Type.Array(retina),
  work: "inline",
  errors: ["bad-input", "unknown-retina"],
});
