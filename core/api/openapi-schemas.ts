import type { TSchema } from "typebox";
import { errorStatus } from "../errors.ts";

export type Json = Record<string, unknown>;

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/**
 * Turns schemas of the table into plain JSON, without the marks that typebox hides in them. Objects with a title are
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
    const all = { ...documented, ...Object.fromEntries(this.#named) };
    return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #referred(value: unknown): unknown {
    if (!isObject(value)) return value;
    if (typeof value["x-schema"] === "string") return refTo(value["x-schema"]);
    if (typeof value.title !== "string" || value.type !== "object") return value;
    const known = this.#named.get(value.title);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(value))
      throw new Error(`Two schemas are called ${value.title}.`);
    this.#named.set(value.title, value);
    return refTo(value.title);
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const errorReference = refTo("Error");

const only = (name: string, schema: Json): Json => ({
  type: "object",
  properties: { [name]: schema },
  required: [name],
});
const operands: Json = { type: "array", minItems: 1, items: refTo("Expression") };
const someText: Json = { type: "string", minLength: 1 };

/** A text in a JSON body of the text endpoints. */
export const jsonText: Json = { oneOf: [someText, only("text", someText)] };

/** Schemas that the engine's own code checks, so that the table only names them. */
const documented: Json = {
  Expression: {
    description: "Exactly one of these members counts; others are ignored.",
    oneOf: [
      only("term", someText),
      only("text", someText),
      only("positions", {
        type: "array",
        minItems: 1,
        items: { type: "integer", minimum: 0, maximum: 16383 },
      }),
      ...["and", "or", "sub", "xor"].map((operator) => only(operator, operands)),
    ],
  },
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
