import { rm } from "node:fs/promises";
import path from "node:path";
import { isRunning } from "../config/process.ts";
import { codeOf } from "../config/system-error.ts";
import { writeSafely } from "../config/write-safely.ts";
import { readWholeText } from "../files/regular-file.ts";

const LONGEST = 10_000;

/** Beside the key, and as private as that: programs of the same user send the key to this address. */
const addressFile = (configFolder: string): string => path.join(configFolder, "service.json");

/** Begins an address that is a socket on this machine; the others are those of HTTP. */
export const SOCKET = "socket:";

/** Says where the service of this user listens. @returns what takes that back, unless a later service has said so since */
export async function announceAddress(
  configFolder: string,
  url: string,
): Promise<() => Promise<void>> {
  await writeSafely(addressFile(configFolder), JSON.stringify({ url, process: process.pid }));
  return async () => {
    if ((await announcedAddress(configFolder)) === url)
      await rm(addressFile(configFolder), { force: true });
  };
}

/** Where a service of this user listens now; undefined where none does. */
export async function announcedAddress(configFolder: string): Promise<string | undefined> {
  try {
    const kept: unknown = JSON.parse(await readWholeText(addressFile(configFolder), LONGEST));
    const { url, process: owner } = (kept ?? {}) as Record<string, unknown>;
    if (typeof url !== "string" || typeof owner !== "number") return undefined;
    return isRunning(owner) ? url : undefined;
  } catch (cause) {
    if (codeOf(cause) === "ENOENT" || cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
