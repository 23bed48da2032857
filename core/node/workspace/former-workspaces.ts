import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { conflict, notFound } from "../../errors.ts";
import { sealed, unsealed } from "../config/checksum.ts";
import { codeOf } from "../config/system-error.ts";
import { writeSafely } from "../config/write-safely.ts";
import type { StoredWorkspace } from "./workspace-files.ts";

/** So many are kept. */
export const MOST_FORMER = 5;

/** A workspace as it was when another was opened in its place. */
export interface FormerWorkspace {
  readonly id: string;
  /** ISO time. */
  readonly keptAt: string;
  readonly bytes: number;
}

/** What is kept of it. */
export type WholeWorkspace = Pick<StoredWorkspace, "workspace" | "journal">;

const NAME = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.json$/;

/** Workspaces that were replaced by others as a whole, one file each, named by the time. */
export class FormerWorkspaces {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns once it is on disk; the oldest beyond the number to keep are removed. */
  async keep(workspace: WholeWorkspace): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const taken = new Set((await this.list()).map(({ id }) => id));
    let time = Date.now();
    while (taken.has(idOf(time))) time += 1;
    await writeSafely(
      path.join(this.#folder, `${idOf(time)}.json`),
      JSON.stringify(sealed(workspace)),
    );
    const extra = (await this.list()).slice(MOST_FORMER);
    for (const { id } of extra) await rm(path.join(this.#folder, `${id}.json`), { force: true });
  }

  /** The latest first. */
  async list(): Promise<FormerWorkspace[]> {
    const found: FormerWorkspace[] = [];
    for (const name of await this.#names()) {
      const [, id] = NAME.exec(name) ?? [];
      if (id === undefined) continue;
      const { size } = await stat(path.join(this.#folder, name));
      found.push({ id, keptAt: timeOf(id), bytes: size });
    }
    return found.sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /** @throws not-found, and conflict where it is damaged */
  async read(id: string): Promise<WholeWorkspace> {
    const name = `${id}.json`;
    if (!NAME.test(name) || !(await this.#names()).includes(name))
      throw notFound(
        `No earlier workspace has the id “${id}”. app.formerWorkspaces lists those that are kept.`,
      );
    const file = path.join(this.#folder, name);
    const whole = unsealed(parsed(await readFile(file, "utf8")), ["workspace", "journal"]);
    if (!Array.isArray(whole?.journal))
      throw conflict(
        `This earlier workspace is damaged: ${file} is not as it was written. Open another one.`,
        { state: "damaged", file },
      );
    return whole as unknown as WholeWorkspace;
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#folder);
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return [];
      throw cause;
    }
  }
}

/** A colon cannot be part of a file's name everywhere. */
const idOf = (time: number): string => new Date(time).toISOString().replace(/[:.]/g, "-");
const timeOf = (id: string): string =>
  id.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/, "T$1:$2:$3.$4Z");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
