import { type RequestOptions, request as startRequest } from "node:http";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { Args, Handlers, Output, Reply } from "../../api/client-types.ts";
import { dispatch } from "../../api/dispatch.ts";
import type { Endpoint } from "../../api/schema/define-endpoint.ts";
import { endpoints } from "../../api/table.ts";
import { toRequest } from "../../api/to-request.ts";
import { ApiError, cancelled, type ErrorData, errorStatus, serviceGone } from "../../errors.ts";
import { ClusterPlace } from "../collections/connection/cluster-settings.ts";
import { openCollections } from "../collections/connection/open-collections.ts";
import type { UserDirectories } from "../config/directories.ts";
import { programInfo } from "../config/program-info.ts";
import { loadKey } from "../http/api-key.ts";
import type { AskedName } from "../http/assistants-door.ts";
import {
  type Announced,
  announcedAddress,
  announcedService,
  SOCKET,
} from "../http/service-address.ts";
import { PROOF_PATH, proofOf, randomToken } from "../http/service-proof.ts";
import { isSame } from "../http/sessions.ts";
import { peekCards } from "../opening/retina-store.ts";
import { openService } from "../service/open-service.ts";
import type { Service } from "../service/running-service.ts";
import { filterHandlers } from "../workspace/filter-handlers.ts";
import { WorkspaceStore } from "../workspace/workspace-store.ts";

/** Within this time a service proves who it is; it needs a moment. */
const PROOF_MILLISECONDS = 10_000;

/** Calls an endpoint, wherever it is answered. @throws whatever the endpoint answers as an error */
export type Ask = <N extends AskedName>(
  name: N,
  args: Args<N>,
  signal: AbortSignal,
) => Promise<Output<N>>;

export interface AnsweringOptions {
  readonly directories: UserDirectories;
  /** Folder of the retinas; those that come with the program by default. */
  readonly retinas?: string | undefined;
  /** Milliseconds without a question after which the own engine gives collections back. */
  readonly releaseAfter?: number;
  /** The same for all of it. */
  readonly closeAfter?: number;
}

/** An open collection is kept from every other program, and so is soon given back; reading the retinas again takes seconds. */
const RELEASE_AFTER = 1000;
const CLOSE_AFTER = 600_000;
/** How often a collection is tried again that another assistant has open, and how long to wait before. */
const TRIES = 8;
const WAIT = 500;

/**
 * Answers by the service of this user where one runs, so that two programs never write at a time, and by an engine of its own
 * otherwise. Which of the two is looked up for each question: a service may start or stop between two.
 */
export class Answering {
  readonly #options: AnsweringOptions;
  #own: Promise<Service> | undefined;
  #closing: Promise<void> = Promise.resolve();
  #users = 0;
  #isClosed = false;
  #release: NodeJS.Timeout | undefined;
  #close: NodeJS.Timeout | undefined;

  constructor(options: AnsweringOptions) {
    this.#options = options;
  }

