import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import {
  contextId,
  getFingerprint,
  paging,
  posType,
  requiredText,
  retinaName,
} from "../schema/parameters.ts";
import { context, term } from "../schema/replies.ts";

export const list = defineEndpoint({
  method: "GET",
  path: "/terms",
  group: "Terms",
  summary: "Looks up a term, a wildcard pattern, or pages through the whole vocabulary.",
  notes: [
    "No `term`: the vocabulary in order of falling frequency.",
    "An unknown term answers an empty list.",
    "`*` stands for any characters, `?` for exactly one; at least three literal characters must come first.",
  ],
  query: {
    retina_name: retinaName,
    term: Type.Optional(Type.String({ description: "A term or a pattern such as `app*`." })),
    ...paging(10, 1000),
    get_fingerprint: getFingerprint,
  },
  body: { as: "none" },
  output: Type.Array(term),
  work: "inline",
  errors: ["bad-input", "unknown-retina"],
});

export const contexts = defineEndpoint({
  method: "GET",
  path: "/terms/contexts",
  group: "Terms",
  summary: "The senses of a term, as clusters of its fingerprint.",
  notes: [
    "Ids count from 0 in the order of the full list, so `start_index=2` begins with id 2.",
    "An unknown term answers an empty list.",
  ],
  query: {
    retina_name: retinaName,
    term: requiredText("A term of the vocabulary."),
    ...paging(5, 100),
    get_fingerprint: getFingerprint,
  },
  body: { as: "none" },
  output: Type.Array(context),
  work: "pool",
  errors: ["bad-input", "unknown-retina"],
});

export const similar = defineEndpoint({
  method: "GET",
  path: "/terms/similar_terms",
  aliases: ["/terms/similarTerms"],
  group: "Terms",
  summary: "Terms whose fingerprints share most positions with the given term's.",
  notes: [
    "The term itself comes first. Equal scores are ordered by frequency, then by alphabet.",
    "An unknown term answers an empty list.",
  ],
  query: {
    retina_name: retinaName,
    term: requiredText("A term of the vocabulary."),
    context_id: contextId,
    pos_type: posType,
    ...paging(10, 1000),
    get_fingerprint: getFingerprint,
  },
  body: { as: "none" },
  output: Type.Array(term),
  work: "inline",
  errors: ["bad-input", "unknown-retina", "unknown-context"],
});
