import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Output } from "../../api/client-types.ts";
import { damagedRows } from "../../errors.ts";
import { checksumOf, sealed, unsealed } from "../config/checksum.ts";
import { isRunning, isStillRunning, ownMark, type ProcessMark } from "../config/process.ts";
import { codeOf, diskTrouble } from "../config/system-error.ts";
import { syncFolder, writeSafely } from "../config/write-safely.ts";
import type { RawInput } from "../wire/answer.ts";

/** A task as callers see it. */
export type JobState = Output<"app.job">;

/** Rows per file: a whole chunk is written at once, so what was counted is on disk. */
const CHUNK = 1000;

/** PIDs are reused. */
const THIS_PROCESS = randomUUID();

const NEWLINE = 10;
const CHUNK_FILE = /^rows-(\d+)\.json$/;
const TRAINED = "trained.retina";
const ASIDE = "job.damaged.json";

/** A task as its file holds it. */
export interface StoredJob extends ProcessMark {
  /** Different at every start of a host, several of which may share the folder. */
  readonly owner: string;
  readonly job: JobState;
}

/** What a file contains, where it is whole. The checksum is that of the task, and not of whose it is. */
function storedJob(value: unknown): StoredJob | undefined {
  const { process: id, processStart, owner, ...rest } = (value ?? {}) as Partial<StoredJob>;
  const { job } = (unsealed(rest, ["job"]) ?? {}) as Partial<StoredJob>;
  const isStored =
    typeof id === "number" &&
    ["string", "undefined"].includes(typeof processStart) &&
    typeof owner === "string" &&
    typeof job?.id === "string" &&
    typeof job.state === "string";
  return isStored ? { process: id, processStart, owner, job } : undefined;
}

/** Of tasks whose acceptance is under way; the number is the PID. */
const INCOMING = /^incoming-(\d+)-/;

/** The folder of a task whose acceptance this process has begun. */
export const incomingName = (id: string): string => `incoming-${process.pid}-${id}`;

/** Whether a folder was left behind by a process that ended while it accepted a task. */
export function isAbandoned(name: string): boolean {
  const owner = Number(INCOMING.exec(name)?.[1] ?? Number.NaN);
  return owner === process.pid || (!Number.isNaN(owner) && !isRunning(owner));
}

/** Whether a folder is one of a task that is being accepted. */
export const isIncoming = (name: string): boolean => INCOMING.test(name);

