/** The system's name of a failure such as `ENOENT`, or the empty string. */
export function codeOf(cause: unknown): string {
  if (typeof cause !== "object" || cause === null) return "";
  if ("code" in cause) return String(cause.code);
  return CODES.find(([words]) => words.test(String(cause)))?.[1] ?? "";
}

/** DuckDB passes on the words of the system and not its codes. */
const CODES: readonly (readonly [RegExp, string])[] = [
  [/no space left on device|not enough space on the disk/i, "ENOSPC"],
  [/quota exceeded/i, "EDQUOT"],
  [/file too large/i, "EFBIG"],
  [/too many open files/i, "EMFILE"],
  [/permission denied/i, "EACCES"],
];
