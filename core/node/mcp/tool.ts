import type { Static, TObject, TProperties } from "#typebox";
import type { Args, Output } from "../../api/client-types.ts";
import { checkShape } from "../../api/validate.ts";
import { badInput } from "../../errors.ts";
import type { AskedName } from "../http/assistants-door.ts";
import { type FieldNames, inCallersFields } from "./caller-fields.ts";
import { leftOut, only } from "./fields.ts";
import { lines } from "./words.ts";

/** What a tool works with while it answers one question. */
export interface Question {
  /** Calls an endpoint. `doing` is told to whoever waits. */
  ask<N extends AskedName>(name: N, args: Args<N>, doing?: string): Promise<Output<N>>;
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
  /** What its fields are called by the endpoints that it asks, where that differs. */
  readonly fields?: FieldNames;
  run(input: Static<TObject<I>>, question: Question): Promise<Found<Static<TObject<O>>>>;
}

/** What a tool has found; it becomes an answer that says, in words and as data, what is left out. */
interface Found<Data> extends Omit<Answer<Data>, "text"> {
  /** Lines; those that say nothing are left away. */
  readonly text: readonly (string | null | false)[];
  /** A sentence about what is not listed, and how to get it; nothing where everything is. */
  readonly leftOut?: string | null;
}

export function defineTool<I extends TProperties, O extends TProperties>({
  input,
  output,
  writes = false,
  fields,
  run,
  ...about
}: ToolParts<I, O>): Tool {
  const schema = only(input);
  return {
    ...about,
    writes,
    input: schema,
    output: only({ ...output, leftOut }),
    async run(args, question) {
      const input = checkShape(schema, copied(args));
      const found = await Promise.resolve()
        .then(() => run(input, question))
        .catch((cause: unknown) => {
          throw inCallersFields(cause, fields);
        });
      const { text, data, leftOut: rest = null, ...others } = found;
      return { ...others, text: lines(...text, rest), data: { ...data, leftOut: rest } };
    },
  };
}

/** Defaults are filled into the copy. @throws bad-input unless it is an object */
function copied(args: unknown): object {
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw badInput("arguments", "The arguments have to be an object of named fields.");
  return structuredClone(args);
}
