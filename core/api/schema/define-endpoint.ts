import type { Static, TObject, TOptional, TProperties, TSchema } from "#typebox";
import type { ErrorCode } from "../../errors.ts";

/** A query or body field that the server fills in when the caller leaves it out. */
export type Defaulted<T extends TSchema = TSchema> = TOptional<T> & { readonly default: unknown };

/**
 * How the body of a request becomes arguments:
 * `text` is raw text under the name `text`; `json` is one JSON value under the name `body`; `fields` is a
 * JSON object whose members join those of the query; `bytes` is a binary upload under the name `bytes`.
 */
type Body =
  | { readonly as: "none" }
  | { readonly as: "text" }
  | { readonly as: "json"; readonly schema: TSchema }
  | { readonly as: "fields"; readonly fields: TProperties }
  | { readonly as: "bytes" };

/**
 * Where a call runs: `inline` on the main thread, because it takes a few milliseconds or needs the host itself (its files,
 * workspace); `pool` on a worker thread; `brief` inline while its texts are short, else on the pool; `collection` on the thread that stores the collections; `task` as a task with
 * progress.
 */
type Work = "inline" | "brief" | "pool" | "collection" | "task";

/** The one description of an endpoint; both transports, the client, OpenAPI and the reference follow from it. */
export interface Endpoint<
  Query extends TProperties = TProperties,
  B extends Body = Body,
  Output extends TSchema = TSchema,
> {
  readonly method: "GET" | "POST";
  /** Without the base path `/rest`. */
  readonly path: `/${string}`;
  /** Further paths that answer the same. */
  readonly aliases?: readonly `/${string}`[];
  readonly group: GroupName;
  readonly summary: string;
  /** What a reader of the reference should know beyond the summary. */
  readonly notes?: readonly string[];
  readonly query: Query;
  readonly body: B;
  readonly output: Output;
  /** `media` replies are a `Media` value whose data is the body as it is. */
  readonly replyAs?: "json" | "media";
  /** Types that a `media` reply may have; those of pictures when left out. */
  readonly mediaTypes?: readonly string[];
  readonly work: Work;
  /** May take minutes. Such calls leave one thread of the pool to the others. */
  readonly isBulk?: boolean;
  /** Most bytes of a body, where the host's general limit does not fit. */
  readonly maxBytes?: number;
  /** Codes a caller should handle; "bad-input", "interrupted" and "internal" are always possible. */
  readonly errors: readonly ErrorCode[];
}

/** Keeps each endpoint's own types; `Endpoint[]` would widen them away. */
export function defineEndpoint<
  const Query extends TProperties,
  const B extends Body,
  Output extends TSchema,
>(endpoint: Endpoint<Query, B, Output>): Endpoint<Query, B, Output> {
  return endpoint;
}

type BodyFields<B extends Body> = B extends { as: "fields"; fields: infer F extends TProperties }
  ? F
  : Record<never, TSchema>;

type BodyMember<B extends Body> = B extends { as: "text" }
  ? { text: string }
  : B extends { as: "json"; schema: infer S extends TSchema }
    ? { body: Static<S> }
    : B extends { as: "bytes" }
      ? { bytes: Uint8Array }
      : unknown;

type DefaultedKeys<P> = {
  [K in keyof P]: P[K] extends Defaulted ? K : never;
}[keyof P];

type Filled<P extends TProperties> = Static<TObject<P>> &
  Required<Pick<Static<TObject<P>>, DefaultedKeys<P> & keyof Static<TObject<P>>>>;

/** What a caller writes: fields with a default may be left out. */
export type ArgsOf<E> =
  E extends Endpoint<infer Q, infer B, TSchema>
    ? Flat<Static<TObject<Q>> & Static<TObject<BodyFields<B>>> & BodyMember<B>>
    : never;

/** What a handler receives: defaults filled in. */
export type InputOf<E> =
  E extends Endpoint<infer Q, infer B, TSchema>
    ? Flat<Filled<Q> & Filled<BodyFields<B>> & BodyMember<B>>
    : never;

/** What a call answers. */
export type OutputOf<E> = E extends Endpoint<TProperties, Body, infer O> ? Static<O> : never;

type Flat<T> = { [K in keyof T]: T[K] };

/** The groups of endpoints, in the order of the reference, each with what it is for. */
export const groups = {
  Retinas: "The maps that are installed; every other call names one, or takes the usual one.",
  Terms:
    "Words and phrases of a retina's vocabulary, with their fingerprints, contexts and neighbours.",
  Text: "Running text: its fingerprint, keywords, tokens, slices and language.",
  Expressions:
    "Fingerprints combined by `and`, `or`, `sub` and `xor`, of terms, texts and positions, nested as deep as you like.",
  Compare: "How much two expressions have in common.",
  Image: "Fingerprints as pictures.",
  Classify: "Filters that are made of example texts.",
  "Application: terms and map":
    "What the page needs to complete terms and to draw and name the map.",
  "Application: explore":
    "Expressions step by step, similar terms with shares and filters, and parts of the map.",
  "Application: compare":
    "Two expressions side by side, what lies between them, and why they match.",
  "Application: texts": "A text word by word, with keywords, slices and language at once.",
  "Application: category filters":
    "How good a filter is, what it may be blind to, and which texts it accepts.",
  "Application: jobs":
    "Tasks that run for longer than a call should: they report progress and keep their results.",
  "Application: collections":
    "Tables of texts on the map: importing, searching, counting, comparing and labelling their rows; and where they are kept, on this machine or on a cluster of OpenSearch.",
  "Application: retinas":
    "Installing, checking and removing retinas, and keeping what was trained.",
  "Application: workspace":
    "What a person is working on, saved on this machine by one window at a time.",
  "Application: about": "The program itself: its version, and whether it is ready.",
} as const;

type GroupName = keyof typeof groups;
