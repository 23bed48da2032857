import { type ApiError, badInput, cannotWrite } from "../../errors.ts";

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

/** What a person can do something about, by the system's name of the failure. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "the disk is read-only",
  ENOENT: "it does not exist",
  ENOTDIR: "a part of its path is a file, not a folder",
  EISDIR: "it is a folder",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "the name is too long",
  ENOSPC: "the disk is full",
  EDQUOT: "this user has no more space",
  EFBIG: "the file has become larger than the system allows",
  EMFILE: "too many files are open; raise the limit, for example by “ulimit -n 1024”",
};

/** The reason of a failure of the file system in words; its code where there are none. */
export function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  return REASONS[code] ?? code;
}

/** What keeps a service from writing into its own folders. */
const DISK_CODES: readonly string[] = [
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOSPC",
  "EDQUOT",
  "EFBIG",
  "EMFILE",
];

/** Whether the disk is to blame for a failure. */
export const isDiskTrouble = (cause: unknown): boolean => DISK_CODES.includes(codeOf(cause));

/** Where it is, a sentence about `what` that says so; otherwise the failure itself. */
export const diskTrouble = (what: string, cause: unknown): unknown =>
  isDiskTrouble(cause) ? cannotWrite(what, reasonOf(cause)) : cause;

/** A failure of the file system as a sentence, about `known` where it names no file; nothing for any other. */
export function systemError(cause: unknown, known?: string): ApiError | undefined {
  if (!(cause instanceof Error) || REASONS[codeOf(cause)] === undefined) return undefined;
  const file = "path" in cause ? String(cause.path) : known;
  if (file === undefined) return cannotWrite("The result", reasonOf(cause));
  // A text given where a file is wanted would fill the window.
  const shown = codeOf(cause) === "ENAMETOOLONG" ? `${file.slice(0, 80)}...` : file;
  return badInput("file", `${shown} cannot be used: ${reasonOf(cause)}.`, { file: shown });
}
