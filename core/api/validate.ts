import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { type TProperties, type TSchema, Type } from "typebox";
import { badInput } from "../errors.ts";
import type { Name } from "./client-types.ts";
import type { Endpoint } from "./define-endpoint.ts";
import { endpoints } from "./table.ts";

const ajv = new Ajv2020({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  allErrors: false,
  strict: false,
  strictNumbers: true,
  validateFormats: false,
});

/** Where the schemas of the table point to; expressions are checked by the engine's own parser. */
const components = { schemas: { Expression: {} } };

const compiled = new Map<Name, ValidateFunction>();

/**
 * Checks the arguments of a call and fills in defaults. Works on a shallow copy, so the caller's object stays
 * as it was. @throws bad-input with the name of the first field that is wrong
 */
export function checkArgs(name: Name, args: unknown): Record<string, unknown> {
  const endpoint: Endpoint = endpoints[name];
  if (!isRecord(args)) throw badInput("", "The arguments have to be an object of named fields.");
  const input: Record<string, unknown> = { ...args };
  if (endpoint.body.as === "bytes" && !(input.bytes instanceof Uint8Array))
    throw badInput("bytes", "The file's bytes are missing.");
  const validate = validatorOf(name, endpoint);
  if (!validate(input)) throw inputError(validate.errors?.[0]);
  return clamp(input, argumentFields(endpoint));
}

/** Fields of a call by name, body members included. */
export function argumentFields(endpoint: Endpoint): TProperties {
  const { query, body } = endpoint;
  if (body.as === "fields") return { ...query, ...body.fields };
  if (body.as === "text") return { ...query, text: Type.String() };
  if (body.as === "json") return { ...query, body: body.schema };
  return query;
}

function validatorOf(name: Name, endpoint: Endpoint): ValidateFunction {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const validate = ajv.compile({ ...Type.Object({ ...argumentFields(endpoint) }), components });
  compiled.set(name, validate);
  return validate;
}

/** A number above a field's `x-clamp` counts as that limit. */
function clamp(input: Record<string, unknown>, fields: TProperties): Record<string, unknown> {
  for (const [field, schema] of Object.entries(fields)) {
    const most = clampOf(schema);
    const value = input[field];
    if (most !== undefined && typeof value === "number" && value > most) input[field] = most;
  }
  return input;
}

const clampOf = (schema: TSchema): number | undefined =>
  (schema as { "x-clamp"?: number })["x-clamp"];

function inputError(error: ErrorObject | undefined) {
  if (error === undefined) return badInput("", "The arguments do not fit this call.");
  const missing =
    error.keyword === "required"
      ? `/${(error.params as { missingProperty: string }).missingProperty}`
      : "";
  const field = `${error.instancePath}${missing}`.slice(1).replaceAll("/", ".");
  const shown = field === "" ? "The input" : `“${field}”`;
  return badInput(field, `${shown} ${reasonOf(error)}.`);
}

function reasonOf({ keyword, message, params }: ErrorObject): string {
  if (keyword === "required") return "is missing";
  if (keyword === "enum")
    return `has to be one of ${(params as { allowedValues: string[] }).allowedValues.join(", ")}`;
  const { limit } = params as { limit?: number };
  if ((keyword === "minLength" || keyword === "minItems") && limit === 1) return "is empty";
  if (keyword === "minItems") return `has fewer than ${limit} items`;
  if (keyword === "maxItems") return `has more than ${limit} items`;
  return message?.replace(/^must /, "has to ") ?? "does not fit";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
