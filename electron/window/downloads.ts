import { basename, dirname, join } from "node:path";
import type { Session } from "electron";

/** Reads and remembers where the last file was saved. */
export interface SaveFolder {
  get(): string;
  set(folder: string): void;
}

/** Every file that leaves the page goes where a person says, in a native dialog, and nowhere else. */
export function askWhereToSave(session: Session, folder: SaveFolder): void {
  session.on("will-download", (_event, item) => {
    item.setSaveDialogOptions({
      title: "Save",
      defaultPath: join(folder.get(), safeFileName(item.getFilename())),
      properties: ["createDirectory", "showOverwriteConfirmation"],
    });
    item.once("done", (_doneEvent, state) => {
      if (state === "completed") folder.set(dirname(item.getSavePath()));
    });
  });
}

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go.
const HOSTILE = /[\u0000-\u001f<>:"/\\|?*]/g;

/** A proposal that is a plain file name on every system; the person may still change it. */
export function safeFileName(proposed: string): string {
  const plain = basename(proposed)
    .replace(HOSTILE, "_")
    .replace(/^[. ]+|[. ]+$/g, "");
  return plain === "" || RESERVED.test(plain) ? `semascope-${plain || "export"}` : plain;
}
