import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Scratch, Task, TaskRunner } from "../../train/run/context.ts";
import { nameOf } from "../../train/tasks.ts";
import { Pool } from "../threads/pool.ts";
import type { TaskMethods } from "./task-worker.ts";

/** Spill files in a folder of their own. */
export class ScratchFolder implements Scratch {
  readonly folder: string;
  readonly #files = new Map<string, number>();

  constructor(parent = tmpdir()) {
    this.folder = mkdtempSync(path.join(parent, "semascope-train-"));
  }

  append(name: string, bytes: Uint8Array): void {
    const file = this.#open(name);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
  }

  read(name: string, offset: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    const file = this.#open(name);
    for (let at = 0; at < length; ) {
      const count = readSync(file, bytes, at, length - at, offset + at);
      if (count === 0) throw new Error(`The spill file ${name} ends early.`);
      at += count;
    }
    return bytes;
  }

  remove(name: string): void {
    const file = this.#files.get(name);
    if (file === undefined) return;
    closeSync(file);
    this.#files.delete(name);
    rmSync(path.join(this.folder, name));
  }

  /** Closes and deletes everything. */
  dispose(): void {
    for (const name of [...this.#files.keys()]) this.remove(name);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #open(name: string): number {
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const file = openSync(path.join(this.folder, name), "a+", 0o600);
    this.#files.set(name, file);
    return file;
  }
}

/** Runs tasks on threads of their own, each one at a time, in the order asked for. */
export class TrainThreads implements TaskRunner {
  readonly threads: number;
  readonly #pool: Pool<TaskMethods>;

  constructor(threads: number, file = "training/task-worker") {
    this.threads = threads;
    this.#pool = new Pool({ file, threads });
  }

  run<Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output> {
    const output = this.#pool.run("task", { name: nameOf(task), input });
    // A training that fails leaves tasks behind that nobody waits for.
    output.catch(() => {});
    return output as Promise<Output>;
  }

  /** Ends the threads, whatever they are doing. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
