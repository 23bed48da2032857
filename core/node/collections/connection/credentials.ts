import { badInput } from "../../../errors.ts";
import { readingTrouble, readWholeText } from "../../files/regular-file.ts";
import { requirePrivate } from "./require-private.ts";

/** Who signs in to a cluster. */
export interface Credentials {
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
