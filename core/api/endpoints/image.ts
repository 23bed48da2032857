import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import {
  getFingerprint,
  imageEncoding,
  pictureSettings,
  retinaName,
  sparsity,
} from "../schema/parameters.ts";
import { expression, image, media } from "../schema/replies.ts";

const ERRORS = [
  "bad-input",
  "bad-expression",
  "bad-position",
  "unknown-term",
  "empty-text",
  "no-known-words",
  "unknown-retina",
] as const;

const FORMAT =
  "128 * image_scalar + 2 pixels per side with a transparent frame of one pixel; from scalar 3 on `circle` draws round dots.";

export const draw = defineEndpoint({
  method: "POST",
  path: "/image",
  group: "Image",
  summary: "A picture of an expression's fingerprint.",
  notes: [FORMAT, "Besides PNG, `base64/svg` and `binary/svg` answer a vector picture."],
  query: {
    retina_name: retinaName,
    ...pictureSettings,
    image_encoding: imageEncoding,
    sparsity,
  },
  body: { as: "json", schema: expression },
  output: media,
  replyAs: "media",
  work: "pool",
  errors: ERRORS,
});

export const compare = defineEndpoint({
  method: "POST",
  path: "/image/compare",
  group: "Image",
  summary: "Two fingerprints and, between them, their overlay.",
  notes: [FORMAT, "Three panels side by side: left, overlay, right."],
  query: { retina_name: retinaName, ...pictureSettings, image_encoding: imageEncoding },
  body: { as: "json", schema: Type.Array(expression, { minItems: 2, maxItems: 2 }) },
  output: media,
  replyAs: "media",
  work: "pool",
  errors: ERRORS,
});

export const bulk = defineEndpoint({
  method: "POST",
  path: "/image/bulk",
  group: "Image",
  summary: "Pictures of many expressions, as base64 inside JSON.",
  notes: ["Every expression is answered; at most 100 per call."],
  query: {
    retina_name: retinaName,
    ...pictureSettings,
    sparsity,
    get_fingerprint: getFingerprint,
  },
  body: { as: "json", schema: Type.Array(expression) },
  output: Type.Array(image),
  work: "pool",
  // Large pictures take a second each.
  isBulk: true,
  errors: [...ERRORS, "too-large"],
});
