import type { MessagePort } from "node:worker_threads";
import { ApiError } from "../../errors.ts";
import { loadRetina } from "../retina-files.ts";
import { keptAtlas } from "./atlas-files.ts";
import type { OpeningData, OpeningMessage } from "./messages.ts";

/** Opens a file and sends its tables; then, when asked, finds the regions of its map. */
export async function serveOpening(
  port: MessagePort,
  { file, stays, atlases }: OpeningData,
): Promise<void> {
  const send = (message: OpeningMessage) => port.postMessage(message);
  const asked = new Promise<void>((resolve) => port.once("message", () => resolve()));
  try {
    const retina = await loadRetina(file);
    send({ type: "opened", tables: retina.tables });
    if (stays) {
      await asked;
      send({ type: "divided", atlas: await keptAtlas(atlases, retina) });
    }
  } catch (cause) {
    send({ type: "refused", error: ApiError.toWire(cause) });
  }
  port.close();
}
