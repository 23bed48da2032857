import { randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm, truncate } from "node:fs/promises";
import path from "node:path";
import type { JsonValue } from "../../api/json-value.ts";
import { conflict } from "../../errors.ts";
import { codeOf } from "../config/error-code.ts";
import { diskTrouble } from "../config/system-error.ts";
import { writeSafely } from "../config/write-safely.ts";
import { type Holder, WorkspaceLock } from "./workspace-lock.ts";

type JsonObject = Readonly<Record<string, JsonValue>>;

/** What a window starts from. */
export interface LoadedWorkspace {
  readonly workspace: JsonObject | null;
  readonly journal: JsonValue[];
  readonly revision: number;
  readonly lockedBy: Holder | null;
  readonly damaged: string | null;
}

/** What the file holds: the page's own object, and how often it was saved. */
interface Saved {
  readonly revision: number;
  readonly workspace: JsonObject;
}

/**
 * One folder with `workspace.json` and `journal.jsonl`, both readable. A save replaces the file as a whole and
 * then empties the journal; entries carry the revision they build on, so a crash between the two repeats none.
 */
export class WorkspaceStore {
  readonly #file: string;
  readonly #journal: string;
  readonly #lock: WorkspaceLock;
  #revision: number | undefined;
  #entries = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#file = path.join(folder, "workspace.json");
    this.#journal = path.join(folder, "journal.jsonl");
    this.#lock = new WorkspaceLock(path.join(folder, "lock.json"));
  }

  load(session: string, takeOver: boolean): Promise<LoadedWorkspace> {
    return this.#inTurn(async () => {
      const lockedBy = await this.#lock.claim(session, takeOver);
      if (lockedBy === null) await this.#tidy();
      return { ...(await this.#open()), lockedBy };
    });
  }

  save(session: string, workspace: JsonObject): Promise<{ revision: number; savedAt: string }> {
    return this.#inTurn(async () => {
      await this.#requireLock(session);
      const revision = (await this.#knownRevision()) + 1;
      await writeSafely(this.#file, `${JSON.stringify({ revision, workspace }, null, 2)}\n`);
      this.#revision = revision;
      await emptyFile(this.#journal);
      this.#entries = 0;
      return { revision, savedAt: new Date().toISOString() };
    });
  }

  append(session: string, entries: readonly JsonValue[]): Promise<{ entries: number }> {
    return this.#inTurn(async () => {
      await this.#requireLock(session);
      const revision = await this.#knownRevision();
      const lines = entries.map((entry) => `${JSON.stringify({ revision, entry })}\n`).join("");
      await appendDurably(this.#journal, lines);
      this.#entries += entries.length;
      return { entries: this.#entries };
    });
  }

  release(session: string): Promise<boolean> {
    return this.#inTurn(() => this.#lock.release(session));
  }

  /** A process that was killed while it wrote leaves its temporary file behind. */
  async #tidy(): Promise<void> {
    const folder = path.dirname(this.#file);
    const left = `${path.basename(this.#file)}.tmp-`;
    for (const name of await readdir(folder))
      if (name.startsWith(left)) await rm(path.join(folder, name), { force: true });
  }

  /** One after the other: a save must not overtake an append. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(step, step);
    this.#queue = result.catch(() => {});
    return result.catch((cause) => {
      throw diskTrouble("The workspace", cause);
    });
  }

  async #requireLock(session: string): Promise<void> {
    const holder = await this.#lock.otherHolder(session);
    if (holder === null) return;
    throw conflict(
      "Another window or process has this workspace open; take it over to save here.",
      {
        process: holder.process,
        since: holder.since,
      },
    );
  }

  async #knownRevision(): Promise<number> {
    return this.#revision ?? (await this.#open()).revision;
  }

  /** Reads both files. Of a damaged workspace the journal is all there is, so every entry counts. */
  async #open(): Promise<Omit<LoadedWorkspace, "lockedBy">> {
    const { saved, damaged } = await this.#read();
    const lines = await this.#readJournal();
    const revision = saved?.revision ?? Math.max(0, ...lines.map((line) => line.revision));
    const journal = lines
      .filter((line) => saved === null || line.revision === revision)
      .map((line) => line.entry);
    this.#revision = revision;
    this.#entries = journal.length;
    return { workspace: saved?.workspace ?? null, journal, revision, damaged };
  }

  /** A file that cannot be read is set aside, never overwritten. */
  async #read(): Promise<{ saved: Saved | null; damaged: string | null }> {
    let text: string;
    try {
      text = await readFile(this.#file, "utf8");
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return { saved: null, damaged: null };
      throw cause;
    }
    const saved = parseSaved(text);
    if (saved !== undefined) return { saved, damaged: null };
    const aside = `${this.#file}.damaged-${randomUUID().slice(0, 8)}`;
    await rename(this.#file, aside);
    return {
      saved: null,
      damaged: `The saved workspace could not be read; it was kept as ${path.basename(aside)}.`,
    };
  }

  /** Lines of the journal. The last one may be cut by a crash: it was never acknowledged. */
  async #readJournal(): Promise<JournalLine[]> {
    let text: string;
    try {
      text = await readFile(this.#journal, "utf8");
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return [];
      throw cause;
    }
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    if (whole.length < text.length) await truncate(this.#journal, Buffer.byteLength(whole));
    return whole.split("\n").flatMap((line) => {
      const parsed = parseObject(line);
      return isJournalLine(parsed) ? [parsed] : [];
    });
  }
}

interface JournalLine {
  readonly revision: number;
  readonly entry: JsonValue;
}

function isJournalLine(value: object | undefined): value is JournalLine {
  return (
    value !== undefined &&
    "entry" in value &&
    "revision" in value &&
    Number.isSafeInteger(value.revision)
  );
}

function parseSaved(text: string): Saved | undefined {
  const parsed = parseObject(text);
  const isSaved =
    Number.isSafeInteger(parsed?.revision) &&
    typeof parsed?.workspace === "object" &&
    parsed.workspace !== null &&
    !Array.isArray(parsed.workspace);
  return isSaved ? (parsed as unknown as Saved) : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns once the lines are on disk. What a full disk let through of them is taken back, or the next line would
 * be glued to its cut end and lost with it.
 */
async function appendDurably(file: string, lines: string): Promise<void> {
  const handle = await open(file, "a", 0o600);
  const { size } = await handle.stat();
  try {
    await handle.writeFile(lines);
    await handle.datasync();
  } catch (cause) {
    await handle.truncate(size).catch(() => undefined);
    throw cause;
  } finally {
    await handle.close();
  }
}

const emptyFile = (file: string) => rm(file, { force: true });
