import type { Cancellation } from "./cancellation.ts";

/** Every failure a caller can be told about, with the HTTP status it maps to. Codes never change once shipped. */
export const errorStatus = {
  "bad-input": 400,
  "bad-expression": 400,
  "bad-position": 400,
  "unknown-term": 400,
  "unknown-retina": 400,
  "unknown-context": 400,
  "unknown-collection": 400,
  "unknown-column": 400,
  "empty-text": 400,
  "no-known-words": 400,
  "empty-fingerprint": 400,
  "bad-retina-file": 400,
  "bad-corpus": 400,
  unauthorized: 401,
  forbidden: 403,
  "not-found": 404,
  "method-not-allowed": 405,
  conflict: 409,
  "too-large": 413,
  cancelled: 499,
  internal: 500,
  busy: 503,
  interrupted: 503,
  "cluster-problem": 503,
  timeout: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;
/** What a program needs to act on the failure: the field, the value, the limit, suggestions. JSON values only. */
export type ErrorDetails = Readonly<Record<string, string | number | readonly string[]>>;

/** What crosses a process boundary. Structured clone and JSON both lose a custom error class, so this is plain data. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** A failure the caller can act on: a stable code, a sentence for a person, the data for a program. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor({ code, message, details }: ErrorData, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  /** Anything unforeseen becomes "internal", so no stack or path leaks to a caller. */
  static toData(cause: unknown): ErrorData {
    if (cause instanceof ApiError)
      return { code: cause.code, message: cause.message, details: cause.details };
    return { code: "internal", message: "Something went wrong inside the engine.", details: {} };
  }
}

const fail = (code: ErrorCode, message: string, details: ErrorDetails = {}) =>
  new ApiError({ code, message, details });

export const badInput = (field: string, message: string, details: ErrorDetails = {}) =>
  fail("bad-input", message, { field, ...details });

/** `wanted` completes “the field must be …”. */
export const badValue = (field: string, wanted: string, value: unknown) =>
  badInput(field, `“${field}” must be ${wanted}, not ${shown(value)}.`, { value: shown(value) });

/** `path` names the offending node of the expression, e.g. `and[1].sub[0]`; empty for the root. */
export const badExpression = (path: string, reason: string, details: ErrorDetails = {}) =>
  fail("bad-expression", path === "" ? reason : `${reason} (at ${path})`, { path, ...details });

export const badPosition = (path: string, value: unknown) =>
  fail("bad-position", `A position is a whole number from 0 to 16383, not ${shown(value)}.`, {
    path,
    value: shown(value),
  });

export const unknownTerm = (term: string, retina: string, suggestions: readonly string[] = []) =>
  fail(
    "unknown-term",
    `The retina “${retina}” has no term “${clip(term)}”.${didYouMean(suggestions)}`,
    { term: clip(term), retina, suggestions },
  );

export const unknownRetina = (name: string, known: readonly string[]) =>
  fail(
    "unknown-retina",
    known.length === 0
      ? "No retina is installed; install or train one first."
      : `No retina is called “${clip(name)}”; there are: ${known.join(", ")}.`,
    { field: "retina_name", value: clip(name), known },
  );

export const unknownContext = (id: number, count: number) =>
  fail("unknown-context", `There is no context ${id}; the ids run from 0 to ${count - 1}.`, {
    field: "context_id",
    value: id,
    count,
  });

export const unknownCollection = (name: string, known: readonly string[] = []) =>
  fail(
    "unknown-collection",
    known.length === 0
      ? `There is no collection “${clip(name)}”; import one first.`
      : `No collection is called “${clip(name)}”; there are: ${known.slice(0, 10).map(clip).join(", ")}.`,
    { field: "collection", value: clip(name), known: known.slice(0, 10).map(clip) },
  );

export const unknownFilter = (name: string, known: readonly string[]) =>
  fail(
    "not-found",
    known.length === 0
      ? `There is no filter “${clip(name)}”, nor any other.`
      : `There is no filter “${clip(name)}”; there are: ${known.slice(0, 10).map(clip).join(", ")}.`,
    { field: "name", value: clip(name), known: known.slice(0, 10).map(clip) },
  );

/** Of a column or a saved score. */
export const unknownColumn = (field: string, name: string, known: readonly string[]) =>
  fail(
    "unknown-column",
    `“${field}”: there is no “${clip(name)}”; there ${known.length === 0 ? "is none yet" : `are: ${known.slice(0, 20).map(clip).join(", ")}`}.`,
    { field, value: clip(name), known: known.slice(0, 20).map(clip) },
  );

export const emptyText = (field: string) =>
  fail("empty-text", "The text is empty; send at least one word.", { field });

