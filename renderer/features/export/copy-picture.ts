import type { DrawnPicture } from "./use-picture.ts";

/** Puts the picture on the clipboard; an SVG also as text, for editors. @throws Error where the system refuses */
export async function copyPicture(picture: Promise<DrawnPicture>): Promise<void> {
  const { blob } = await picture;
  try {
    await navigator.clipboard.write([new ClipboardItem(await formsOf(blob))]);
  } catch {
    throw new Error("The system did not allow copying. Save the picture instead.");
  }
}

async function formsOf(blob: Blob): Promise<Record<string, Blob>> {
  if (blob.type === "image/png") return { [blob.type]: blob };
  const text = new Blob([await blob.text()], { type: "text/plain" });
  const asPicture = ClipboardItem.supports(blob.type) ? { [blob.type]: blob } : {};
  return { "text/plain": text, ...asPicture };
}
