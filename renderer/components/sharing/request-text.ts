import { toRequest } from "../../../core/api/to-request.ts";
import type { RequestKind, RequestSource } from "../../model/export-source.ts";

/** The call as a program would make it. The key, where one is needed, belongs in the `api-key` header. */
export function requestText(kind: RequestKind, source: RequestSource, origin: string): string {
  const { method, target, body } = toRequest(source.name, source.args as never);
  const url = `${origin}${target}`;
  const text = typeof body === "string" ? body : undefined;
  if (kind === "curl") return curl(method, url, text);
  return kind === "Python" ? python(method, url, text) : javascript(method, url, text);
}

const shellQuote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Linux takes no argument of over 128 KiB. */
const LONGEST_ARGUMENT = 30_000;

function curl(method: string, url: string, body: string | undefined): string {
  const parts = [`curl -X ${method} ${shellQuote(url)}`];
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json'`);
  if (body !== undefined && body.length > LONGEST_ARGUMENT)
    return `${[...parts, "--data-binary @- <<'END'"].join(" \\\n  ")}\n${body}\nEND`;
  if (body !== undefined) parts.push(`--data-raw ${shellQuote(body)}`);
  return parts.join(" \\\n  ");
}

function python(method: string, url: string, body: string | undefined): string {
  const lines = ["import requests", "", "response = requests.request("];
  lines.push(`    ${JSON.stringify(method)},`, `    ${JSON.stringify(url)},`);
  if (body !== undefined) lines.push(`    data=${JSON.stringify(body)}.encode(),`);
  return [...lines, ")", "response.raise_for_status()", "print(response.json())"].join("\n");
}

function javascript(method: string, url: string, body: string | undefined): string {
  const options = body === undefined ? { method } : { method, body };
  return [
    `const response = await fetch(${JSON.stringify(url)}, ${JSON.stringify(options)});`,
    "if (!response.ok) throw new Error(await response.text());",
    "console.log(await response.json());",
  ].join("\n");
}
