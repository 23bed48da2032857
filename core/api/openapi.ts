import type { TSchema } from "#typebox";
import { type ErrorCode, errorStatus } from "../errors.ts";
import type { Name } from "./client-types.ts";
import { predicateSchema } from "./schema/collection-types.ts";
import { type Endpoint, groups } from "./schema/define-endpoint.ts";
import { BASE_PATH, endpoints, names } from "./table.ts";

/** The table as an OpenAPI 3.1 document. */
export function openApiDocument(version: string): Json {
  const schemas = new NamedSchemas();
  const paths = allPaths(schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: "Semascope",
      version,
      description:
        "Semantic fingerprints: the Retina API and, under /semascope, what the application adds to it.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: BASE_PATH }],
    security: [{ apiKey: [] }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "api-key" } },
      schemas: schemas.all(),
    },
  };
}

/** Two endpoints may share a path by different methods. */
function allPaths(schemas: NamedSchemas): Json {
  const paths: Record<string, Json> = {};
  for (const [path, item] of names.flatMap((name) => pathsOf(name, schemas)))
    paths[path] = { ...paths[path], ...item };
  return paths;
}

function pathsOf(name: Name, schemas: NamedSchemas): [string, Json][] {
  const endpoint: Endpoint = endpoints[name];
  const all = [endpoint.path, ...(endpoint.aliases ?? [])];
  return all.map((path, index) => {
    const operation = operationOf(name, endpoint, schemas);
    const notes = [operation.description, ALIAS].filter((each) => each !== undefined);
    const description = notes.join("\n\n");
    const alias = { ...operation, operationId: `${name}.${index}`, description, deprecated: true };
    return [path, { [endpoint.method.toLowerCase()]: index === 0 ? operation : alias }];
  });
}

const ALIAS = "A path of version 1: parameters may have their names of then, such as `maxResults`.";

function operationOf(name: Name, endpoint: Endpoint, schemas: NamedSchemas): Json {
  const body = requestBody(endpoint, schemas);
  return {
    operationId: name,
    tags: [endpoint.group],
    summary: endpoint.summary,
    ...(endpoint.notes === undefined ? {} : { description: endpoint.notes.join("\n\n") }),
    parameters: Object.entries(endpoint.query).map(([field, schema]) =>
      parameterOf(field, schema, schemas.plain(schema)),
    ),
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    responses: { "200": successOf(endpoint, schemas), ...failuresOf(endpoint) },
  };
}

function parameterOf(name: string, schema: TSchema, plain: Json): Json {
  const { description, ...rest } = plain;
  const required = !("~optional" in schema);
  return {
    name,
    in: "query",
    required,
    ...(description === undefined ? {} : { description }),
    schema: rest,
  };
}

function requestBody({ body }: Endpoint, schemas: NamedSchemas): Json | undefined {
  switch (body.as) {
    case "none":
      return undefined;
    case "text":
      return {
        "text/plain": { schema: { type: "string", minLength: 1 } },
        "application/json": { schema: jsonText },
      };
    case "bytes":
      return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
    case "json":
      return { "application/json": { schema: schemas.plain(body.schema) } };
    case "fields": {
      const required = Object.keys(body.fields).filter(
        (field) => !("~optional" in (body.fields[field] as object)),
      );
      const properties = Object.fromEntries(
        Object.entries(body.fields).map(([field, schema]) => [field, schemas.plain(schema)]),
      );
      return { "application/json": { schema: { type: "object", properties, required } } };
    }
  }
}

const PICTURES = ["image/png", "image/svg+xml"];

function successOf(
  { output, replyAs, mediaTypes = PICTURES }: Endpoint,
  schemas: NamedSchemas,
): Json {
  const schema = schemas.plain(output);
  if (replyAs !== "media")
    return { description: "The answer.", content: { "application/json": { schema } } };
  const isText = (type: string) => /^text\/|json$|xml$/.test(type);
  return {
    description: mediaTypes === PICTURES ? "The picture." : "The file.",
    content: Object.fromEntries(
      mediaTypes.map((type) => [type, isText(type) ? { schema: { type: "string" } } : {}]),
    ),
  };
}

