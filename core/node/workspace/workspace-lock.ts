import { mkdir, rm } from "node:fs/promises";
import { hostname, uptime } from "node:os";
import path from "node:path";
import { isRunning } from "../config/process.ts";
import { codeOf } from "../config/system-error.ts";
import { writeSafely } from "../config/write-safely.ts";
import { readWholeText } from "../files/regular-file.ts";

const MOST_BYTES = 2 ** 16;

/** Who has the workspace open. */
export interface Holder {
  readonly process: number;
  readonly session: string;
  readonly since: string;
}

interface StoredHolder extends Holder {
  readonly machine: string;
}

/**
 * A file that names the window and process that may save. A holder whose process has ended on this machine
 * counts for nothing, so a crash locks nobody out.
 */
export class WorkspaceLock {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Takes the lock if it is free or `force` is given. @returns who else holds it, or null */
  async claim(session: string, force: boolean): Promise<Holder | null> {
    const other = force ? null : await this.otherHolder(session);
    if (other !== null) return other;
    const holder: StoredHolder = {
      process: process.pid,
      session,
      since: new Date().toISOString(),
      machine: hostname(),
    };
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    await writeSafely(this.#file, `${JSON.stringify(holder)}\n`);
    return null;
  }

  /** The live holder, unless it is this session; null when nobody holds it. */
  async otherHolder(session: string): Promise<Holder | null> {
    const holder = await this.#read();
    if (holder === undefined || !isAlive(holder)) return null;
    if (holder.session === session && holder.process === process.pid) return null;
    return { process: holder.process, session: holder.session, since: holder.since };
  }

  /** Releases the lock if this session has it. */
  async release(session: string): Promise<boolean> {
    const holder = await this.#read();
    if (holder?.session !== session || holder.process !== process.pid) return false;
    await rm(this.#file, { force: true });
    return true;
  }

  async #read(): Promise<StoredHolder | undefined> {
    try {
      const value: unknown = JSON.parse(await readWholeText(this.#file, MOST_BYTES));
      return isHolder(value) ? value : undefined;
    } catch (cause) {
      if (codeOf(cause) === "ENOENT" || cause instanceof SyntaxError) return undefined;
      throw cause;
    }
  }
}

/** On another machine nobody can tell, so the holder counts as alive. */
function isAlive(holder: StoredHolder): boolean {
  if (holder.machine !== hostname()) return true;
  if (Date.parse(holder.since) < Date.now() - uptime() * 1000) return false;
  return isRunning(holder.process);
}

function isHolder(value: unknown): value is StoredHolder {
  if (typeof value !== "object" || value === null) return false;
  const { process: id, session, since, machine } = value as Partial<StoredHolder>;
  return (
    Number.isSafeInteger(id) &&
    typeof session === "string" &&
    typeof since === "string" &&
    typeof machine === "string"
  );
}
