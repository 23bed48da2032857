import type { IpcMain } from "electron";
import type { Handlers } from "../../core/api/client-types.ts";
import { dispatch } from "../../core/api/dispatch.ts";
import { isName } from "../../core/api/is-name.ts";
import { channels } from "./channels.ts";
import type { OwnFrameCheck } from "./own-frame.ts";

/**
 * The endpoint table over one channel. `handlers` may still be opening: calls wait for it.
 * Inputs are checked by `dispatch`, against the same schemas as over HTTP.
 */
export function serveEngine(
  ipcMain: Pick<IpcMain, "handle" | "on">,
  isOwnFrame: OwnFrameCheck,
  handlers: Promise<Handlers>,
): void {
  const running = new Map<string, AbortController>();

  ipcMain.handle(channels.engine, async (event, name: unknown, args: unknown, callId: unknown) => {
    if (!isOwnFrame(event)) throw new Error("Refused a call from an unknown frame.");
    if (!isName(name)) throw new Error(`No endpoint is called ${String(name)}.`);
    const key = callKey(event.sender.id, callId);
    const controller = new AbortController();
    if (key !== undefined) running.set(key, controller);
    try {
      return await dispatch(await handlers, { name, args, signal: controller.signal });
    } finally {
      if (key !== undefined && running.get(key) === controller) running.delete(key);
    }
  });

  ipcMain.on(channels.cancel, (event, callId: unknown) => {
    const key = isOwnFrame(event) ? callKey(event.sender.id, callId) : undefined;
    if (key !== undefined) running.get(key)?.abort();
  });
}

/** Two windows may use the same ids, so a window's own id is part of the key. */
const callKey = (senderId: number, callId: unknown) =>
  typeof callId === "string" ? `${senderId} ${callId}` : undefined;
