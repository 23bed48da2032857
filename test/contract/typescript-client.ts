import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
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
      return [["application/octet-stream", { anything: "that carries bytes" }]];
  }
}

const use = (type: string, value: unknown) => `((_: ${type}) => {})(${JSON.stringify(value)});`;

/** The language's own declarations and the client: each program would read them again. */
const readBefore = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says against a program that uses the client; empty when it is right. */
export function compile(client: string, program: string): string[] {
  const files = new Map([
    ["/client.ts", client],
    ["/program.ts", program],
  ]);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, version) => {
    const known = readBefore.get(name);
    const text = files.get(name);
    if (known !== undefined && (text === undefined || known.text === text)) return known;
    const read =
      text === undefined ? getSourceFile(name, version) : ts.createSourceFile(name, text, version);
    readBefore.set(name, read);
    return read;
  };
  const compiled = ts.createProgram(["/program.ts"], options, host);
  return ts.getPreEmitDiagnostics(compiled).map(({ messageText, file, start }) => {
    const line = file?.text.slice(start).split("\n", 1)[0]?.slice(0, 120) ?? "";
    return `${ts.flattenDiagnosticMessageText(messageText, "\n")} at ${line}`;
  });
}
