import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyRequest } from "fastify";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import type { Service } from "../../../core/node/service/running-service.ts";
import { built, ROOT } from "./built.ts";

/** Retinas of the tests: those that ship, or those of another folder while new ones are being made. */
export const RETINAS = process.env.SEMASCOPE_RETINAS ?? join(ROOT, "retinas");

/** What a test can break. */
export class Faults {
  /** Milliseconds that every call takes longer. */
  delay = 0;
  /** While true, no call is answered: the connection is cut, as when the engine has died. */
  isDown = false;
  /** While false, the worker that draws the ground of the map has nothing to run. */
  drawsGround = true;
  /** Names of endpoints called so far. */
  readonly calls: string[] = [];
  /** How many of these calls are over, whatever came of them. */
  answered = 0;
  readonly #held = new Map<string, Promise<void>>();
  readonly #releases = new Set<() => void>();
  readonly #underWay = new Set<Promise<unknown>>();

  /** Lets calls of this name wait. @returns a function that lets them go on */
  hold(name: string): () => void {
    let release: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#held.set(name, wait);
    this.#releases.add(release);
    return () => {
      this.#held.delete(name);
      release();
    };
  }

  /** Lets a call meet with what the test has broken. */
  carry<Answer>(name: string, call: () => Answer): Promise<Awaited<Answer>> {
    const carried = this.#meet(name, call);
    this.#underWay.add(carried);
    const end = () => this.#underWay.delete(carried);
    carried.then(end, end);
    return carried;
  }

  /** Lets go what is held, and resolves once every call is over. */
  async end(): Promise<void> {
    for (const release of this.#releases) release();
    await Promise.allSettled(this.#underWay);
  }

  async #meet<Answer>(name: string, call: () => Answer): Promise<Awaited<Answer>> {
    this.calls.push(name);
    try {
      await this.#held.get(name);
      if (this.isDown) throw new Error("The engine is down.");
      if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
      return await call();
    } finally {
      this.answered++;
    }
  }
}

const isGroundWorker = (path: string): boolean => /^\/assets\/ground-worker-[^/]+\.js$/.test(path);

/** Whether a page asks for the code that the test leaves out. */
const isLeftOut = (faults: Faults, path: string): boolean =>
  !faults.drawsGround && isGroundWorker(path);

export interface Engine {
  readonly service: Service;
  /** The person's data folder. */
  readonly data: string;
  /** Forgets workspace and tasks, as on a machine where the program was never started. */
  forget(): void;
  close(): Promise<void>;
}

/** The real engine of the built program on real retinas, with a data folder of its own. */
export async function openEngine(retinas = RETINAS): Promise<Engine> {
  const { openService } = await built<typeof import("../../../core/node/service/open-service.ts")>(
    "core/node/service/open-service.js",
  );
  const data = mkdtempSync(join(tmpdir(), "semascope-e2e-"));
  const service = await openService({ retinas, data, threads: 1 });
  await service.ready();
  // The statistics of the languages take seconds to load on a slow machine; once per worker is enough.
  await service.handlers["text.language"]({ text: "Warm up." }, NEVER_CANCELLED);
  return {
    service,
    data,
    forget: () => {
      rmSync(join(data, "workspace"), { recursive: true, force: true, maxRetries: 10 });
    },
    close: async () => {
      await service.close();
      rmSync(data, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Answers a request for a file of the page, as the desktop program does. */
export type Files = (request: Request) => Promise<Response>;

export interface HttpHost {
  readonly origin: string;
  readonly apiKey: string;
  /** Turns away all pages that it let in before, and their calls. @returns an address with a token that works once */
  admit(faults: Faults): string;
  /** As `admit`, but nothing is there any more except these files: their page has another way to the engine. @returns its address */
  lend(faults: Faults, files: Files): string;
  close(): Promise<void>;
}

/** The real HTTP host on a free port of this machine. */
export async function startHttpHost({ service }: Engine): Promise<HttpHost> {
  const { createServer } = await built<typeof import("../../../core/node/http/create-server.ts")>(
    "core/node/http/create-server.js",
  );
  const { dispatch } =
    await built<typeof import("../../../core/api/dispatch.ts")>("core/api/dispatch.js");
  const { Sessions } = await built<typeof import("../../../core/node/http/sessions.ts")>(
    "core/node/http/sessions.js",
  );
  const apiKey = randomBytes(24).toString("base64url");
  const access = { apiKey, sessions: new Sessions(), cors: [], loopbackOnly: true };
  let faults = new Faults();
  let files: Files | undefined;
  const app = await createServer({
    answer: (call) => faults.carry(call.name, () => dispatch(service.handlers, call)),
    access,
    version: service.version,
    webRoot: join(ROOT, "dist/web"),
  });
  app.addHook("onRequest", async (request, reply) => {
    if (isLeftOut(faults, request.url)) return reply.type("text/javascript").send("");
    if (files !== undefined) return reply.send(await files(asDesktopAsks(request)));
    if (!faults.isDown || !request.url.startsWith("/rest/")) return;
    reply.hijack();
    request.raw.destroy();
  });
  // Or later tests of the worker, which leave it out, would have it from the browser.
  app.addHook("onSend", async (request, reply) => {
    if (isGroundWorker(request.url)) reply.header("cache-control", "no-store");
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const begin = (given: Faults, withFiles?: Files) => {
    faults = given;
    files = withFiles;
    access.sessions = new Sessions();
    app.server.closeAllConnections();
  };
  return {
    origin,
    apiKey,
    admit: (given) => {
      begin(given);
      return `${origin}/?token=${access.sessions.issueToken()}`;
    },
    lend: (given, withFiles) => {
      begin(given, withFiles);
      return `${origin}/index.html`;
    },
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

/** Chromium takes no `app:` address outside Electron. */
const asDesktopAsks = ({ url, method }: FastifyRequest): Request =>
  new Request(new URL(url, "app://semascope"), { method });
