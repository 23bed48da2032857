/** The system's name of a failure such as `ENOENT`, or the empty string. */
export function codeOf(cause: unknown): string {
  if (typeof cause !== "object" || cause === null || !("code" in cause)) return "";
  return String(cause.code);
}
