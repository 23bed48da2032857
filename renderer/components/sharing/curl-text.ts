import { toRequest } from "../../../core/api/to-request.ts";
import type { RequestSource } from "../../model/export-source.ts";

const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Linux takes no argument of over 128 KiB. */
const LONGEST_ARGUMENT = 30_000;

/** A call for the command line. The key, where one is needed, belongs in the `api-key` header. */
export function curlText(source: RequestSource, origin: string): string {
  const { method, target, body } = toRequest(source.name, source.args as never);
  const parts = [`curl -X ${method} ${shellQuote(`${origin}${target}`)}`];
  if (typeof body !== "string") return parts.join("");
  parts.push(`-H 'Content-Type: application/json'`);
  if (body.length > LONGEST_ARGUMENT)
    return `${[...parts, "--data-binary @- <<'END'"].join(" \\\n  ")}\n${body}\nEND`;
  return [...parts, `--data-raw ${shellQuote(body)}`].join(" \\\n  ");
}
