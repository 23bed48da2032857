import type { TSchema } from "typebox";
import { type ErrorCode, errorStatus } from "../errors.ts";
import type { Name } from "./client-types.ts";
import type { Endpoint } from "./define-endpoint.ts";
import { groups } from "./groups.ts";
import { names } from "./is-name.ts";
import { errorReference, type Json, jsonText, NamedSchemas } from "./openapi-schemas.ts";
import { BASE_PATH, endpoints } from "./table.ts";

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
    const alias = { ...operation, operationId: `${name}.${index}`, deprecated: true };
    return [path, { [endpoint.method.toLowerCase()]: index === 0 ? operation : alias }];
  });
}

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
      return { "application/octet-stream": {} };
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

function successOf({ output, replyAs }: Endpoint, schemas: NamedSchemas): Json {
  const schema = schemas.plain(output);
  if (replyAs !== "media")
    return { description: "The answer.", content: { "application/json": { schema } } };
  return {
    description: "The picture.",
    content: {
      "image/png": {},
      "image/svg+xml": { schema: { type: "string" } },
    },
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
