import type { TSchema } from "typebox";
import { type ErrorCode, errorStatus } from "../errors.ts";
import type { Name } from "./client-types.ts";
import type { Endpoint } from "./define-endpoint.ts";
import { names } from "./is-name.ts";
import { BASE_PATH, endpoints } from "./table.ts";

type Json = Record<string, unknown>;

/** The table as an OpenAPI 3.1 document. */
export function openApiDocument(version: string): Json {
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
    tags: [...new Set(names.map((name) => endpoints[name].group))].map((name) => ({ name })),
    paths: allPaths(),
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "api-key" } },
      schemas: { Expression: expressionSchema, Error: errorSchema },
    },
  };
}

/** Two endpoints may share a path by different methods. */
function allPaths(): Json {
  const paths: Record<string, Json> = {};
  for (const [path, item] of names.flatMap(pathsOf)) paths[path] = { ...paths[path], ...item };
  return paths;
}

function pathsOf(name: Name): [string, Json][] {
  const endpoint: Endpoint = endpoints[name];
  const all = [endpoint.path, ...(endpoint.aliases ?? [])];
  return all.map((path, index) => {
    const operation = operationOf(name, endpoint);
    const alias = { ...operation, operationId: `${name}.${index}`, deprecated: true };
    return [path, { [endpoint.method.toLowerCase()]: index === 0 ? operation : alias }];
  });
}

function operationOf(name: Name, endpoint: Endpoint): Json {
  const body = requestBody(endpoint);
  return {
    operationId: name,
    tags: [endpoint.group],
    summary: endpoint.summary,
    ...(endpoint.notes === undefined ? {} : { description: endpoint.notes.join("\n\n") }),
    parameters: Object.entries(endpoint.query).map(([field, schema]) => parameterOf(field, schema)),
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    responses: { "200": successOf(endpoint), ...failuresOf(endpoint) },
  };
}

function parameterOf(name: string, schema: TSchema): Json {
  const { description, ...rest } = plain(schema);
  const required = !("~optional" in schema);
  return {
    name,
    in: "query",
    required,
    ...(description === undefined ? {} : { description }),
    schema: rest,
  };
}

function requestBody({ body }: Endpoint): Json | undefined {
  switch (body.as) {
    case "none":
      return undefined;
    case "text":
      return { "text/plain": { schema: { type: "string", minLength: 1 } } };
    case "bytes":
      return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
    case "json":
      return { "application/json": { schema: plain(body.schema) } };
    case "fields": {
      const required = Object.keys(body.fields).filter(
        (field) => !("~optional" in (body.fields[field] as object)),
      );
      const properties = Object.fromEntries(
        Object.entries(body.fields).map(([field, schema]) => [field, plain(schema)]),
      );
      return { "application/json": { schema: { type: "object", properties, required } } };
    }
  }
}

function successOf({ output, replyAs }: Endpoint): Json {
  const schema = plain(output);
  if (replyAs !== "media")
    return { description: "The answer.", content: { "application/json": { schema } } };
  return {
    description: "The picture.",
    content: { "image/png": { schema }, "image/svg+xml": { schema } },
  };
}

function failuresOf({ errors }: Endpoint): Json {
  const codes: ErrorCode[] = [
    ...new Set<ErrorCode>(["bad-input", "unauthorized", ...errors, "internal"]),
  ];
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: codes.filter((code) => errorStatus[code] === status).join(", "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

/** The schema as JSON alone, without the marks that typebox hides in it; named schemas become references. */
const plain = (schema: TSchema): Json =>
  JSON.parse(JSON.stringify(schema), (_, value) =>
    typeof value?.["x-schema"] === "string"
      ? { $ref: `#/components/schemas/${value["x-schema"]}` }
      : value,
  ) as Json;

const operand = { type: "array", minItems: 1, items: { $ref: "#/components/schemas/Expression" } };
const only = (name: string, schema: Json) => ({
  type: "object",
  properties: { [name]: schema },
  required: [name],
});

const expressionSchema = {
  description: "Exactly one of these members counts; others are ignored.",
  oneOf: [
    only("term", { type: "string", minLength: 1 }),
    only("text", { type: "string", minLength: 1 }),
    only("positions", {
      type: "array",
      minItems: 1,
      items: { type: "integer", minimum: 0, maximum: 16383 },
    }),
    only("and", operand),
    only("or", operand),
    only("sub", operand),
    only("xor", operand),
  ],
};

const errorSchema = {
  type: "object",
  required: ["code", "message", "details", "requestId"],
  properties: {
    code: { type: "string", enum: Object.keys(errorStatus) },
    message: { type: "string" },
    details: { type: "object" },
    requestId: { type: "string" },
  },
};
