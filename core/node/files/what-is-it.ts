import path from "node:path";
import { type Nature, whatIsIt } from "../../tables/what-is-it.ts";
import type { ByteSource } from "../../tables/zip-entries.ts";
import { openRegular } from "./regular-file.ts";

/** What a regular file is, told by its content. @throws bad-input for folders, pipes and devices; failures of the system as they are */
export const whatFileIs = (file: string): Promise<Nature> =>
  withSource(file, path.basename(file), whatIsIt);

/** Opens a regular file whose bytes are read at places. @throws as `whatFileIs` */
export async function withSource<T>(
  file: string,
  name: string,
  use: (source: ByteSource) => Promise<T>,
): Promise<T> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    return await use({
      name,
      size,
      async read(from, to) {
        const bytes = Buffer.alloc(Math.max(0, Math.min(to, size) - from));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
        return bytes.subarray(0, bytesRead);
      },
    });
  } finally {
    await handle.close();
  }
}
