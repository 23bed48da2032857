import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { dispatch } from "../../api/dispatch.ts";
import { ApiError, badInput, conflict } from "../../errors.ts";
import type { ClusterSettings } from "../collections/connection/cluster-settings.ts";
import { userDirectories } from "../config/directories.ts";
import { isLoopbackName } from "../config/loopback.ts";
import { programInfo } from "../config/program-info.ts";
import { requireFolder } from "../config/require-paths.ts";
import { codeOf } from "../config/system-error.ts";
import { openService } from "../service/open-service.ts";
import type { Service } from "../service/running-service.ts";
import { keyFile, loadKey } from "./api-key.ts";
import { announceAddress } from "./service-address.ts";
import { randomToken } from "./service-proof.ts";
import { Sessions } from "./sessions.ts";

/** All optional: without any, a person's own service on loopback. */
export interface HostOptions {
  /** By default the folder of the retinas that come with the program. */
  readonly retinas?: string;
  /** 0 takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** False lets everyone in. */
  readonly auth?: boolean;
  /** Origins whose pages may call; `*` for all. */
  readonly cors?: readonly string[];
  /** Folder of the built page; by default the program's own, if it was built. */
  readonly webRoot?: string;
  /** Folders whose files callers may have read; by default the home folder, and none where others can reach the service. */
  readonly files?: readonly string[] | undefined;
  readonly threads?: number;
  readonly seconds?: number;
  /** The cluster that keeps the collections. */
  readonly cluster?: ClusterSettings;
  /** Nobody may name another cluster in the application, nor have an address tried. */
  readonly fixedCollections?: boolean;
  /** The user's folders; by default where the system keeps such things. */
  readonly directories?: { readonly config: string; readonly data: string };
  /** Told as soon as the port is open. Requests wait until the retinas are. */
  readonly onListening?: (listening: Listening) => void;
}

/** Where a host can be reached. */
export interface Listening {
  /** e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly apiKey: string | null;
  readonly keyFile: string;
  /** An address that lets one browser in, once. */
  appAddress(): string;
}

/** A running host. */
export interface Host extends Listening {
  readonly service: Service;
  /** What a person should know: missing retinas, an open door. */
  readonly warnings: readonly string[];
  /** Takes no more requests, finishes those under way, ends the threads. */
  close(): Promise<void>;
}

/** Where the service listens unless told otherwise. */
export const DEFAULT_PORT = 8980;
/** How long requests under way may take when the host is stopped; a client that does not read never ends. */
const STOP_MILLISECONDS = 10_000;

/**
 * Starts the service on HTTP and opens everything it needs. The port is open first, which takes a fraction of the time.
 * @throws conflict when the port is taken, bad-input for a host or folder that cannot be used
 */
export async function startHost(options: HostOptions = {}): Promise<Host> {
  const { host = "127.0.0.1", auth = true, cors = [] } = options;
  const directories = options.directories ?? userDirectories();
  const { root, version } = programInfo();
  const files = options.files ?? (isLoopbackName(host) ? [homedir()] : []);
  if (options.retinas !== undefined) await requireFolder(options.retinas);
  for (const folder of options.files ?? [])
    await requireFolder(folder, "files", "name another with --files");
  const opening = openService({
    retinas: options.retinas ?? path.join(root, "retinas"),
    data: directories.data,
    mayTrain: auth || isLoopbackName(host),
    files,
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    ...(options.seconds === undefined ? {} : { seconds: options.seconds }),
    ...(options.cluster === undefined ? {} : { cluster: options.cluster }),
    fixedCollections: options.fixedCollections ?? false,
  });
  let service: Service | undefined;
  const opened = opening.then((ready) => {
    service = ready;
    return ready;
  });
  // Whoever starts the host meets it below.
  opened.catch(() => {});
  let app: FastifyInstance | undefined;
  try {
    const apiKey = auth ? await loadKey(directories.config) : null;
    const sessions = new Sessions();
    const loopbackOnly = isLoopbackName(host);
    const webRoot = await findPage(options.webRoot ?? path.join(root, "dist", "web"));
    const { createServer } = await import("./create-server.ts");
    const secret = randomToken();
    app = await createServer({
      answer: async (call) => dispatch((service ?? (await opened)).handlers, call),
      secret,
      access: { apiKey, sessions, cors, loopbackOnly },
      version,
      ...(webRoot === undefined ? {} : { webRoot }),
    });
    await listen(app, host, options.port ?? DEFAULT_PORT);
    const url = urlOf(app.server.address() as AddressInfo, host);
    const listening: Listening = {
      url,
      apiKey,
      keyFile: keyFile(directories.config),
      appAddress: () => (apiKey === null ? `${url}/` : `${url}/?token=${sessions.issueToken()}`),
    };
    options.onListening?.(listening);
    const ready = await opened;
    const server = app;
    // Only assistants look for it, which have an engine of their own as well.
    const withdraw = await announceAddress(directories.config, { url, secret }).catch(
      () => async () => {},
    );
    return {
      ...listening,
      service: ready,
      warnings: warningsOf(ready, { auth, loopbackOnly, hasPage: webRoot !== undefined }),
      async close() {
        await withdraw();
        const deadline = setTimeout(() => server.server.closeAllConnections(), STOP_MILLISECONDS);
        await server.close();
        clearTimeout(deadline);
        await ready.close();
      },
    };
  } catch (cause) {
    app?.server.closeAllConnections();
    await app?.close();
    await opened.then(
      (ready) => ready.close(),
      () => undefined,
    );
    throw cause;
  }
}

interface Listener {
  listen(options: { host: string; port: number }): Promise<string>;
}

async function listen(app: Listener, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw listenError(codeOf(cause), host, port) ?? cause;
  }
}

function listenError(code: string, host: string, port: number): ApiError | undefined {
  switch (code) {
    case "EADDRINUSE":
      return conflict(
        `Port ${port} of ${host} is in use, perhaps by another semascope; choose one with --port.`,
        { port },
      );
    case "EACCES":
      return badInput("port", `Port ${port} needs more rights; choose one above 1023 with --port.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return badInput("host", `This machine has no address ${host}; choose another with --host.`);
    default:
      return undefined;
  }
}

function urlOf({ port }: AddressInfo, host: string): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

async function findPage(folder: string): Promise<string | undefined> {
  try {
    await requireFolder(folder);
    return folder;
  } catch (cause) {
    if (cause instanceof ApiError) return undefined;
    throw cause;
  }
}

interface Situation {
  readonly auth: boolean;
  readonly loopbackOnly: boolean;
  readonly hasPage: boolean;
}

function warningsOf({ store }: Service, { auth, loopbackOnly, hasPage }: Situation): string[] {
  const warnings = [...store.problems];
  if (store.retinas.length === 0)
    warnings.push(
      "There is no retina yet: train one, install one, or name a folder with --retinas.",
    );
  if (!auth && !loopbackOnly)
    warnings.push("Everyone who can reach this machine can use the service: it asks for no key.");
  if (!hasPage) warnings.push("The page for browsers was not built; run npm run build for it.");
  return warnings;
}
