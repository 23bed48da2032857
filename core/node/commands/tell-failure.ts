import { ApiError } from "../../errors.ts";
import { systemError } from "../config/system-error.ts";
import { exitCodes } from "./exit-codes.ts";

/** How a failure is reported. */
export interface Telling {
  readonly wantsJson: boolean;
  /** Options of the command by the field of the API they stand for. */
  readonly optionOf?: Readonly<Record<string, string>>;
  /** Writes a line to standard error. */
  warn(line: string): void;
}

/** Reports a failure in a sentence, and a fault of the program with where it happened. @returns the exit code */
export function tellFailure(cause: unknown, { wantsJson, optionOf = {}, warn }: Telling): number {
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
