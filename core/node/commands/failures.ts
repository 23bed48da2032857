import { ApiError, type ErrorCode } from "../../errors.ts";
import { systemError } from "../config/system-error.ts";

/** What the program ends with, by error code; 0 is success. A new code without a number does not compile. */
export const exitCodes: Readonly<Record<ErrorCode, number>> = {
  internal: 1,
  "bad-input": 2,
  "bad-expression": 2,
  "bad-position": 2,
  "method-not-allowed": 2,
  "unknown-term": 3,
  "unknown-retina": 3,
  "unknown-context": 3,
  "unknown-collection": 3,
  "unknown-column": 3,
  "not-found": 3,
  "empty-text": 4,
  "no-known-words": 4,
  "empty-fingerprint": 4,
  "bad-retina-file": 5,
  "bad-corpus": 5,
  conflict: 6,
  unauthorized: 7,
  forbidden: 7,
  "too-large": 8,
  busy: 8,
  interrupted: 8,
  timeout: 8,
  "cluster-problem": 9,
  cancelled: 130,
};

/** How a failure is reported. */
interface Reporting {
  readonly wantsJson: boolean;
  /** Options of the command by the field of the API they stand for. */
  readonly optionOf?: Readonly<Record<string, string>>;
  /** Writes a line to standard error. */
  warn(line: string): void;
}

/** Reports a failure in a sentence, and a fault of the program with where it happened. @returns the exit code */
export function reportFailure(
  cause: unknown,
  { wantsJson, optionOf = {}, warn }: Reporting,
): number {
  const known = systemError(cause) ?? cause;
  const error = ApiError.toData(known);
  const { field = "" } = error.details;
  const option = optionOf[String(field)];
  const message =
    option === undefined ? error.message : error.message.replace(`“${field}”`, option);
  warn(wantsJson ? JSON.stringify({ ...error, message }) : message);
  // The others say in words what a person can do something about, such as a full disk.
  if (known instanceof Error && !(known instanceof ApiError)) warn(String(known.stack));
  return exitCodes[error.code];
}
