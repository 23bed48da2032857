import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Output } from "../../api/client-types.ts";
import { codeOf } from "../config/error-code.ts";
import { writeSafely } from "../config/write-safely.ts";

/** A task as callers see it. */
export type JobState = Output<"app.job">;

/** Rows a file: a whole chunk is written at once, so what was counted is on disk. */
export const CHUNK = 1000;

/** A task as its file holds it. */
export interface StoredJob {
  /** Who wrote it: several hosts may share the folder. */
  readonly process: number;
  readonly job: JobState;
}

function isStored(value: unknown): value is StoredJob {
  if (typeof value !== "object" || value === null) return false;
  const { process: id, job } = value as Partial<StoredJob>;
  return typeof id === "number" && typeof job?.id === "string" && typeof job.state === "string";
}

/** One task's files: its state, its rows in chunks, and what a training made. */
export class JobFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get trainedFile(): string {
    return path.join(this.#folder, "trained.retina");
  }

  async writeState(job: JobState): Promise<void> {
    const stored: StoredJob = { process: process.pid, job };
    await writeSafely(path.join(this.#folder, "job.json"), `${JSON.stringify(stored, null, 2)}\n`);
  }

  /** The state as last written, and by which process; `undefined` when there is none that can be read. */
  async readState(): Promise<StoredJob | undefined> {
    const value = await readJson(path.join(this.#folder, "job.json"));
    return isStored(value) ? value : undefined;
  }

  /** Every chunk but the last holds `CHUNK` rows. */
  async writeChunk(index: number, rows: readonly unknown[]): Promise<void> {
    await writeSafely(this.#chunkFile(index), `${JSON.stringify(rows)}\n`);
  }

  /** Rows `offset` up to, not including, `offset + limit`. */
  async readRows(offset: number, limit: number): Promise<unknown[]> {
    const first = Math.floor(offset / CHUNK);
    const last = Math.floor((offset + limit - 1) / CHUNK);
    const rows: unknown[] = [];
    for (let index = first; index <= last; index++) {
      const chunk = await readJson(this.#chunkFile(index));
      if (!Array.isArray(chunk)) break;
      for (const row of chunk) rows.push(row);
    }
    return rows.slice(offset - first * CHUNK, offset - first * CHUNK + limit);
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  #chunkFile(index: number): string {
    return path.join(this.#folder, `rows-${String(index).padStart(5, "0")}.json`);
  }
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

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    if (codeOf(cause) === "ENOENT" || cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
