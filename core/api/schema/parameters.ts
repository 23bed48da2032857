import { type TSchema, type TSchemaOptions, Type } from "#typebox";
import type { Defaulted } from "./define-endpoint.ts";
import { oneOf } from "./replies.ts";

/** Marks a field that the server fills in: optional for the caller, present for the handler. */
export const defaulted = <T extends TSchema>(schema: T) => Type.Optional(schema) as Defaulted<T>;

/** The map a call works on; `en_associative`, or else the first one installed, when it is left out. */
export const retinaName = Type.Optional(
  Type.String({ description: "Name of the retina; `en_associative` when left out." }),
);

/** Whose words the texts and terms of a call are. */
export const reader = Type.Optional(
  Type.String({
    description:
      "An extension: texts are read by the sentence encoder of the reader of this name (`semascope reader fit`) and not by their words. The two readings find each other badly: compare what was read alike.",
  }),
);

export const readerChecksum = Type.Optional(
  Type.String({
    description:
      "Required checksum of the reader, such as a collection reports for its own. A reader that was fitted again since is rejected.",
  }),
);

export const language = Type.Optional(
  Type.String({
    description:
      "Code of the language that texts and terms are in, such as `de`: a language pack reads them on the map of the retina. `auto` tells it of each text. Left out, all is read in the language of the retina.",
  }),
);

const startIndex = defaulted(
  Type.Integer({ default: 0, minimum: 0, description: "Rows to leave out at the beginning." }),
);

const maxResults = (usual: number, most: number) =>
  defaulted(
    Type.Integer({
      default: usual,
      minimum: 1,
      "x-clamp": most,
      description: `Rows to answer; more than ${most} counts as ${most}.`,
    }),
  );

/** `start_index` and `max_results`, the latter cut to `most`. */
export const paging = (usual: number, most: number) => ({
  start_index: startIndex,
  max_results: maxResults(usual, most),
});

/** Whether rows carry their positions; otherwise the list is empty but present. */
export const getFingerprint = defaulted(
  Type.Boolean({ default: false, description: "Answer the positions of each row too." }),
);

export const sparsity = defaulted(
  Type.Number({
    default: 1,
    description:
      "Greatest share of the map, between 0 and 1: a denser fingerprint is thinned to it. Any other number changes nothing.",
  }),
);

/** -1, as some clients write it, means all contexts. */
export const contextId = Type.Optional(
  Type.Integer({
    minimum: -1,
    description: "Only terms of this context of the input; -1 means all contexts.",
  }),
);

/** The parts of speech a caller can ask for. */
export const POS_TYPE_CHOICES = ["NOUN", "VERB", "ADJECTIVE"] as const;
/** Any other part of speech is an error, not an empty list. */
export const posType = Type.Optional(
  oneOf(POS_TYPE_CHOICES, { description: "Only terms used as this part of speech." }),
);

/** A string that has to be there and not be empty. */
export const requiredText = (description: string) => Type.String({ minLength: 1, description });

/** How many rows an application endpoint should answer. */
export const limit = (usual: number, most: number, options: TSchemaOptions = {}) =>
  defaulted(Type.Integer({ default: usual, minimum: 1, "x-clamp": most, ...options }));

/** Rows to leave out at the beginning of an application table. */
export const offset = defaulted(Type.Integer({ default: 0, minimum: 0 }));

/** How pictures of the service look. */
export const pictureSettings = {
  image_scalar: defaulted(
    Type.Integer({ default: 2, minimum: 1, maximum: 64, description: "Pixels a cell." }),
  ),
  plot_shape: defaulted(
    oneOf(["circle", "square"], { default: "circle", description: "What a cell is drawn as." }),
  ),
};

/** Base64 text or the bytes themselves; the vector form is our addition. */
export const imageEncoding = defaulted(
  oneOf(["base64/png", "binary/png", "base64/svg", "binary/svg"], { default: "base64/png" }),
);
