import { randomBytes } from "node:crypto";
import { chmod, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Handlers, Name } from "../../api/client-types.ts";
import { dispatch } from "../../api/dispatch.ts";
import { ApiError, forbidden } from "../../errors.ts";
import type { Service } from "../service/running-service.ts";
import { loadKey } from "./api-key.ts";
import type { AnswerCall } from "./create-server.ts";
import { announceAddress, announcedAddress, SOCKET } from "./service-address.ts";
import { randomToken } from "./service-proof.ts";
import { Sessions } from "./sessions.ts";

/** What the tools of assistants ask, and all that they can. */
export const ASKED_BY_ASSISTANTS = [
  "app.atlas",
  "app.collectionDifference",
  "app.collectionFacet",
  "app.collectionHeat",
  "app.collectionLabel",
  "app.collectionQuery",
  "app.collections",
  "app.collectionTimeline",
  "app.collectionTopics",
  "app.collectionWord",
  "app.compare",
  "app.evaluate",
  "app.explainMatch",
  "app.explore",
  "app.filter",
  "app.filterReport",
  "app.filters",
  "app.retinaCards",
  "app.term",
  "app.textBench",
  "app.words",
  "compare.pair",
  "image.compare",
  "image.draw",
  "retinas.list",
] as const satisfies readonly Name[];
export type AskedName = (typeof ASKED_BY_ASSISTANTS)[number];

/**
 * Lets assistants of this user ask a service that listens on no port: by a socket in the folder of the key, a named pipe on
 * Windows. It wants the key and answers their questions alone. A service that is announced already goes on answering instead.
 * @returns what shuts it; who is waiting for an answer is told that the service ended
 */
export async function openAssistantsDoor(
  { handlers, version }: Pick<Service, "handlers" | "version">,
  configFolder: string,
): Promise<() => Promise<void>> {
  if ((await announcedAddress(configFolder)) !== undefined) return async () => {};
  // Read late: the window opens first.
  const { createServer } = await import("./create-server.ts");
  const secret = randomToken();
  const app = await createServer({
    secret,
    answer: onlyAsked(handlers),
    access: {
      apiKey: await loadKey(configFolder),
      sessions: new Sessions(),
      cors: [],
      loopbackOnly: true,
    },
    version,
  });
  const socket = await freeSocket(configFolder);
  await app.listen({ path: socket });
  if (process.platform !== "win32") await chmod(socket, 0o600);
  const withdraw = await announceAddress(configFolder, { url: SOCKET + socket, secret });
  return async () => {
    await withdraw();
    app.server.closeAllConnections();
    await app.close();
  };
}

const onlyAsked =
  (handlers: Handlers): AnswerCall =>
  async (call) =>
    (ASKED_BY_ASSISTANTS as readonly Name[]).includes(call.name)
      ? dispatch(handlers, call)
      : { ok: false, error: ApiError.toData(forbidden("Assistants may not call this endpoint.")) };

/** A name that nobody else can have taken before: the key is sent to whoever listens there. */
async function freeSocket(configFolder: string): Promise<string> {
  if (process.platform === "win32")
    return `\\\\.\\pipe\\semascope-${randomBytes(16).toString("hex")}`;
  await mkdir(configFolder, { recursive: true, mode: 0o700 });
  const socket = path.join(configFolder, "assistants.sock");
  // Left by a process that was killed.
  await rm(socket, { force: true });
  return socket;
}
