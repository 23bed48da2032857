import { endpoints } from "../../api/table.ts";
import { checkArgs } from "../../api/validate.ts";
import { unknownRetina } from "../../errors.ts";
import type { RawInput } from "../wire/answer.ts";
import { readArguments } from "../wire/read-arguments.ts";
import type { JobFolder } from "./job-folder.ts";
import type { JobInput, JobKind, JobKindName, JobKinds, Surroundings } from "./job-kind.ts";

/** How the input came in: as a request not read yet, or as arguments. */
export type JobRequest = RawInput | { readonly args: unknown };

/** What a task is called, and how it is run. */
export interface Accepted {
  readonly kind: JobKindName;
  readonly title: string;
  /** Over in a moment, see `JobKind`. */
  readonly isQuick: boolean;
}

/** Reads and checks the input of a task and keeps it in the task's folder until its turn. @throws the refusal */
export async function acceptInput(
  request: JobRequest,
  folder: JobFolder,
  { kinds, ...surroundings }: Surroundings & { readonly kinds: JobKinds },
): Promise<Accepted> {
  const input = readInput(request);
  const { kind } = input.input;
  checkInput(input, kinds, surroundings);
  await folder.writeInput("args" in request ? rawOf(input) : request);
  const isQuick = kindOf(kinds, input).isQuick?.(input.input) ?? false;
  return { kind, title: titleOf(input), isQuick };
}

/** An import is called as its collection. */
const titleOf = ({ input }: JobInput): string =>
  input.kind === "import" ? input.name : (input.title ?? input.kind);

/** @throws bad-input */
export function readInput(request: JobRequest): JobInput {
  const args =
    "args" in request
      ? request.args
      : readArguments(endpoints["app.jobStart"], request.search, request.body);
  return checkArgs("app.jobStart", args) as JobInput;
}

/** The kind of an input, for functions that treat all kinds alike. */
export function kindOf(kinds: JobKinds, input: JobInput): JobKind<JobKindName> {
  // An entry takes the input of its own name; the compiler cannot follow that through the union.
  return kinds[input.input.kind] as unknown as JobKind<JobKindName>;
}

function checkInput(input: JobInput, kinds: JobKinds, surroundings: Surroundings): void {
  const { retina_name } = input;
  const { retinas } = surroundings;
  const kind = kindOf(kinds, input);
  const isThere = retina_name === undefined ? retinas.length > 0 : retinas.includes(retina_name);
  if (kind.needsRetina && !isThere) throw unknownRetina(retina_name ?? "", retinas);
  kind.check(input.input, surroundings);
}

/** Arguments as a request, so that all inputs are kept in one form. */
function rawOf({ retina_name, ...fields }: JobInput): RawInput {
  const search = retina_name === undefined ? "" : String(new URLSearchParams({ retina_name }));
  return { search, body: new TextEncoder().encode(JSON.stringify(fields, plainLists)) };
}

/** Typed arrays as lists. */
const plainLists = (_: string, value: unknown): unknown =>
  ArrayBuffer.isView(value) && !(value instanceof DataView)
    ? Array.from(value as Uint16Array)
    : value;
