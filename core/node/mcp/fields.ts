import { type TProperties, type TSchema, Type } from "#typebox";

/** Members that are not described are refused: a misspelt one would silently ask something else. */
export const only = <P extends TProperties>(properties: P, description?: string) =>
  Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });

export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);

/** How many of something to list. */
export const atMost = (usual: number, most: number, what: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      description: `${what}, 1 to ${most} (${usual}).`,
    }),
  );

/** Which map an answer was read on; the checksum says whether two answers are of the same map. */
export const retinaUsed = only(
  {
    name: Type.String({ description: "Its name." }),
    checksum: Type.String({ description: "The same for the same map." }),
  },
  "The retina the answer is from.",
);

/** The collection that an answer is from. */
export const collectionUsed = Type.String({ description: "The collection the answer is from." });

export const leftOut = Type.Union([Type.String(), Type.Null()], {
  description: "What is not listed here, and how to get it; null where everything is.",
});
