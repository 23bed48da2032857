import path from "node:path";
import type { JsonValue } from "../../api/schema/json-value.ts";
import { conflict } from "../../errors.ts";
import { diskTrouble } from "../config/system-error.ts";
import {
  type FormerWorkspace,
  FormerWorkspaces,
  type WholeWorkspace,
} from "./former-workspaces.ts";
import {
  filesIn,
  type JsonObject,
  journalText,
  peekWorkspace,
  readWorkspace,
  type StoredWorkspace,
  savedText,
  type WorkspaceFiles,
} from "./workspace-files.ts";
import { type Holder, WorkspaceLock } from "./workspace-lock.ts";

/** What a window starts from. */
export interface LoadedWorkspace extends StoredWorkspace {
  readonly lockedBy: Holder | null;
}

/** What is on disk: the last save, and how many entries of the journal follow it. */
interface Position {
  readonly revision: number;
  readonly entries: number;
}

/**
 * The saved workspace and its journal. A save replaces the whole and then empties the journal; entries carry the
 * revision they build on, so a crash between the two repeats none.
 */
export class WorkspaceStore {
  readonly #files: WorkspaceFiles;
  readonly #lock: WorkspaceLock;
  readonly #former: FormerWorkspaces;
  /** Unknown at the start, and after a write that failed: it may have been done all the same. */
  #position: Position | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: string, files: WorkspaceFiles = filesIn(folder)) {
    this.#files = files;
    this.#lock = new WorkspaceLock(folder);
    this.#former = new FormerWorkspaces(path.join(folder, "former"));
  }

  load(session: string, takeOver: boolean): Promise<LoadedWorkspace> {
    return this.#inTurn(async () => {
      const lockedBy = await this.#lock.claim(session, takeOver);
      // What another window writes at the moment is not to be mended here.
      if (lockedBy !== null) return { ...(await peekWorkspace(this.#files)), lockedBy };
      await this.#files.tidy();
      return { ...(await this.#read()), lockedBy };
    });
  }

  /** As it is now, for whoever only reads: whoever has it open keeps it. */
  peek(): Promise<StoredWorkspace> {
    return this.#inTurn(() => peekWorkspace(this.#files));
  }

  /** @param keepBefore it is another workspace, so the one before is put aside first */
  save(
    session: string,
    workspace: JsonObject,
    keepBefore = false,
  ): Promise<{ revision: number; savedAt: string }> {
    return this.#inTurn(async () => {
      await this.#requireLock(session);
      if (keepBefore) await this.#keepBefore(workspace);
      const revision = (await this.#knownPosition()).revision + 1;
      await this.#write({ revision, entries: 0 }, async () => {
        await this.#files.replaceSaved(savedText({ revision, workspace }));
        await this.#files.removeJournal();
      });
      return { revision, savedAt: new Date().toISOString() };
    });
  }

  append(session: string, entries: readonly JsonValue[]): Promise<{ entries: number }> {
    return this.#inTurn(async () => {
      await this.#requireLock(session);
      const at = await this.#knownPosition();
      const { revision } = at;
      const next = { revision, entries: at.entries + entries.length };
      await this.#write(next, () =>
        this.#files.appendToJournal(journalText(entries.map((entry) => ({ revision, entry })))),
      );
      return { entries: next.entries };
    });
  }

  /** Workspaces that were put aside, the latest first. */
  former(): Promise<FormerWorkspace[]> {
    return this.#inTurn(() => this.#former.list());
  }

  /** @throws not-found, and conflict where it is damaged */
  readFormer(id: string): Promise<WholeWorkspace> {
    return this.#inTurn(async () => {
      const { workspace, journal } = await this.#former.read(id);
      return { workspace, journal };
    });
  }

  release(session: string): Promise<boolean> {
    return this.#inTurn(() => this.#lock.release(session));
  }

  /** A save that is sent again, because its answer was lost, would put the new workspace aside. */
  async #keepBefore(next: JsonObject): Promise<void> {
    const { workspace, journal } = await this.#read();
    const isNothing = workspace === null && journal.length === 0;
    const isNext = journal.length === 0 && JSON.stringify(workspace) === JSON.stringify(next);
    if (!isNothing && !isNext) await this.#former.keep({ workspace, journal });
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

  async #write(next: Position, step: () => Promise<void>): Promise<void> {
    this.#position = undefined;
    await step();
    this.#position = next;
  }

  async #knownPosition(): Promise<Position> {
    if (this.#position === undefined) await this.#read();
    return this.#position ?? { revision: 0, entries: 0 };
  }

  async #read(): Promise<StoredWorkspace> {
    const stored = await readWorkspace(this.#files);
    this.#position = { revision: stored.revision, entries: stored.journal.length };
    return stored;
  }
}
