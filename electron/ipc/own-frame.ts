import type { IpcMainEvent, IpcMainInvokeEvent } from "electron";
import { isOurPage } from "../window/guards.ts";

export type Message = Pick<IpcMainEvent | IpcMainInvokeEvent, "sender" | "senderFrame">;
export type OwnFrameCheck = (event: Message) => boolean;

/**
 * Whether a message comes from our page in the main frame of its window. A frame inside the page, a page
 * that navigated away and a frame that is gone are all refused.
 */
export function isOwnFrame({ sender, senderFrame }: Message): boolean {
  return senderFrame !== null && senderFrame === sender.mainFrame && isOurPage(senderFrame.url);
}
