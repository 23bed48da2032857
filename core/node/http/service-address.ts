import { rm } from "node:fs/promises";
import path from "node:path";
import { isStillRunning, ownMark, type ProcessMark } from "../config/process.ts";
import { codeOf } from "../config/system-error.ts";
import { writeSafely } from "../config/write-safely.ts";
import { readWholeText } from "../files/regular-file.ts";

const LONGEST = 10_000;

/** Beside the key, and as private as that: programs of the same user send the key to this address. */
const addressFile = (configFolder: string): string => path.join(configFolder, "service.json");

/** Begins an address that is a socket on this machine; the others are those of HTTP. */
export const SOCKET = "socket:";

/** Where a service listens, and the secret by which it proves that it is the one that wrote this. */
export interface Announced {
  readonly url: string;
  readonly secret: string;
}

/** Announces the service of this user. @returns what takes that back, unless a later service has announced itself since */
export async function announceAddress(
  configFolder: string,
  { url, secret }: Announced,
): Promise<() => Promise<void>> {
  await writeSafely(addressFile(configFolder), JSON.stringify({ url, secret, ...ownMark() }));
  return async () => {
    if ((await announcedAddress(configFolder)) === url)
      await rm(addressFile(configFolder), { force: true });
  };
}

/** The service of this user that runs now; undefined where none does. The secret of an earlier version is empty. */
export async function announcedService(configFolder: string): Promise<Announced | undefined> {
  try {
    const kept: unknown = JSON.parse(await readWholeText(addressFile(configFolder), LONGEST));
    const { url, secret = "", process: owner, processStart } = (kept ?? {}) as Partial<Kept>;
    if (typeof url !== "string" || typeof owner !== "number") return undefined;
    const mark = { process: owner, processStart: processStart as string | undefined };
    return isStillRunning(mark) ? { url, secret: String(secret) } : undefined;
  } catch (cause) {
    if (codeOf(cause) === "ENOENT" || cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

type Kept = Record<keyof (Announced & ProcessMark), unknown>;

/** Where that listens. */
export const announcedAddress = async (configFolder: string): Promise<string | undefined> =>
  (await announcedService(configFolder))?.url;