function failuresOf({ errors }: Endpoint): Json {
  const codes: ErrorCode[] = [
    ...new Set<ErrorCode>(["bad-input", "unauthorized", ...errors, "interrupted", "internal"]),
  ];
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: codes.filter((code) => errorStatus[code] === status).join(", "),
        content: { "application/json": { schema: errorReference } },
      },
    ]),
  );
}

type Json = Record<string, unknown>;

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/**
 * Turns schemas of the table into plain JSON, without the marks that typebox hides in them. Objects and unions with a title are
 * written once, under that name, and referred to everywhere else.
 */
export class NamedSchemas {
  readonly #named = new Map<string, Json>();

  /** @throws Error when two different objects have one title */
  plain(schema: TSchema): Json {
    return JSON.parse(JSON.stringify(schema), (_, value) => this.#referred(value)) as Json;
  }

  /** Every named schema, those of the callers' own making among them; by name. */
  all(): Json {
    const { $id: _, ...predicate } = this.plain(predicateSchema);
    const all = { ...documented, ...Object.fromEntries(this.#named), Predicate: predicate };
    return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #referred(value: unknown): unknown {
    if (!isObject(value)) return value;
    if (typeof value["x-schema"] === "string") return refTo(value["x-schema"]);
    // In the table a schema's own name is enough.
    if (typeof value.$ref === "string") return refTo(value.$ref);
    const isNamed = typeof value.title === "string";
    return isNamed && (value.type === "object" || value.anyOf !== undefined)
      ? this.#name(value.title as string, value)
      : value;
  }

  #name(name: string, schema: Json): Json {
    const known = this.#named.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas are called ${name}.`);
    this.#named.set(name, schema);
    return refTo(name);
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const errorReference = refTo("Error");

const only = (name: string, schema: Json): Json => ({
  type: "object",
  properties: { [name]: schema },
  required: [name],
});
const operands: Json = { type: "array", minItems: 1, items: refTo("Expression") };
const someText: Json = { type: "string", minLength: 1 };

/** Words that may say which language they are in. */
const withLanguage = (name: string): Json => ({
  ...only(name, someText),
  properties: {
    [name]: someText,
    language: {
      type: "string",
      pattern: "^([a-z]{2,3}|auto)?$",
      description: "Code of the language it is in, or `auto`.",
    },
  },
});

/** Each form of an expression under its own name: generators of clients make a type of each. */
const expressionForms: Readonly<Record<string, Json>> = {
  TermExpression: withLanguage("term"),
  TextExpression: withLanguage("text"),
  PositionsExpression: only("positions", {
    type: "array",
    minItems: 1,
    items: { type: "integer", minimum: 0, maximum: 16383 },
  }),
  AndExpression: only("and", operands),
  OrExpression: only("or", operands),
  SubExpression: only("sub", operands),
  XorExpression: only("xor", operands),
};

/** A text in a JSON body of the text endpoints. */
const jsonText: Json = { oneOf: [someText, only("text", someText)] };

/** Schemas that the engine's own code checks, so that the table only names them. */
const documented: Json = {
  Expression: {
    description: "Exactly one of these members counts; others are ignored.",
    oneOf: Object.keys(expressionForms).map(refTo),
  },
  ...expressionForms,
  TextOperand: only("text", someText),
  Error: {
    type: "object",
    required: ["code", "message", "details", "requestId"],
    properties: {
      code: { type: "string", enum: Object.keys(errorStatus) },
      message: { type: "string", description: "A sentence for a person." },
      details: {
        type: "object",
        description: "What a program needs to act on the failure: the field, the value, the limit.",
        additionalProperties: {
          anyOf: [
            { type: "string" },
            { type: "number" },
            { type: "array", items: { type: "string" } },
          ],
        },
      },
      requestId: { type: "string", description: "Names the request in the service's log." },
    },
  },
};
