import path from "node:path";
import { type Nature, whatIsIt } from "../../tables/what-is-it.ts";
import { openRegular } from "./regular-file.ts";

/** What a regular file is, told by its content. @throws bad-input for folders, pipes and devices; failures of the system as they are */
export async function whatFileIs(file: string): Promise<Nature> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    return await whatIsIt({
      name: path.basename(file),
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
