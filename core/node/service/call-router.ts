import { setImmediate as nextTurn } from "node:timers/promises";
import type { Handlers, Name, Reply } from "../../api/client-types.ts";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import { endpoints, names } from "../../api/table.ts";
import { type Cancellation, NEVER_CANCELLED } from "../../cancellation.ts";
import { ApiError } from "../../errors.ts";
import type { JobRequest } from "../jobs/job-request.ts";
import type { SiblingUse } from "../opening/siblings.ts";
import { withRetinas } from "../opening/with-retinas.ts";
import { transferList } from "../threads/protocol.ts";
import type { WorkerPool } from "../threads/worker-pool.ts";
import type { AnswerRaw } from "../wire/answer.ts";
import {
  answerRaw,
  type EncodedReply,
  encodeError,
  encodeReply,
  type RawCall,
} from "../wire/answer.ts";
import {
  isCostly,
  leavesMainThread,
  roughSize,
  staysWhileThreadsBegin,
  treatmentOf,
} from "../wire/thread-choice.ts";
import { answerArgsInParts, answerInParts, isCut } from "./answer-in-parts.ts";
import type { PoolMethods } from "./quick-jobs.ts";
import type { Timings } from "./timings.ts";

/** What answers at the moment: both change when a retina is installed or removed. */
export interface Answering {
  readonly local: Handlers;
  readonly pool: WorkerPool<PoolMethods> | undefined;
  /** Whether the threads of the pool are still being made ready. */
  readonly isBeginning: () => boolean;
}

/** What calls are sent to. */
export interface RouterParts {
  readonly current: () => Answering;
  readonly collections: (call: RawCall, signal: AbortSignal) => Promise<EncodedReply>;
  readonly startJob: (request: JobRequest) => Promise<unknown>;
  readonly timings: Timings;
  /** For one call: retinas that are opened when they are first asked for. */
  readonly siblings: () => SiblingUse;
}

type Arguments = Readonly<Record<string, unknown>>;

/** A call whose arguments are there already. */
interface ReadCall {
  readonly name: Name;
  /** Whether it never leaves the main thread. */
  readonly staysHere: boolean;
  readonly input: Arguments;
  readonly signal: Cancellation;
}

type AnyHandler = (input: Arguments, signal: Cancellation) => unknown;

/** Sends each call where it should run, by the same rules whichever transport it came over, and takes its time. */
export class CallRouter {
  /** For transports that bring arguments. */
  readonly handlers: Handlers;
  readonly #parts: RouterParts;

