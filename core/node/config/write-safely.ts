import { chmod, mkdir, open, stat } from "node:fs/promises";
import path from "node:path";
import { writeFile } from "atomically";

/** Only for this user: keys, and texts a person is working with. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** What earlier versions gave the folder of all that is kept. */
const FOR_ALL_TO_READ = 0o755;

/** Makes a folder for this user alone, also of one that an earlier version made. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const { mode } = await stat(folder);
  // Rights that somebody chose stay; a folder of another user cannot be changed.
  if ((mode & 0o777) === FOR_ALL_TO_READ) await chmod(folder, PRIVATE_FOLDER).catch(() => {});
}

/**
 * Replaces a file so that at every moment either the old or the new content is on disk, whole: a temporary
 * file is written and synced, then renamed, then the folder is synced.
 */
export async function writeSafely(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  await writeFile(file, typeof content === "string" ? content : Buffer.from(content), {
    mode: PRIVATE_FILE,
    fsyncWait: true,
    // Else SIGTERM deletes the file that is being written, although the service ends its work in order.
    tmpPurge: false,
  });
  await syncFolder(path.dirname(file));
}

/** Makes a rename last through a power cut; Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
