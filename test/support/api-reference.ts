import type { TObject, TProperties, TSchema, TUnion } from "#typebox";
import type { Name } from "../../core/api/client-types.ts";
import { collectionQuery, predicateSchema } from "../../core/api/schema/collection-types.ts";
import type { Endpoint } from "../../core/api/schema/define-endpoint.ts";
import { BASE_PATH, endpoints, names } from "../../core/api/table.ts";

const START = "<!-- api:start -->\n";
const END = "<!-- api:end -->";

/** A document with the part between the marks written again from the table. */
export function withReference(document: string): string {
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start === -1 || end === -1) throw new Error("The document has no place for the reference.");
  return `${document.slice(0, start + START.length)}\n${apiReference()}\n\n${document.slice(end)}`;
}

/** The reference of the API as Markdown, from the table alone. */
export function apiReference(): string {
  const groups = [...new Set(names.map((name) => endpoints[name].group))];
  return [...groups.map(groupSection), ...querySections()].join("\n\n");
}

function groupSection(group: string): string {
  const own = names.filter((name) => endpoints[name].group === group);
  return [`### ${group}`, ...own.map(endpointSection)].join("\n\n");
}

function endpointSection(name: Name): string {
  const endpoint: Endpoint = endpoints[name];
  const aliases = (endpoint.aliases ?? []).map((path) => `\`${BASE_PATH}${path}\``).join(", ");
  const facts = [
    ...fieldLines("Query", endpoint.query),
    ...bodyLines(endpoint),
    `- Answers: ${answerOf(endpoint)}`,
    ...(endpoint.errors.length === 0
      ? []
      : [`- Errors: ${[...new Set(endpoint.errors)].map((code) => `\`${code}\``).join(", ")}`]),
    ...(aliases === "" ? [] : [`- Also at: ${aliases}`]),
    ...(endpoint.notes ?? []).map((note) => `- ${note}`),
  ];
  return [
    `#### ${endpoint.method} ${BASE_PATH}${endpoint.path}`,
    `${endpoint.summary} (\`${name}\`)`,
    facts.join("\n"),
  ].join("\n\n");
}

function bodyLines({ body }: Endpoint): string[] {
  switch (body.as) {
    case "none":
      return [];
    case "text":
      return ["- Body: text"];
    case "bytes":
      return ["- Body: the bytes of the file"];
    case "json":
      return [`- Body: ${typeOf(body.schema)}`];
    case "fields":
      return fieldLines("Body", body.fields);
  }
}

function fieldLines(what: string, fields: TProperties): string[] {
  return Object.entries(fields).map(([field, schema]) => {
    const { description, default: usual } = schema as { description?: string; default?: unknown };
    const isOptional = "~optional" in schema;
    const status = usual !== undefined ? `, \`${usual}\`` : isOptional ? ", optional" : "";
    const text = description === undefined ? "" : `: ${description}`;
    return `- ${what} \`${field}\` (${typeOf(schema)}${status})${text}`;
  });
}

const answerOf = ({ output, replyAs }: Endpoint): string =>
  replyAs === "media" ? "the picture" : typeOf(output);

/** A schema in a few words. */
function typeOf(schema: TSchema): string {
  const {
    title,
    type,
    enum: choices,
    items,
    properties,
    anyOf,
    $ref,
    "x-schema": named = $ref,
  } = schema as {
    title?: string;
    type?: string | readonly string[];
    enum?: readonly string[];
    items?: TSchema;
    properties?: TProperties;
    anyOf?: readonly TSchema[];
    $ref?: string;
    "x-schema"?: string;
  };
  if (named !== undefined) return named;
  if (title !== undefined) return title;
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(" or ");
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
  if (type === "array") return `list of ${items === undefined ? "values" : typeOf(items)}`;
  if (type === "object" && properties !== undefined)
    return `{ ${Object.keys(properties).join(", ")} }`;
  return [type ?? "any JSON"].flat().join(" or ");
}

/** What may be asked of collections: the same in every endpoint that takes a query. */
const querySections = () => [
  "### CollectionQuery",
  String((collectionQuery as Described).description),
  fieldLines("Member", (collectionQuery as unknown as TObject).properties).join("\n"),
  "### Predicate",
  String((predicateSchema as Described).description),
  (predicateSchema as TUnion).anyOf
    .map((test: TSchema) => {
      const { description } = test as Described;
      return `- \`${typeOf(test)}\`${description === undefined ? "" : `: ${description}`}`;
    })
    .join("\n"),
];
interface Described {
  readonly description?: string;
}
