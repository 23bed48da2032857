import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { type TProperties, Type } from "typebox";
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

/** What checking the arguments of one endpoint takes; made at its first call. */
interface Check {
  readonly validate: ValidateFunction;
  /** Numbers that are cut to a limit, by field. */
  readonly clamps: readonly (readonly [field: string, most: number])[];
}

const checks = new Map<Name, Check>();

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
  const { validate, clamps } = checkOf(name, endpoint);
  if (!validate(input)) throw inputError(validate.errors?.[0]);
  for (const [field, most] of clamps)
    if (typeof input[field] === "number" && input[field] > most) input[field] = most;
  return input;
}

function checkOf(name: Name, endpoint: Endpoint): Check {
  const known = checks.get(name);
  if (known !== undefined) return known;
  const fields = argumentFields(endpoint);
  const clamps = Object.entries(fields).flatMap(([field, schema]) => {
    const most = (schema as { "x-clamp"?: number })["x-clamp"];
    return most === undefined ? [] : [[field, most] as const];
  });
  const check = { validate: ajv.compile(Type.Object({ ...fields })), clamps };
  checks.set(name, check);
  return check;
}

/** Fields of a call by name, body members included. */
function argumentFields({ query, body }: Endpoint): TProperties {
  if (body.as === "fields") return { ...query, ...body.fields };
  if (body.as === "text") return { ...query, text: Type.String() };
  if (body.as === "json") return { ...query, body: body.schema };
  return query;
}

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
