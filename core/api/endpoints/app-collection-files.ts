import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { requiredText } from "../schema/parameters.ts";
import { count, reply } from "../schema/replies.ts";

export const collectionUpload = defineEndpoint({
  method: "POST",
  path: "/semascope/collection-upload",
  group: "Application: collections",
  summary: "Takes a file, or the next part of one, that a collection is to be made of.",
  notes: [
    "`path` is what `app.collectionPreview` and `app.jobStart` take; the file is forgotten once it has been imported.",
  ],
  query: {
    file: requiredText("Name of the file; its extension determines how it is read."),
    upload: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{32}$",
        description: "What the first part answered; left out, a new file begins.",
      }),
    ),
  },
  body: { as: "bytes" },
  output: reply({
    upload: Type.String(),
    path: Type.String({ description: "Stands for the file in other calls." }),
    bytes: count,
  }),
  work: "inline",
  maxBytes: 32 * 1024 * 1024,
  errors: ["bad-input", "forbidden", "not-found"],
});
