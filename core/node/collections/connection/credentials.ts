import { stat } from "node:fs/promises";
import { badInput } from "../../../errors.ts";
import { reasonOf } from "../../config/system-error.ts";
import { readingTrouble, readWholeText } from "../../files/regular-file.ts";

/** Who signs in to a cluster. */
interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Bytes of a file with settings or a certificate. */
const MOST_SETTINGS = 2 ** 20;

type Environment = Readonly<Record<string, string | undefined>>;

const USER = "SEMASCOPE_CLUSTER_USER";
const PASSWORD = "SEMASCOPE_CLUSTER_PASSWORD";
const FILE = "SEMASCOPE_CLUSTER_CREDENTIALS";

/**
 * User and password from the environment, or from the file that it names: one line, `user:password`. Nothing where
 * neither is set. @throws bad-input, without a word of what was read
 */
export async function readCredentials(env: Environment): Promise<Credentials | undefined> {
  const { [USER]: user, [PASSWORD]: password, [FILE]: file } = env;
  if (file !== undefined && file !== "") return readFileOf(file);
  if (!user && !password) return undefined;
  if (!user || !password)
    throw badInput(
      "credentials",
      `${user ? PASSWORD : USER} is not set; a user name and a password belong together.`,
    );
  return { user, password };
}

async function readFileOf(file: string): Promise<Credentials> {
  await requirePrivate(file);
  const line = (await readText(file)).split(/\r?\n/, 1)[0] ?? "";
  const end = line.indexOf(":");
  if (end < 1 || end === line.length - 1)
    throw badInput("credentials", `The file ${file} needs one line with user:password.`, { file });
  return { user: line.slice(0, end), password: line.slice(end + 1) };
}

/** @throws bad-input with the reason in words */
export async function readText(file: string): Promise<string> {
  try {
    return await readWholeText(file, MOST_SETTINGS);
  } catch (cause) {
    throw readingTrouble(`The file ${file}`, cause);
  }
}

const OTHERS = 0o077;

/** @throws bad-input where others than its owner may read a file that holds a password */
export async function requirePrivate(file: string): Promise<void> {
  // Windows keeps rights elsewhere; files of a user's folders are private there.
  if (process.platform === "win32") return;
  const mode = await modeOf(file);
  if ((mode & OTHERS) === 0) return;
  const shown = (mode & 0o777).toString(8).padStart(3, "0");
  throw badInput(
    "file",
    `Others may read ${file} (mode ${shown}), which holds a password: run chmod 600 on it, and change the password if it may have been read.`,
    { file, mode: shown },
  );
}

async function modeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).mode;
  } catch (cause) {
    throw badInput("file", `The file ${file} cannot be read: ${reasonOf(cause)}.`, { file });
  }
}
