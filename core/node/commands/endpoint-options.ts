import type { TProperties, TSchema } from "#typebox";
import type { Name } from "../../api/client-types.ts";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import { endpoints } from "../../api/table.ts";
import type { Flags, OptionHelp } from "./command.ts";

/** How an option differs from the field of the endpoint that it stands for. */
interface OptionChange {
  /** What it is called on the command line; the field's name when left out. */
  readonly name?: string;
  readonly short?: string;
  /** What a value is called in the help. */
  readonly value?: string;
  /** What is taken when nobody says; the endpoint's own default when left out. */
  readonly usual?: number;
}

/** The fields of an endpoint that are options of a command, with how these differ. */
export type OptionFields = Readonly<Record<string, OptionChange>>;

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  /** Of a list. */
  readonly items?: FieldSchema;
}

/** The options that stand for these fields of an endpoint or object, with its words, choices and defaults. */
export function optionsFor(of: Name | TProperties, fields: OptionFields): OptionHelp[] {
  const schemas = fieldsOf(of);
  return Object.entries(fields).map(([field, change]) => {
    const schema = schemaOf(schemas, field);
    const usual = change.usual ?? schema.default;
    const isSwitch = schema.type === "boolean";
    return {
      name: change.name ?? field,
      ...(change.short === undefined ? {} : { short: change.short }),
      ...(isSwitch ? {} : { value: change.value ?? placeholderOf(schema.items ?? schema) }),
      ...(schema.type === "array" ? { several: true } : {}),
      help: [
        asHelp(schema.description ?? ""),
        ...(schema.enum === undefined ? [] : [`: ${schema.enum.join(", ")}`]),
        ...(usual === undefined || isSwitch ? [] : [` (${String(usual)})`]),
      ].join(""),
    };
  });
}

/** The arguments that the options of a command stand for; whether they fit is for the endpoint to say. */
export function argumentsFrom(
  flags: Flags,
  of: Name | TProperties,
  fields: OptionFields,
): Record<string, unknown> {
  const schemas = fieldsOf(of);
  const given: Record<string, unknown> = {};
  for (const [field, { name: option = field, usual }] of Object.entries(fields)) {
    const value = givenValue(flags, option, schemaOf(schemas, field));
    if (value !== undefined) given[field] = value;
    else if (usual !== undefined) given[field] = usual;
  }
  return given;
}

function givenValue(flags: Flags, option: string, { type, items }: FieldSchema): unknown {
  if (type === "boolean") return flags.isOn(option) || undefined;
  if (type === "array") {
    const list = isNumber(items?.type) ? flags.numbers(option) : flags.list(option);
    return list.length === 0 ? undefined : list;
  }
  return isNumber(type) ? flags.number(option) : flags.text(option);
}

const isNumber = (type: string | undefined) => type === "integer" || type === "number";

/** Each field's option, for messages about the field. */
export const optionNames = (fields: OptionFields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, { name = field }]) => [field, `--${name}`]),
  );

function fieldsOf(of: Name | TProperties): TProperties {
  if (typeof of !== "string") return of;
  const { query, body }: Endpoint = endpoints[of];
  return body.as === "fields" ? { ...query, ...body.fields } : query;
}

function schemaOf(schemas: TProperties, field: string): FieldSchema {
  const schema: TSchema | undefined = schemas[field];
  if (schema === undefined) throw new Error(`The endpoint has no field “${field}”.`);
  return schema as FieldSchema;
}

const placeholderOf = ({ type, enum: choices }: FieldSchema) =>
  choices !== undefined ? "WHICH" : type === "string" ? "TEXT" : "N";

/** A description as the help of an option: no sentence. A name such as “WordNet” keeps its capital. */
const asHelp = (description: string) =>
  description.replace(/^[A-Z][a-z]*\b/, (word) => word.toLowerCase()).replace(/\.$/, "");
