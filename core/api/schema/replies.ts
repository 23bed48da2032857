import { type Static, type TProperties, type TSchema, type TSchemaOptions, Type } from "#typebox";
import type { ExpressionJson, JsonValue } from "./json-value.ts";

/** An object of a reply: these members and no others, since some clients refuse what they do not know. */
export const reply = <P extends TProperties>(properties: P, options: TSchemaOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** A string that is one of `values`. */
export const oneOf = <const V extends readonly string[]>(values: V, options: TSchemaOptions = {}) =>
  Type.Unsafe<V[number]>({ type: "string", enum: values, ...options });

/** The schema or null; application replies give null where something is unknown. */
export const nullable = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

/** Positions 0..16383, ascending and unique. */
export const positions = Type.Array(Type.Integer({ minimum: 0, maximum: 16383 }), {
  description: "Set cells of the 128 x 128 map, 128 * row + column, ascending and unique.",
});

/** Positions as a caller may send them: any order, repeats allowed. */
export const givenPositions = Type.Array(Type.Integer({ minimum: 0, maximum: 16383 }), {
  maxItems: 16384 * 4,
  description: "Cells of the 128 x 128 map, 128 * row + column, in any order.",
});

/** One cell of the map. */
export const position = Type.Integer({ minimum: 0, maximum: 16383 });
/** A whole number from 0 on: clients written in Rust read nothing else. */
export const count = Type.Integer({ minimum: 0 });
const counted = (description: string) => Type.Integer({ minimum: 0, description });
/** The contract's Fingerprint; empty but present where positions were not asked for. */
export const fingerprint = reply({ positions }, { title: "Fingerprint" });

/** The only strings some clients can read as parts of speech. */
const POS_TYPE_NAMES = ["NOUN", "VERB", "ADJECTIVE", "NUMBER", "SYMBOL", "UNKNOWN"] as const;
/** In no fixed order. */
export const posTypes = Type.Array(oneOf(POS_TYPE_NAMES), {
  description: "Parts of speech the term is used as.",
});

const df = Type.Number({
  minimum: 0,
  maximum: 1,
  description: "Share of the corpus's documents that contain the term.",
});
/** A share, 0..1. */
export const documentFrequency = df;

/** The contract's Retina. */
export const retina = reply(
  {
    retinaName: Type.String(),
    description: Type.String(),
    numberOfTermsInRetina: count,
    numberOfRows: count,
    numberOfColumns: count,
  },
  { title: "Retina" },
);

/** The contract's Term; unknown members would break the Python client. */
export const term = reply(
  {
    term: Type.String(),
    df,
    score: Type.Number({ description: "Positions shared with the query; 0 without a query." }),
    pos_types: posTypes,
    fingerprint,
  },
  { title: "Term" },
);

/** The contract's Context. */
export const context = reply(
  { context_id: count, context_label: Type.String(), fingerprint },
  { title: "Context" },
);

/** The contract's Text. */
export const textSlice = reply({ text: Type.String(), fingerprint }, { title: "Text" });

/** The contract's Metric; `euclideanDistance` is a Dice distance. */
export const metric = reply(
  {
    cosineSimilarity: Type.Number({ description: "0 to 1; 1 for the same cells." }),
    euclideanDistance: Type.Number({ description: "The Dice distance, 0 to 1." }),
    jaccardDistance: Type.Number({ description: "Cells of one side alone, of those of either." }),
    overlappingAll: counted("Cells in common."),
    overlappingLeftRight: Type.Number({ description: "Cells in common, of those on the left." }),
    overlappingRightLeft: Type.Number({ description: "Cells in common, of those on the right." }),
    sizeLeft: counted("Cells on the left."),
    sizeRight: counted("Cells on the right."),
    weightedScoring: Type.Number({ description: "Cells in common, more where they are dense." }),
  },
  { title: "Metric" },
);

/** The contract's Image. */
export const image = reply(
  {
    image_data: Type.String({ description: "Base64 of the picture, without line breaks." }),
    fingerprint,
  },
  { title: "Image" },
);

/** The contract's CategoryFilter: positions flat, not inside a fingerprint. */
export const categoryFilter = reply(
  { categoryName: Type.String(), positions },
  { title: "CategoryFilter" },
);

/** The contract's LanguageRest; all null when it is unknown. */
export const language = reply(
  {
    language: nullable(Type.String({ description: "English name." })),
    iso_tag: nullable(Type.String({ description: "ISO 639-1 code." })),
    wiki_url: nullable(Type.String()),
  },
  { title: "LanguageRest" },
);

/** A picture: base64 text, SVG text or bytes, with the type to announce. */
export interface Media {
  readonly mediaType: string;
  readonly data: string | Uint8Array;
}
/** A picture as the body of the reply; over IPC a `Media` value. */
export const media = Type.Unsafe<Media>({
  title: "Picture",
  type: "string",
  format: "binary",
  description: "The picture itself; base64 text for the base64 encodings.",
});

/**
 * An expression is checked by the engine's own parser, which names the node that is wrong; so the schema
 * only documents it.
 */
export const expression = Type.Unsafe<ExpressionJson>({
  "x-schema": "Expression",
});

/** Any JSON object, for content the service only keeps. */
export const jsonObject = Type.Unsafe<Readonly<Record<string, JsonValue>>>({
  type: "object",
  additionalProperties: true,
});
/** Anything JSON can carry, only kept. */
export const jsonValue = Type.Unsafe<JsonValue>({});

/** A row of the contract. */
export type TermJson = Static<typeof term>;
/** A sense of the contract. */
export type ContextJson = Static<typeof context>;
/** Nine measures of the contract. */
export type MetricJson = Static<typeof metric>;