/** One task's files: its state, its input until it is over, its rows in chunks, and what a training made. */
export class JobFolder {
  #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get path(): string {
    return this.#folder;
  }

  get trainedFile(): string {
    return path.join(this.#folder, TRAINED);
  }

  /** Keeps the input until the task's turn comes: the query, a line end, the body. */
  async writeInput({ search, body }: RawInput): Promise<void> {
    const parts = [Buffer.from(`${search}\n`), body ?? Buffer.alloc(0)];
    await writeSafely(this.#inputFile, Buffer.concat(parts));
  }

  /** For the thread of the task, which may wait for the disk. */
  readInput(): RawInput {
    // At once: a thread that is ended while the system opens a file for it leaves that file open for ever.
    const bytes = readFileSync(this.#inputFile);
    const end = bytes.indexOf(NEWLINE);
    return { search: bytes.toString("utf8", 0, end), body: bytes.subarray(end + 1) };
  }

  /** Deletes what only a run needs. */
  async removeInput(): Promise<void> {
    await rm(this.#inputFile, { force: true });
    await this.removeWorkFolder();
  }

  /** An empty folder for what is needed during a run. */
  async makeWorkFolder(): Promise<string> {
    await this.removeWorkFolder();
    await mkdir(this.#workFolder, { recursive: true, mode: 0o700 });
    return this.#workFolder;
  }

  async removeWorkFolder(): Promise<void> {
    await rm(this.#workFolder, { recursive: true, force: true });
  }

  /** Gives the folder, and all that is in it, another name beside it. */
  async moveTo(name: string): Promise<void> {
    const target = path.join(path.dirname(this.#folder), name);
    await rename(this.#folder, target);
    this.#folder = target;
    await syncFolder(path.dirname(target));
  }

  /** Takes a task over from a host that has ended. @returns false where another host was faster */
  async claimFrom({ owner }: StoredJob): Promise<boolean> {
    const file = path.join(this.#folder, `claim-${path.basename(owner)}`);
    try {
      const handle = await open(file, "wx", 0o600);
      await handle.writeFile(`${process.pid} ${THIS_PROCESS} ${ownMark().processStart ?? ""}`);
      await handle.close();
      return true;
    } catch (cause) {
      if (codeOf(cause) !== "EEXIST") throw cause;
      return hasEnded(await readFile(file, "utf8"));
    }
  }

  async writeState(job: JobState, owner: string): Promise<void> {
    const stored = { ...ownMark(), owner, ...sealed({ job }) };
    await writeSafely(this.#stateFile, `${JSON.stringify(stored, null, 2)}\n`);
  }

  /** The state as last written, and by which process; `undefined` when there is none that can be read. */
  async readState(): Promise<StoredJob | undefined> {
    return storedJob(parsed(await readIfThere(this.#stateFile)));
  }

  /** Renames a state that cannot be used. @returns its new path, or nothing where there is none */
  async setStateAside(): Promise<string | undefined> {
    const aside = path.join(this.#folder, ASIDE);
    try {
      await rename(this.#stateFile, aside);
      return aside;
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return undefined;
      throw cause;
    }
  }

  /** Whether it contains results, or a state that was set aside. */
  async isWorthKeeping(): Promise<boolean> {
    const names = await readdir(this.#folder);
    return names.some((name) => CHUNK_FILE.test(name) || name === TRAINED || name === ASIDE);
  }

  /** Every chunk but the last holds `CHUNK` rows. The second line is the checksum of the first. */
  async writeChunk(index: number, rows: readonly unknown[]): Promise<void> {
    const text = JSON.stringify(rows);
    await writeSafely(this.#chunkFile(index), `${text}\n${checksumOf(text)}\n`);
  }

  /** How many rows are on disk, whatever the state says. A damaged last chunk counts for nothing: a run that resumes writes it again. */
  async countRows(): Promise<number> {
    const indices = (await readdir(this.#folder)).flatMap((name) => {
      const index = CHUNK_FILE.exec(name)?.[1];
      return index === undefined ? [] : [Number(index)];
    });
    const last = Math.max(...indices);
    if (indices.length === 0) return 0;
    const rows = await this.#readChunk(last);
    return last * CHUNK + (Array.isArray(rows) ? rows.length : 0);
  }

  /** Rows `offset` up to, not including, `offset + limit`. @throws conflict where they are damaged */
  async readRows(offset: number, limit: number): Promise<unknown[]> {
    const first = Math.floor(offset / CHUNK);
    const last = Math.floor((offset + limit - 1) / CHUNK);
    const rows: unknown[] = [];
    for (let index = first; index <= last; index++) {
      const chunk = await this.#readChunk(index);
      if (chunk === "damaged") throw damagedRows(this.#chunkFile(index));
      if (chunk === undefined) break;
      for (const row of chunk) rows.push(row);
    }
    return rows.slice(offset - first * CHUNK, offset - first * CHUNK + limit);
  }

  async #readChunk(index: number): Promise<readonly unknown[] | "damaged" | undefined> {
    const text = await readIfThere(this.#chunkFile(index));
    if (text === undefined) return undefined;
    const [line = "", checksum] = text.split("\n");
    // Earlier versions wrote no second line.
    const isWhole = checksum === "" || checksum === checksumOf(line);
    const rows = isWhole ? parsed(line) : undefined;
    return Array.isArray(rows) ? rows : "damaged";
  }

  /** Under the name of one whose acceptance failed first: half removed it would look damaged at the next start. */
  async remove(): Promise<void> {
    const name = path.basename(this.#folder);
    if (!isIncoming(name)) await this.moveTo(incomingName(name)).catch(() => {});
    await rm(this.#folder, { recursive: true, force: true });
  }

  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  get #stateFile(): string {
    return path.join(this.#folder, "job.json");
  }

  get #inputFile(): string {
    return path.join(this.#folder, "input");
  }

  get #workFolder(): string {
    return path.join(this.#folder, "work");
  }

  #chunkFile(index: number): string {
    return path.join(this.#folder, `rows-${String(index).padStart(5, "0")}.json`);
  }
}

/** Whether a process that claimed a task ended before it wrote its own name into the state. */
function hasEnded(claim: string): boolean {
  const [claimer = "", token, ...start] = claim.split(" ");
  // While the claim is being written there is nothing to read.
  if (token === undefined) return false;
  const mark = { process: Number(claimer), processStart: start.join(" ") || undefined };
  return mark.process === process.pid ? token !== THIS_PROCESS : !isStillRunning(mark);
}

/** Names of the folders in a folder; none when it does not exist. */
export async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return [];
    throw cause;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw cause;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How long rows may lie in memory, so that slow tasks show results too. */
const LONGEST_WAIT = 500;

/** Writes the rows of a task in chunks. */
export class RowWriter {
  readonly #folder: JobFolder;
  readonly #onWritten: (rows: number) => void;
  #index: number;
  #chunk: unknown[];
  #writtenAt = performance.now();
  #isDirty = false;

  private constructor(
    folder: JobFolder,
    rows: readonly unknown[],
    index: number,
    onWritten: (rows: number) => void,
  ) {
    this.#folder = folder;
    this.#index = index;
    this.#chunk = [...rows];
    this.#onWritten = onWritten;
  }

  /** Goes on behind the rows that a folder holds; `onWritten` gets the number of those on disk. */
  static async open(folder: JobFolder, onWritten: (rows: number) => void): Promise<RowWriter> {
    const count = await folder.countRows();
    const index = Math.floor(count / CHUNK);
    const begun = count % CHUNK === 0 ? [] : await folder.readRows(index * CHUNK, CHUNK);
    return new RowWriter(folder, begun, index, onWritten);
  }

  /** Rows added so far, in this run and before. */
  get count(): number {
    return this.#index * CHUNK + this.#chunk.length;
  }

  /** Takes a row. @returns a promise to wait for when there is something to write. @throws when the disk takes no more */
  add(row: unknown): Promise<void> | undefined {
    this.#chunk.push(row);
    this.#isDirty = true;
    const isDue = performance.now() - this.#writtenAt > LONGEST_WAIT;
    return isDue || this.#chunk.length === CHUNK ? this.flush() : undefined;
  }

  /** Resolves when all rows are on disk. */
  async flush(): Promise<void> {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    try {
      await this.#folder.writeChunk(this.#index, this.#chunk);
    } catch (cause) {
      throw diskTrouble("What the task found", cause);
    }
    if (this.#chunk.length === CHUNK) {
      this.#index++;
      this.#chunk = [];
    }
    this.#writtenAt = performance.now();
    this.#onWritten(this.count);
  }
}
