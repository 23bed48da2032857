/** Hands a file to the person: the browser's or the desktop's own save dialog takes over. */
export function download(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = safeFileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const LONGEST = 120;

/** Any label as a file name that every system accepts; the ending is kept. */
export function safeFileName(name: string): string {
  const dot = name.lastIndexOf(".");
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const ending = dot > 0 ? name.slice(dot) : "";
  const clean = [...stem]
    .map((character) =>
      character < " " || '<>:"/\\|?*\u007f'.includes(character) ? "-" : character,
    )
    .slice(0, LONGEST)
    .join("")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const safe = clean === "" ? "semascope" : clean;
  return `${RESERVED.test(safe) ? "_" : ""}${safe}${ending}`;
}

/** Puts text on the clipboard. @returns false where the system refused */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
