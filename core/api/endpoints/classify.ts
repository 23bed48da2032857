import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import { language, reader, requiredText, retinaName } from "../schema/parameters.ts";
import { categoryFilter } from "../schema/replies.ts";

const positive = Type.Object({ text: requiredText("A text that belongs.") });
const negative = Type.Object({ text: Type.String() });

export const createFilter = defineEndpoint({
  method: "POST",
  path: "/classify/create_category_filter",
  aliases: ["/classify/createCategoryFilter", "/classification/create_category_filter"],
  group: "Classify",
  summary: "One fingerprint for a category, learnt from texts that belong and texts that do not.",
  query: {
    retina_name: retinaName,
    language,
    reader,
    filter_name: requiredText("A name for the category."),
  },
  body: {
    as: "fields",
    fields: {
      positiveExamples: Type.Array(positive, { minItems: 1 }),
      negativeExamples: Type.Optional(Type.Union([Type.Array(negative), Type.Null()])),
    },
  },
  output: categoryFilter,
  work: "pool",
  errors: ["bad-input", "empty-text", "no-known-words", "too-large", "unknown-retina"],
});
