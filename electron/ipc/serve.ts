import type { IpcMain } from "electron";
import type { Handlers } from "../../core/api/client-types.ts";
import { dispatch } from "../../core/api/dispatch.ts";
import { isName } from "../../core/api/table.ts";
import { channels } from "../window/channels.ts";
import type { OwnFrameCheck } from "./own-frame.ts";
import { RunningCalls } from "./running-calls.ts";

/**
 * The endpoint table over one channel. `handlers` may still be opening: calls wait for it.
 * Inputs are checked by `dispatch`, against the same schemas as over HTTP.
 */
export function serveEngine(
  ipcMain: Pick<IpcMain, "handle" | "on">,
  isOwnFrame: OwnFrameCheck,
  handlers: Promise<Handlers>,
): RunningCalls {
  const running = new RunningCalls();

  ipcMain.handle(channels.engine, async (event, name: unknown, args: unknown, callId: unknown) => {
    if (!isOwnFrame(event)) throw new Error("Refused a call from an unknown frame.");
    if (!isName(name)) throw new Error(`No endpoint is called ${String(name)}.`);
    const { signal, end } = running.begin(event.sender, callId);
    try {
      return await dispatch(await handlers, { name, args, signal });
    } finally {
      end();
    }
  });

  ipcMain.on(channels.cancel, (event, callId: unknown) => {
    if (isOwnFrame(event)) running.cancel(event.sender, callId);
  });
  return running;
}
