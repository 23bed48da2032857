import type { Static, TObject, TProperties } from "#typebox";
import type { Args, Output } from "../../api/client-types.ts";
import { checkShape } from "../../api/validate.ts";
import { badInput } from "../../errors.ts";
import type { AskedName } from "../http/assistants-door.ts";
import { type FieldNames, inCallersFields } from "./caller-fields.ts";
import { leftOut, only } from "./fields.ts";
import { fitInto, type Rest, written } from "./write-answer.ts";

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

/** What a tool has found; one writer makes an answer of it that says what is left out. */
interface Found<Data> extends Omit<Answer<Data>, "text"> {
  /** Sentences for a model about the data. */
  readonly say?: readonly (string | null | false)[];
  /** Lists of the data that may be cut short. */
  readonly rest?: { readonly [K in keyof Data]?: Rest };
  /** Further sentences about what is not listed. */
  readonly leftOut?: readonly (string | null | false | undefined)[];
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
      const checked = checkShape(schema, copied(args));
      const found = await Promise.resolve()
        .then(() => run(checked, question))
        .catch((cause: unknown) => {
          throw inCallersFields(cause, fields);
        });
      const { say = [], data: all, rest = {}, leftOut: further = [], ...others } = found;
      const data: object = { ...all };
      const missing = [...fitInto(data, rest as Record<string, Rest>), ...further].filter(isSaid);
      const text = written(say.filter(isSaid), data, missing);
      return { ...others, text, data: { ...data, leftOut: missing.join(" ") || null } };
    },
  };
}

const isSaid = (line: string | null | false | undefined): line is string => Boolean(line);

/** Defaults are filled into the copy. @throws bad-input unless it is an object */
function copied(args: unknown): object {
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw badInput("arguments", "The arguments must be an object of named fields.");
  return structuredClone(args);
}