export const noKnownWords = (words: readonly string[], retina: string) =>
  fail("no-known-words", `None of the words of this text is in the retina “${retina}”.`, {
    retina,
    words: words.slice(0, 20).map(clip),
  });

/** `use` is what cannot be done with it. */
export const emptyFingerprint = (what: string, use = "searched") =>
  fail("empty-fingerprint", `${what} has no position left, so nothing can be ${use} with it.`);

export const badRetinaFile = (reason: string, details: ErrorDetails = {}) =>
  fail("bad-retina-file", reason, details);

export const badPack = (reason: string, details: ErrorDetails = {}) =>
  fail("bad-retina-file", reason, details);

/** Of what reads texts by an encoder: its file, its encoder, or what it is used for. */
export const badReader = (reason: string, details: ErrorDetails = {}) =>
  badInput("reader", reason, details);

export const badCorpus = (reason: string, details: ErrorDetails = {}) =>
  fail("bad-corpus", reason, details);

export const unauthorized = (message: string) => fail("unauthorized", message);
export const forbidden = (message: string) => fail("forbidden", message);
export const notFound = (message: string) => fail("not-found", message);
export const methodNotAllowed = (message: string) => fail("method-not-allowed", message);
export const conflict = (message: string, details: ErrorDetails = {}) =>
  fail("conflict", message, details);
/** Of what is kept on a disk, and is not as it was written. */
export const damagedCollection = (reason: string) =>
  fail(
    "conflict",
    `The collection is damaged: ${reason}. Restore a copy of its files, or remove it and import again.`,
    { state: "damaged" },
  );
export const tooLarge = (what: string, size: number, limit: number) =>
  fail("too-large", `${what} is ${size}; at most ${limit} is accepted.`, { size, limit });
export const answerTooLarge = (what: string, limit: number) =>
  fail(
    "too-large",
    `The answer would contain more than ${limit} ${what}; send fewer items at a time, or request fewer rows of each.`,
    { limit },
  );
/** Of rows that are counted or compared by their words. */
export const tooManyWords = (limit: number) =>
  fail(
    "too-large",
    `These rows have more than ${limit} different words, which is more than can be compared; restrict the rows.`,
    { limit },
  );
/** A body over the limit; `size` where the client announced one. */
export const bodyTooLarge = (limit: number, size?: number) =>
  fail(
    "too-large",
    size === undefined
      ? `The body has more than the ${limit} bytes that are accepted.`
      : `The body has ${size} bytes; at most ${limit} are accepted.`,
    { field: "body", limit, ...(size === undefined ? {} : { size }) },
  );
/** Of a call or a task whose thread had to be ended. */
export const outOfMemory = () =>
  fail("too-large", "This needs more memory than is available; send less at a time.");
/** Of a call or a task whose thread ended while it worked; the same may well succeed when it is asked for again. */
export const threadEnded = () =>
  fail("interrupted", "The thread that worked on this stopped unexpectedly; start it again.");
/** Of a question to a service of this machine that did not come through. */
export const serviceGone = (url: string) =>
  fail(
    "interrupted",
    `The service at ${url} ended or cannot be reached; ask again, or start it with semascope serve.`,
    { url },
  );
export const headTooLarge = (limit: number) =>
  fail("too-large", `Address and headers have more than ${limit} bytes together.`, { limit });
export const sentTooSlowly = () =>
  fail("timeout", "The request did not arrive in time; it was not read to its end.");
export const busy = (message: string) => fail("busy", message);
export const notEnoughMemory = (what: string) =>
  fail(
    "busy",
    `There is not enough memory to open ${what}; close other programs, or raise the limit of this one (ulimit -v).`,
  );
export const timedOut = (seconds: number) =>
  fail("timeout", `This took longer than ${seconds} seconds and was stopped.`, { seconds });
/** `what` is to be saved; `reason` is what the system says, in words. */
export const cannotWrite = (what: string, reason: string) =>
  fail("internal", `${what} could not be saved: ${reason}.`, { reason });
export const cancelled = () => fail("cancelled", "Stopped on request.");

/** Called by long work at every step. */
export function throwIfCancelled(signal: Cancellation): void {
  if (signal.aborted) throw cancelled();
}

const LONGEST_ECHO = 80;
const clip = (text: string) =>
  text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}…` : text;
/** Of a list or an object only what it is: it may be large, or hold itself. */
function shown(value: unknown): string {
  if (typeof value === "string") return `“${clip(value)}”`;
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : clip(String(value));
}
const didYouMean = (suggestions: readonly string[]) =>
  suggestions.length === 0 ? "" : ` Did you mean ${suggestions.join(", ")}?`;
