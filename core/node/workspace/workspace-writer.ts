import { rm } from "node:fs/promises";
import { hostname, uptime } from "node:os";
import path from "node:path";
import { isStillRunning, ownMark, type ProcessMark } from "../config/process.ts";
import { writeSafely } from "../config/write-safely.ts";
import { parseObject, readIfThere } from "./workspace-files.ts";

/** The window that may save. */
export interface Writer {
  readonly process: number;
  readonly session: string;
  /** ISO time. */
  readonly since: string;
}

interface StoredWriter extends Writer, ProcessMark {
  readonly machine: string;
}

/**
 * `writer.json` names the one window that may save. It only informs: of two that save on the same revision one fails, whoever
 * is named. A writer whose process has ended on this machine counts for nothing, so a crash locks nobody out.
 */
export class WorkspaceWriter {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = path.join(folder, "writer.json");
  }

  /** Names this session where nobody else writes, or `takeOver` is given. @returns who else writes, or null */
  async claim(session: string, takeOver: boolean): Promise<Writer | null> {
    const writer = await this.#read();
    if (writer && isOwn(writer, session)) return null;
    if (writer && !takeOver && isAlive(writer)) return shown(writer);
    const next: StoredWriter = {
      ...ownMark(),
      session,
      since: new Date().toISOString(),
      machine: hostname(),
    };
    await writeSafely(this.#file, `${JSON.stringify(next)}\n`);
    return null;
  }

  /** The live writer, unless it is this session; null when nobody writes. */
  async other(session: string): Promise<Writer | null> {
    const writer = await this.#read();
    return writer && !isOwn(writer, session) && isAlive(writer) ? shown(writer) : null;
  }

  /** @returns whether this session was the writer */
  async release(session: string): Promise<boolean> {
    const writer = await this.#read();
    const isMine = writer !== undefined && isOwn(writer, session);
    if (isMine) await rm(this.#file, { force: true });
    return isMine;
  }

  async #read(): Promise<StoredWriter | undefined> {
    const value = parseObject((await readIfThere(this.#file)) ?? "");
    const { process: id, session, since, machine } = value ?? {};
    const isWriter =
      Number.isSafeInteger(id) &&
      [session, since, machine].every((each) => typeof each === "string");
    return isWriter ? (value as unknown as StoredWriter) : undefined;
  }
}

const isOwn = (writer: StoredWriter, session: string): boolean =>
  writer.session === session && writer.process === process.pid;

const shown = ({ process: id, session, since }: StoredWriter): Writer => ({
  process: id,
  session,
  since,
});

/** On another machine nobody can tell, so the writer counts as alive. */
function isAlive(writer: StoredWriter): boolean {
  if (writer.machine !== hostname()) return true;
  if (Date.parse(writer.since) < Date.now() - uptime() * 1000) return false;
  return isStillRunning(writer);
}
