import type { Cancellation } from "../cancellation.ts";
import type { ErrorData } from "../errors.ts";
import type { ArgsOf, InputOf, OutputOf } from "./schema/define-endpoint.ts";
import type { endpoints } from "./table.ts";

type Table = typeof endpoints;

/** Name of an endpoint, e.g. "terms.similar". */
export type Name = keyof Table;
/** What a caller writes: fields with a default may be left out. */
export type Args<N extends Name> = ArgsOf<Table[N]>;
/** What a handler receives: defaults filled in. */
export type Input<N extends Name> = InputOf<Table[N]>;
/** What a call answers: JSON values only, except pictures. */
export type Output<N extends Name> = OutputOf<Table[N]>;

/** What crosses a process boundary instead of a result or an exception. */
export type Reply<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ErrorData };

/** Answers one endpoint. */
export type Handler<N extends Name> = (
  input: Input<N>,
  signal: Cancellation,
) => Output<N> | Promise<Output<N>>;

/** One handler per endpoint: leaving one out does not compile. */
export type Handlers = { readonly [N in Name]: Handler<N> };