  constructor(parts: RouterParts) {
    this.#parts = parts;
    const routed = names.map((name) => [name, this.#handler(name)]);
    // Every name has an entry; the compiler cannot follow that through fromEntries.
    this.handlers = Object.fromEntries(routed) as unknown as Handlers;
  }

  /** For transports that bring requests, which nobody has read yet. */
  readonly answer: AnswerRaw = (call, hangUp) => {
    const record = this.#parts.timings.start(call.name);
    const use = this.#parts.siblings();
    const end = () => {
      use.end();
      record();
    };
    const opening = use.open(retinaIn(call.search) ?? "");
    const reply = opening
      ? opening.then(() => this.#withLanguages(call, hangUp, use))
      : this.#withLanguages(call, hangUp, use);
    if (!(reply instanceof Promise)) {
      end();
      return reply;
    }
    return reply.catch((cause) => encodeError(ApiError.toData(cause), call.requestId)).finally(end);
  };

  /** A call that needs retinas which are not open is asked again when they are. */
  #withLanguages(
    call: RawCall,
    hangUp: () => AbortSignal,
    { open }: SiblingUse,
  ): ReturnType<AnswerRaw> {
    if (!mayNameLanguages(call)) return this.#raw(call, hangUp);
    // A body may move to the thread that reads it; `slice` of a buffer would be the same memory.
    const run = () => this.#raw({ ...call, body: call.body && new Uint8Array(call.body) }, hangUp);
    return withRetinas(run, { opens: ({ opens }) => opens, open });
  }

  #raw(call: RawCall, hangUp: () => AbortSignal): ReturnType<AnswerRaw> {
    const { name, body } = call;
    const { pool, local, isBeginning } = this.#parts.current();
    const endpoint: Endpoint = endpoints[name];
    if (endpoint.work === "job") return this.#job(call);
    if (endpoint.work === "collection") return this.#parts.collections(call, hangUp());
    const size = body?.byteLength ?? 0;
    // Threads of its own read the texts, and nothing else takes long.
    if (namesReader(call)) return answerRaw(local, call, { signal: NEVER_CANCELLED });
    if (pool === undefined || (isBeginning() && staysWhileThreadsBegin(name, size)))
      return answerRaw(local, call, { signal: NEVER_CANCELLED });
    const elsewhere = (signal = hangUp()) => {
      const options = { signal, ...treatmentOf(name, size), transfer: transferList(body) };
      return pool.run("raw", call, options);
    };
    if (isCut(name, size, pool.threads)) {
      const signal = hangUp();
      return answerInParts(pool, call, { signal }).then((reply) => reply ?? elsewhere(signal));
    }
    if (leavesMainThread(name, size)) return elsewhere();
    const handOn = (args: Arguments) => (isCostly(name, args) ? elsewhere() : undefined);
    return answerRaw(local, call, { signal: NEVER_CANCELLED, handOn });
  }

  async #job({ name, search, body, requestId }: RawCall): Promise<EncodedReply> {
    const value = await this.#parts.startJob({ search, body });
    return encodeReply(endpoints[name], { ok: true, value }, requestId);
  }

  #handler(name: Name): AnyHandler {
    const staysHere = !leavesMainThread(name, Number.POSITIVE_INFINITY);
    return async (input, signal) => {
      const record = this.#parts.timings.start(name);
      const use = this.#parts.siblings();
      try {
        if (typeof input.retina_name === "string") await use.open(input.retina_name);
        const run = () => this.#args({ name, staysHere, input, signal });
        return await withRetinas(run, use);
      } finally {
        use.end();
        record();
      }
    };
  }

  #args({ name, staysHere, input, signal }: ReadCall): unknown {
    const { pool, local, isBeginning } = this.#parts.current();
    const size = pool === undefined || staysHere ? 0 : roughSize(input);
    const answerHere = () => (local[name] as AnyHandler)(input, signal);
    if (
      input.reader !== undefined ||
      pool === undefined ||
      !(leavesMainThread(name, size) || isCostly(name, input))
    )
      return answerHere();
    // A caller of this thread that asks again and again would keep all others from it.
    if (isBeginning() && staysWhileThreadsBegin(name, size)) return nextTurn().then(answerHere);
    const asked = { name, args: input };
    const whole = () =>
      pool.run("args", asked, { ...abortable(signal), ...treatmentOf(name, size) }).then(unwrap);
    if (!isCut(name, size, pool.threads)) return whole();
    return answerArgsInParts(pool, asked, abortable(signal)).then((rows) => rows ?? whole());
  }
}

const namesReader = ({ search }: RawCall): boolean =>
  search.includes("reader=") && new URLSearchParams(search).has("reader");

/** Whether a request has a language in it. */
const mayNameLanguages = ({ search, body }: RawCall): boolean =>
  search.includes("language=") ||
  (body !== undefined &&
    Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes('"language"'));

const retinaIn = (search: string) =>
  search.includes("retina_name=") ? new URLSearchParams(search).get("retina_name") : null;

function unwrap(reply: Reply): unknown {
  if (reply.ok) return reply.value;
  throw new ApiError(reply.error);
}

/** Hosts pass abort signals; anything else never aborts while the call runs elsewhere. */
const abortable = (signal: Cancellation) => (signal instanceof AbortSignal ? { signal } : {});
