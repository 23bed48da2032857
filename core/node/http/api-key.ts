import { randomBytes } from "node:crypto";
import { chmod } from "node:fs/promises";
import path from "node:path";
import { conflict } from "../../errors.ts";
import { codeOf, diskTrouble } from "../config/system-error.ts";
import { writeSafely } from "../config/write-safely.ts";
import { readWholeText } from "../files/regular-file.ts";

const LONGEST_KEY = 2 ** 16;
const KEY_FORM = /^[A-Za-z0-9_-]{16,}$/;

/** Where the key of this user is kept. */
export const keyFile = (configFolder: string): string => path.join(configFolder, "api-key");

/**
 * The key of this user's service, made at the first start and the same from then on. Its file can be read by
 * the user alone. @throws conflict when the file holds no key
 */
export async function loadKey(configFolder: string): Promise<string> {
  const file = keyFile(configFolder);
  try {
    const key = (await readWholeText(file, LONGEST_KEY)).trim();
    if (!KEY_FORM.test(key))
      throw conflict(`The file ${file} does not hold a key. Delete it to get a new one.`, { file });
    await chmod(file, 0o600);
    return key;
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") throw cause;
  }
  const key = randomBytes(24).toString("base64url");
  try {
    await writeSafely(file, `${key}\n`);
  } catch (cause) {
    throw diskTrouble(`The key in ${file}`, cause);
  }
  return key;
}

/** The line that every start of a service prints, and that the sign-in page refers to. */
export const keyLine = ({ apiKey, keyFile: file }: KeyPlace): string =>
  `Key          ${apiKey === null ? "none asked for" : `${apiKey}  (kept in ${file})`}`;

interface KeyPlace {
  /** Null where everyone is let in. */
  readonly apiKey: string | null;
  readonly keyFile: string;
}