  /** The address of the service that answers; undefined where the own engine does. */
  service(): Promise<string | undefined> {
    return announcedAddress(this.#options.directories.config);
  }

  readonly ask: Ask = async (name, args, signal) => {
    for (let tries = 1; ; tries++) {
      if (signal.aborted) throw cancelled();
      try {
        return await this.#askOnce(name, args, signal);
      } catch (cause) {
        if (tries === TRIES || !isInUse(cause)) throw cause;
        await pause(WAIT, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  /** For good; also while a question is under way, which fails then. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#closeOwn();
  }

  #closeOwn(): Promise<void> {
    clearTimeout(this.#release);
    clearTimeout(this.#close);
    const own = this.#own;
    this.#own = undefined;
    if (own !== undefined)
      this.#closing = own.then(
        (service) => service.close(),
        () => undefined,
      );
    return this.#closing;
  }

  async #askOnce<N extends AskedName>(
    name: N,
    args: Args<N>,
    signal: AbortSignal,
  ): Promise<Output<N>> {
    const { config } = this.#options.directories;
    const service = await announcedService(config);
    if (service === undefined) return this.#askOwn(name, args, signal);
    if (this.#users === 0) await this.#closeOwn();
    return askService(service, config, { name, args, signal });
  }

  async #askOwn<N extends AskedName>(
    name: N,
    args: Args<N>,
    signal: AbortSignal,
  ): Promise<Output<N>> {
    if (this.#isClosed) throw cancelled();
    if (this.#own === undefined && isPeeked(name)) {
      await this.#closing;
      return answerIn(await dispatch(this.#peeking, { name, args, signal }));
    }
    clearTimeout(this.#release);
    clearTimeout(this.#close);
    this.#users++;
    try {
      this.#own ??= this.#open();
      const { handlers } = await this.#own;
      return answerIn(await dispatch(handlers, { name, args, signal }));
    } finally {
      this.#users--;
      if (this.#users === 0) this.#giveBackLater();
    }
  }

  get #peeking() {
    const { directories } = this.#options;
    return peekHandlers({ retinas: this.#retinas, data: directories.data });
  }

  get #retinas(): string {
    return this.#options.retinas ?? path.join(programInfo().root, "retinas");
  }

  async #open(): Promise<Service> {
    const { directories } = this.#options;
    await this.#closing;
    if (this.#isClosed) throw cancelled();
    const opening = openService({
      retinas: this.#retinas,
      data: directories.data,
      threads: 1,
      // No tool names a file.
      files: [],
    });
    // The next question tries again.
    opening.catch(() => {
      this.#own = undefined;
    });
    return opening;
  }

  #giveBackLater(): void {
    const { releaseAfter = RELEASE_AFTER, closeAfter = CLOSE_AFTER } = this.#options;
    const release = () =>
      void this.#own?.then((service) => service.releaseCollections()).catch(() => undefined);
    this.#release = setTimeout(release, releaseAfter).unref();
    this.#close = setTimeout(() => void this.#closeOwn(), closeAfter).unref();
  }
}

const isInUse = (cause: unknown) =>
  cause instanceof ApiError && cause.code === "conflict" && cause.details.state === "in-use";

/** @throws what the endpoint answers as an error */
function answerIn<T>(reply: Reply): T {
  if (!reply.ok) throw new ApiError(reply.error);
  return reply.value as T;
}

interface Call<N extends AskedName> {
  readonly name: N;
  readonly args: Args<N>;
  readonly signal: AbortSignal;
}

async function askService<N extends AskedName>(
  { url, secret }: Announced,
  config: string,
  { name, args, signal }: Call<N>,
): Promise<Output<N>> {
  const ask = (target: string, options: RequestOptions, sent?: string) =>
    send(url, target, { signal, ...options }, sent).catch(() => {
      throw signal.aborted ? cancelled() : serviceGone(url);
    });
  // Another program may listen there by now, and must not get the key.
  const question = randomToken();
  const soon = AbortSignal.any([signal, AbortSignal.timeout(PROOF_MILLISECONDS)]);
  const proof = await ask(`${PROOF_PATH}?${question}`, { signal: soon });
  if (!isSame(proof.text, proofOf(secret, question))) throw serviceGone(url);
  const { method, target, body } = toRequest(name, args);
  const headers = { "api-key": await loadKey(config), "content-type": "application/json" };
  const reply = await ask(target, { method, headers }, body as string);
  const endpoint: Endpoint = endpoints[name];
  if (reply.status >= 300) throw new ApiError(errorIn(reply.text, reply.status));
  if (endpoint.replyAs !== "media") return JSON.parse(reply.text) as Output<N>;
  return { mediaType: reply.type, data: reply.text } as Output<N>;
}

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** By Node's own client, since `fetch` knows no sockets. */
function send(
  address: string,
  target: string,
  options: RequestOptions,
  body: string | undefined,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    // A connection that is kept may be one to a service that has ended since.
    const once = { ...options, agent: false };
    const request = address.startsWith(SOCKET)
      ? startRequest({ ...once, socketPath: address.slice(SOCKET.length), path: target })
      : startRequest(address + target, once);
    request.once("error", reject);
    request.once("response", (response) => {
      const { statusCode: status = 0, headers } = response;
      const type = headers["content-type"] ?? "";
      readText(response).then((text) => resolve({ status, type, text }), reject);
    });
    request.end(body);
  });
}

/** The service's own words; of any other answer the status. */
function errorIn(text: string, status: number): ErrorData {
  try {
    const { code, message, details } = JSON.parse(text) as ErrorData;
    if (Object.hasOwn(errorStatus, code)) return { code, message, details };
  } catch {
    // Not written by the service.
  }
  return { code: "internal", message: `The service answered with status ${status}.`, details: {} };
}

const PEEKED = ["app.retinaCards", "app.collections", "app.filters"] as const;
type PeekedName = (typeof PEEKED)[number];

export const isPeeked = (name: string): name is PeekedName =>
  (PEEKED as readonly string[]).includes(name);

/** Folder of the retinas that come with the program, and that of the user. */
interface Places {
  readonly retinas: string;
  readonly data: string;
}

/** What an assistant asks first, answered from heads of files: opening the retinas takes seconds. */
export function peekHandlers({ retinas, data }: Places): Pick<Handlers, PeekedName> {
  const workspace = new WorkspaceStore(path.join(data, "workspace"));
  return {
    "app.retinaCards": () =>
      peekCards([
        { folder: retinas, isOwn: false },
        { folder: path.join(data, "retinas"), isOwn: true },
      ]),
    "app.collections": async () => {
      const place = new ClusterPlace({ data, fixed: undefined });
      const store = await openCollections(place, path.join(data, "collections"));
      try {
        // The type of the reply differs only in what may be written to.
        return { collections: (await store.list()) as never };
      } finally {
        await store.close();
      }
    },
    "app.filters": filterHandlers(workspace)["app.filters"],
  };
}
