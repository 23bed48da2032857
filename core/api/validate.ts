import { Ajv2020, type ErrorObject, type ValidateFunction } from "#ajv";
import { type Static, type TProperties, type TSchema, Type } from "#typebox";
import { badInput, badValue } from "../errors.ts";
import type { Name } from "./client-types.ts";
import { predicateSchema } from "./schema/collection-types.ts";
import type { Endpoint } from "./schema/define-endpoint.ts";
import { endpoints } from "./table.ts";

const ajv = new Ajv2020({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  allErrors: false,
  strict: false,
  strictNumbers: true,
  validateFormats: false,
  // Making the schema of schemas takes a thread as long as all other code of this file; a test holds ours against it.
  meta: false,
  validateSchema: false,
  // Messages name the value that is wrong.
  verbose: true,
});

ajv.addSchema(predicateSchema);

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
  if (!isRecord(args)) throw badInput("", "The arguments must be an object of named fields.");
  const input: Record<string, unknown> = { ...args };
  if (endpoint.body.as === "bytes" && !(input.bytes instanceof Uint8Array))
    throw badInput("bytes", "The file's bytes are missing.");
  const { validate, clamps } = checkOf(name, endpoint);
  if (!isValid(validate, input)) throw inputError(tellingError(validate.errors ?? []));
  for (const [field, most] of clamps)
    if (typeof input[field] === "number" && input[field] > most) input[field] = most;
  return input;
}

/** Checks what comes by no call, such as the options of a command. @throws bad-input */
export function checkShape<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const validate = ajv.compile(schema);
  if (!isValid(validate, value)) throw inputError(tellingError(validate.errors ?? []));
  return value as Static<S>;
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

/** @throws bad-input where a schema that contains itself goes deeper than the stack */
function isValid(validate: ValidateFunction, input: unknown): boolean {
  try {
    return validate(input);
  } catch (cause) {
    if (cause instanceof RangeError) throw badInput("", "The arguments are nested too deeply.");
    throw cause;
  }
}

/** How an alternative of a union fails that was not meant. */
const NOT_MEANT = ["required", "minProperties", "const", "anyOf"];

/** Of the failures of all alternatives of a union the deepest: it is in the alternative that was meant. */
function tellingError(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depthOf = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  const deepest = Math.max(...errors.map(depthOf));
  const deep = errors.filter((error) => depthOf(error) === deepest);
  return (
    deep.find(({ keyword }) => !NOT_MEANT.includes(keyword)) ??
    deep.find(({ parentSchema }) => parentSchema?.["x-wanted"] !== undefined) ??
    deep[0]
  );
}

function inputError(error: ErrorObject | undefined) {
  if (error === undefined) return badInput("", "The arguments do not fit this call.");
  const { keyword, params, parentSchema } = error;
  const place = placeOf(error.instancePath);
  const member = (name: string) => (place === "" ? name : `${place}.${name}`);
  const { missingProperty = "", additionalProperty = "", property = "" } = params as WrongParams;
  switch (keyword) {
    case "required":
      return badInput(member(missingProperty), `“${member(missingProperty)}” is missing.`);
    case "additionalProperties": {
      const known = Object.keys(parentSchema?.properties ?? {}).join(", ");
      const whole = place === "" ? "This call" : `“${place}”`;
      return badInput(
        member(additionalProperty),
        `${whole} has no “${additionalProperty}”; there are: ${known}.`,
      );
    }
    case "dependentRequired":
      return badInput(
        member(property),
        `“${member(property)}” needs “${member(missingProperty)}” beside it.`,
      );
  }
  if (isEmpty(error)) return badInput(place, `“${place}” is empty.`);
  return badValue(place, wantedBy(error), tellingPartOf(error));
}

/** `/query/where/and/1` as a person writes it: `query.where.and[1]`. */
function placeOf(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/(^|\/)(\d+)(?=\/|$)/g, "[$2]")
    .replaceAll("/", ".")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}

const isEmpty = ({ keyword, data }: ErrorObject) =>
  (keyword === "minLength" || keyword === "minItems") && (data as ArrayLike<unknown>).length === 0;

/** Of a text or list that is too long or too short only its length is given. */
function tellingPartOf({ keyword, data }: ErrorObject): unknown {
  return keyword === "minItems" || keyword === "maxItems" || keyword === "maxLength"
    ? (data as ArrayLike<unknown>).length
    : data;
}

/** Completes “has to be …”. */
function wantedBy({ keyword, params, message, parentSchema }: ErrorObject): string {
  const { limit, allowedValues, type } = params as WrongParams;
  switch (keyword) {
    case "type":
      return [type ?? ""]
        .flat()
        .map((each) => TYPES[each] ?? `of type ${each}`)
        .join(" or ");
    case "enum":
      return `one of ${allowedValues?.join(", ")}`;
    case "minimum":
      return `at least ${limit}`;
    case "maximum":
      return `at most ${limit}`;
    case "maxLength":
      return `at most ${limit} characters long`;
    case "anyOf":
      return String(parentSchema?.["x-wanted"] ?? "one of several forms");
    case "minItems":
    case "maxItems":
      return lengthWantedBy(parentSchema as Lengths);
    default:
      return message?.replace(/^must (be )?/, "") ?? "something else";
  }
}

/** What ajv reports about a failure, as far as it is used. */
interface WrongParams {
  readonly limit?: number;
  readonly allowedValues?: readonly string[];
  readonly type?: string | readonly string[];
  readonly missingProperty?: string;
  readonly additionalProperty?: string;
  readonly property?: string;
}

interface Lengths {
  readonly minItems?: number;
  readonly maxItems?: number;
}

function lengthWantedBy({ minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Lengths): string {
  if (minItems === maxItems) return `a list of exactly ${minItems} items`;
  return maxItems === Number.POSITIVE_INFINITY
    ? `a list of at least ${minItems} items`
    : `a list of at most ${maxItems} items`;
}

const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a string",
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
