import { type TProperties, type TSchema, type TSchemaOptions, Type } from "#typebox";
import { nullable } from "../../api/schema/replies.ts";

/** Members that are not described are refused: a misspelt one would silently ask something else. */
export const only = <P extends TProperties>(properties: P, description?: string) =>
  Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });

export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);
export const text = (description: string, bounds: TSchemaOptions = {}) =>
  Type.String({ description, ...bounds });
export const number = (description: string, bounds: TSchemaOptions = {}) =>
  Type.Number({ description, ...bounds });
export const whole = (description: string, bounds: TSchemaOptions = {}) =>
  Type.Integer({ description, ...bounds });
/** A whole number from 0 on. */
export const count = (description: string) => whole(description, { minimum: 0 });
export const flag = (description: string) => Type.Boolean({ description });
export const list = <S extends TSchema>(items: S, description: string, bounds = {}) =>
  Type.Array(items, { description, ...bounds });
/** A list of objects with these members. */
export const items = <P extends TProperties>(description: string, properties: P) =>
  list(only(properties), description);
export const orNull = <S extends TSchema>(schema: S, description: string) =>
  nullable(schema, { description });
/** A list of texts or ids. */
export const texts = (description: string, bounds: TSchemaOptions = {}) =>
  list(Type.String(), description, bounds);

/** How many of something to list. */
export const atMost = (usual: number, most: number, what: string) =>
  optional(whole(`${what}, 1 to ${most} (${usual}).`, { minimum: 1, maximum: most }));
export const offset = (what: string) => optional(count(`${what} to leave out (0).`));

/** Which map an answer was read on; the checksum says whether two answers are of the same map. */
export const retinaUsed = only(
  { name: text("Its name."), checksum: text("The same for the same map.") },
  "The retina the answer is from.",
);
/** The collection that an answer is from. */
export const collectionUsed = text("The collection the answer is from.");
export const leftOut = orNull(
  Type.String(),
  "What is not listed here, and how to get it; null where everything is.",
);
