import type { ErrorCode } from "../../errors.ts";
import { ApiError } from "../../errors.ts";

/** Fields of a tool by those of the endpoints that it asks; "" is where a word or text came from that the map does not know. */
export type FieldNames = Readonly<Record<string, string>>;

const COMMON: FieldNames = {
  retina_name: "retina",
  context_id: "sense",
  "sort.field": "sort",
  positiveExamples: "texts",
};
/** Errors about words, which endpoints report without a field where only one can be meant. */
const OF_WORDS: readonly ErrorCode[] = [
  "bad-expression",
  "empty-fingerprint",
  "empty-text",
  "no-known-words",
  "unknown-term",
];

/** The same error, naming the field as the caller of the tool wrote it. */
export function inCallersFields(cause: unknown, names: FieldNames = {}): unknown {
  if (!(cause instanceof ApiError)) return cause;
  const known = { ...COMMON, ...names };
  const { field = OF_WORDS.includes(cause.code) ? "" : undefined } = cause.details;
  if (typeof field !== "string") return cause;
  return withField(cause, known[field] ?? asWritten(field));
}

/** The same error about a field of the caller, whatever field of an endpoint it names. */
export const aboutField = (cause: unknown, field: string): unknown =>
  cause instanceof ApiError ? withField(cause, field) : cause;

/** The same error about rows that the caller described within another field, such as `a.` of a difference. */
export const aboutRows = (cause: unknown, within: string): unknown =>
  cause instanceof ApiError && typeof cause.details.field === "string"
    ? withField(cause, `${within}${asWritten(cause.details.field)}`)
    : cause;

/** A tool takes conditions as a flat list: `query.where.and[1].not.equals` is `where[1].equals` there. */
const asWritten = (field: string): string =>
  field.replace(/^query\./, "").replace(/^where\.(?:and|or)(\[\d+\])(?:\.not\b)?/, "where$1");

function withField({ code, message, details }: ApiError, field: string): ApiError {
  const before = typeof details.field === "string" ? details.field : "";
  const named = message
    .replaceAll(`“${before}”`, `“${field}”`)
    .replaceAll(
      /“(query\.[\w.[\]]+|where\.(?:and|or)\[[\w.[\]]+)”/g,
      (_, name: string) => `“${asWritten(name)}”`,
    );
  const isNamed = field === "" || named.includes(`“${field}`);
  return new ApiError({
    code,
    message: isNamed ? named : `“${field}”: ${named}`,
    details: field === "" ? details : { ...details, field },
  });
}
