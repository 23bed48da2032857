import type { Static, TObject, TProperties, TSchema } from "typebox";
import { Type } from "typebox";
import type { Args, Name, Output } from "../../api/client-types.ts";
import { checkShape } from "../../api/validate.ts";
import { badInput } from "../../errors.ts";

/** What a tool works with while it answers one question. */
export interface Question {
  /** Calls an endpoint. `doing` is told to whoever waits. */
  ask<N extends Name>(name: N, args: Args<N>, doing?: string): Promise<Output<N>>;
  /** Who gives the labels. */
  readonly author: string;
  /** Keeps a picture so that it can be read as a resource. @returns its address */
  keep(picture: KeptPicture): string;
}

/** A picture as a resource. */
export interface KeptPicture {
  readonly title: string;
  readonly svg: string;
}

/** What a tool says: words for a model, and the same as data. */
export interface Answer<Data> {
  readonly text: string;
  readonly data: Data;
  /** Base64 of a PNG. */
  readonly png?: string;
  readonly resource?: { readonly uri: string; readonly title: string };
}

/** A tool of the server, with the types of its fields hidden. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  readonly output: TObject;
  /** Whether it changes anything. */
  readonly writes: boolean;
  /** @throws bad-input for arguments that do not fit */
  run(args: unknown, question: Question): Promise<Answer<object>>;
}

interface ToolParts<I extends TProperties, O extends TProperties> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly writes?: boolean;
  run(input: Static<TObject<I>>, question: Question): Promise<Answer<Static<TObject<O>>>>;
}

export function defineTool<I extends TProperties, O extends TProperties>({
  input,
  output,
  writes = false,
  run,
  ...about
}: ToolParts<I, O>): Tool {
  const schema = only(input);
  return {
    ...about,
    writes,
    input: schema,
    output: only(output),
    run: (args, question) => run(checkShape(schema, copied(args)), question),
  };
}

/** Defaults are filled into the copy. @throws bad-input unless it is an object */
function copied(args: unknown): object {
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw badInput("arguments", "The arguments have to be an object of named fields.");
  return structuredClone(args);
}

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
  { name: Type.String(), checksum: Type.String() },
  "The retina the answer is from.",
);

export const leftOut = Type.Union([Type.String(), Type.Null()], {
  description: "What is not listed here, and how to get it; null where everything is.",
});

/** Most characters of the data of an answer as JSON. */
export const MOST_DATA = 16_000;
/** Most characters of its text. */
export const MOST_TEXT = 6000;

/** As many items from the beginning as fit into so many characters of JSON; at least one. */
export function fitting<T>(items: readonly T[], most = MOST_DATA - 3000): T[] {
  let left = most;
  const fits = items.findIndex((item, i) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0 && i > 0;
  });
  return fits === -1 ? [...items] : items.slice(0, fits);
}

/** A sentence about what is not listed; null where nothing is missing. */
export const missing = (listed: number, total: number, what: string, how: string): string | null =>
  listed >= total ? null : `${total - listed} of ${total} ${what} are not listed; ${how}.`;

/** A text of a row, not longer than this. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).trimEnd()}…`;

export const oneLine = (text: string, most: number): string =>
  cut(text.replaceAll(/\s+/g, " ").trim(), most);

/** To so many digits after the point. */
export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));

/** Lines of a text, without those that say nothing. */
export const lines = (...given: readonly (string | null | false)[]): string =>
  given.filter((line) => line !== null && line !== false && line !== "").join("\n");
