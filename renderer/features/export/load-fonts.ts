import regular from "@fontsource/inter/files/inter-latin-400-normal.woff?url";
import medium from "@fontsource/inter/files/inter-latin-500-normal.woff?url";
import semibold from "@fontsource/inter/files/inter-latin-600-normal.woff?url";
import type { FontFiles } from "../../../core/image/typeface.ts";

let fonts: Promise<FontFiles> | null = null;

/** The program's typeface as files, from its own host; asked for once. */
export function loadFonts(): Promise<FontFiles> {
  fonts ??= Promise.all([regular, medium, semibold].map(bytesOf)).then(
    ([usual, middle, heavy]) => ({ 400: usual!, 500: middle!, 600: heavy! }),
    (error: unknown) => {
      fonts = null;
      throw error;
    },
  );
  return fonts;
}

async function bytesOf(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The typeface did not load: status ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}
