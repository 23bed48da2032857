import type { ErrorCode } from "../../errors.ts";

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
  timeout: 8,
  "cluster-problem": 9,
  cancelled: 130,
};
