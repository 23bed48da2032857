import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, uptime } from "node:os";
import path from "node:path";
import { isStillRunning, ownMark, type ProcessMark } from "../config/process.ts";
import { codeOf } from "../config/system-error.ts";
import { readWholeText } from "../files/regular-file.ts";

const MOST_BYTES = 2 ** 16;

/** Who has the workspace open. */
export interface Holder {
  readonly process: number;
  readonly session: string;
  readonly since: string;
}

interface StoredHolder extends Holder, ProcessMark {
  readonly machine: string;
}

/** The lock files of a folder, by their numbers. Earlier versions had one without a number. */
const NAME = /^lock(?:-(\d+))?\.json$/;

interface Latest {
  /** 0 where there is no file. */
  readonly number: number;
  /** Undefined where the file names nobody. */
  readonly holder: StoredHolder | undefined;
}

/**
 * Files that name the window and process that may save: the one with the highest number counts. Whoever claims the
 * workspace makes the next one, which only one of several can. A holder whose process has ended on this machine counts for
 * nothing, so a crash locks nobody out.
 */
export class WorkspaceLock {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes the lock if it is free or `force` is given. @returns who else holds it, or null */
  async claim(session: string, force: boolean): Promise<Holder | null> {
    for (;;) {
      const { number, holder } = await this.#latest();
      if (holder !== undefined && isOwn(holder, session)) return null;
      if (!force && holder !== undefined && isAlive(holder)) return shown(holder);
      const next: StoredHolder = {
        ...ownMark(),
        session,
        since: new Date().toISOString(),
        machine: hostname(),
      };
      if (await this.#make(number + 1, next)) return null;
    }
  }

  /** The live holder, unless it is this session; null when nobody holds it. */
  async otherHolder(session: string): Promise<Holder | null> {
    const { holder } = await this.#latest();
    return holder === undefined || isOwn(holder, session) || !isAlive(holder)
      ? null
      : shown(holder);
  }

  /** Releases the lock if this session has it. */
  async release(session: string): Promise<boolean> {
    const { number, holder } = await this.#latest();
    if (holder === undefined || !isOwn(holder, session)) return false;
    return this.#make(number + 1, null);
  }

  async #latest(): Promise<Latest> {
    for (;;) {
      const numbers = await this.#numbers();
      if (numbers.length === 0) return { number: 0, holder: undefined };
      const number = Math.max(...numbers);
      try {
        const value: unknown = JSON.parse(await readWholeText(this.#file(number), MOST_BYTES));
        return { number, holder: isHolder(value) ? value : undefined };
      } catch (cause) {
        if (cause instanceof SyntaxError) return { number, holder: undefined };
        // A later one has taken its place.
        if (codeOf(cause) !== "ENOENT") throw cause;
      }
    }
  }

  async #numbers(): Promise<number[]> {
    try {
      const names = await readdir(this.#folder);
      return names.flatMap((name) => {
        const found = NAME.exec(name);
        return found === null ? [] : [Number(found[1] ?? 0)];
      });
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return [];
      throw cause;
    }
  }

  /** @returns false where somebody else was faster */
  async #make(number: number, holder: StoredHolder | null): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify(holder)}\n`;
    const draft = path.join(this.#folder, `lock.json.tmp-${randomUUID()}`);
    try {
      await writeFile(draft, text, { mode: 0o600 });
      // Nobody reads half of it; where a disk has no links, that is better than no lock.
      await link(draft, this.#file(number)).catch((cause) => {
        if (codeOf(cause) === "EEXIST") throw cause;
        return writeFile(this.#file(number), text, { mode: 0o600, flag: "wx" });
      });
    } catch (cause) {
      if (codeOf(cause) === "EEXIST") return false;
      throw cause;
    } finally {
      await rm(draft, { force: true });
    }
    for (const earlier of await this.#numbers())
      if (earlier < number) await rm(this.#file(earlier), { force: true });
    return true;
  }

  #file(number: number): string {
    return path.join(this.#folder, number === 0 ? "lock.json" : `lock-${number}.json`);
  }
}

const isOwn = (holder: StoredHolder, session: string): boolean =>
  holder.session === session && holder.process === process.pid;

const shown = ({ process: id, session, since }: Holder): Holder => ({
  process: id,
  session,
  since,
});

/** On another machine nobody can tell, so the holder counts as alive. */
function isAlive(holder: StoredHolder): boolean {
  if (holder.machine !== hostname()) return true;
  if (Date.parse(holder.since) < Date.now() - uptime() * 1000) return false;
  return isStillRunning(holder);
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
