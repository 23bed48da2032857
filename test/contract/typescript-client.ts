import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import type { Name } from "../../core/api/client-types.ts";
import { openApiDocument } from "../../core/api/openapi.ts";
import type { Endpoint } from "../../core/api/schema/define-endpoint.ts";
import { endpoints } from "../../core/api/table.ts";
import type { AnsweredCall } from "./recorded.ts";

/** Larger values say nothing new about their type. */
const MOST_CHARACTERS = 20_000;
const CALLS_EACH = 3;

/** The types that a widely used generator makes of the OpenAPI document. */
export async function generateClient(): Promise<string> {
  const document = structuredClone(openApiDocument("1.0.0"));
  return astToString(await openapiTS(document as Parameters<typeof openapiTS>[0] & object));
}

/** A program that makes calls with those types, and reads their answers. */
export function programOf(answered: ReadonlyMap<Name, readonly AnsweredCall[]>): string {
  const uses = [...answered].flatMap(([name, calls]) =>
    someOf(calls).flatMap((call) => usesOf(name, call)),
  );
  return ['import type { paths } from "./client.ts";', ...uses].join("\n");
}

/** Some that are small, and in any case the smallest. */
function someOf(calls: readonly AnsweredCall[]): AnsweredCall[] {
  const sizes = new Map(calls.map((call) => [call, JSON.stringify(call).length]));
  const sizeOf = (call: AnsweredCall) => sizes.get(call) ?? 0;
  const small = calls.filter((call) => sizeOf(call) < MOST_CHARACTERS).slice(0, CALLS_EACH);
  return small.length > 0 ? small : calls.toSorted((a, b) => sizeOf(a) - sizeOf(b)).slice(0, 1);
}

function usesOf(name: Name, { args, value }: AnsweredCall): string[] {
  const endpoint: Endpoint = endpoints[name];
  const operation = `paths["${endpoint.path}"]["${endpoint.method.toLowerCase()}"]`;
  const { query, rest } = partsOf(endpoint, args);
  return [
    ...(Object.keys(endpoint.query).length === 0
      ? []
      : [use(`NonNullable<${operation}["parameters"]["query"]>`, query)]),
    ...bodiesOf(endpoint, rest).map(([type, body]) =>
      use(`NonNullable<${operation}["requestBody"]>["content"]["${type}"]`, body),
    ),
    ...(endpoint.replyAs === "media"
      ? []
      : [use(`${operation}["responses"][200]["content"]["application/json"]`, value)]),
  ];
}

function partsOf({ query }: Endpoint, args: Record<string, unknown>) {
  const isQuery = ([field]: [string, unknown]) => field in query;
  const all = Object.entries(args);
  return {
    query: Object.fromEntries(all.filter(isQuery)),
    rest: Object.fromEntries(all.filter((entry) => !isQuery(entry))),
  };
}

function bodiesOf({ body }: Endpoint, rest: Record<string, unknown>): [string, unknown][] {
  switch (body.as) {
    case "none":
      return [];
    case "text":
      return [
        ["text/plain", rest.text],
        ["application/json", rest.text],
        ["application/json", { text: rest.text }],
      ];
    case "json":
      return [["application/json", rest.body]];
    case "fields":
      return [["application/json", rest]];
    case "bytes":
      return [["application/octet-stream", "that carries bytes"]];
  }
}

const use = (type: string, value: unknown) => `((_: ${type}) => {})(${JSON.stringify(value)});`;

const run = promisify(execFile);
const TSC = path.resolve(import.meta.dirname, "../../node_modules/@typescript/native/bin/tsc");
const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: "ES2023",
  module: "ESNext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  types: [],
};

/** What the compiler says against a program that uses the client, a line each; empty when it is right. */
export async function compile(client: string, program: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-client-"));
  try {
    await writeFile(path.join(folder, "client.ts"), client);
    await writeFile(path.join(folder, "program.ts"), program);
    const config = { compilerOptions: OPTIONS, files: ["program.ts"] };
    await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
    await run(process.execPath, [TSC, "-p", folder, "--pretty", "false"], { maxBuffer: 2 ** 26 });
    return [];
  } catch (cause) {
    const { stdout = "" } = cause as { readonly stdout?: string };
    const said = stdout.split("\n").filter((line) => /^\S.* error TS\d+: /.test(line));
    if (said.length === 0) throw cause;
    return said;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
