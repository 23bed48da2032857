import { escapeXml } from "../../../core/image/svg.ts";
import type { DrawnPicture } from "./use-picture.ts";

/** Larger pictures are put on the clipboard as pixels alone. */
const MOST_EMBEDDED = 4_000_000;

/**
 * Puts a PNG or an SVG on the clipboard, with its description where programs look for alternative text; an SVG
 * also as text, for editors. @throws Error where the system refuses
 */
export async function copyPicture(picture: Promise<DrawnPicture>): Promise<void> {
  const drawn = await picture;
  try {
    await navigator.clipboard.write([new ClipboardItem(await formsOf(drawn))]);
  } catch {
    throw new Error("The system did not allow copying. Save the picture instead.");
  }
}

async function formsOf({ blob, bytes, draft }: DrawnPicture): Promise<Record<string, Blob>> {
  if (blob.type === "image/png") {
    if (bytes.length > MOST_EMBEDDED) return { [blob.type]: blob };
    const page = `<img src="${await addressOf(blob)}" alt="${escapeXml(draft.description)}">`;
    return { [blob.type]: blob, "text/html": new Blob([page], { type: "text/html" }) };
  }
  const text = new Blob([await blob.text()], { type: "text/plain" });
  const asPicture = ClipboardItem.supports(blob.type) ? { [blob.type]: blob } : {};
  return { "text/plain": text, ...asPicture };
}

/** The picture itself as an address. */
const addressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("The picture could not be read again."));
    reader.readAsDataURL(blob);
  });
