import { type Fingerprint, isFingerprint } from "../../model/fingerprint.ts";

const TYPE = "application/x-semascope-fingerprint";

/** Puts a fingerprint into a drag or onto the clipboard, with its JSON as text for other programs. */
export function putFingerprint(transfer: DataTransfer, fingerprint: Fingerprint): void {
  transfer.setData(TYPE, JSON.stringify(fingerprint));
  transfer.setData("text/plain", JSON.stringify(fingerprint.source));
  transfer.effectAllowed = "copy";
}

/** For `dragover`, where the content may not be read yet. */
export const carriesFingerprint = (transfer: DataTransfer): boolean =>
  transfer.types.includes(TYPE);

/** The fingerprint of a drop or paste, checked; null for anything else. */
export function takeFingerprint(transfer: DataTransfer): Fingerprint | null {
  return (
    parseFingerprint(transfer.getData(TYPE)) ?? parseFingerprint(transfer.getData("text/plain"))
  );
}

/** From text that may be anything. */
export function parseFingerprint(text: string): Fingerprint | null {
  if (text === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isFingerprint(value) ? value : null;
  } catch {
    return null;
  }
}
