import { conflict } from "../../errors.ts";
import { diskTrouble } from "../config/system-error.ts";
import {
  documentText,
  filesIn,
  type JsonObject,
  type KeptFile,
  parseDocument,
  type SavedDocument,
  type WorkspaceFiles,
} from "./workspace-files.ts";
import { WorkspaceWriter, type Writer } from "./workspace-writer.ts";

/** The last two saves, and earlier ones that are `APART` milliseconds from each other. */
export const KEPT = 5;
const APART = 10 * 60_000;

export interface StoredWorkspace {
  /** Null where nothing is saved. */
  readonly workspace: JsonObject | null;
  /** 0 where nothing is saved. */
  readonly revision: number;
  /** Session that saved it; empty where nothing is saved. */
  readonly by: string;
  /** What could not be read and where it is kept, or null. */
  readonly damaged: string | null;
}

/** What a window starts from. */
export interface LoadedWorkspace extends StoredWorkspace {
  /** Another live window that saves, or null. */
  readonly writer: Writer | null;
}

export interface Save {
  readonly session: string;
  /** Revision that the document follows. */
  readonly base: number;
  /** Counts the saves of the session. */
  readonly save: number;
  readonly workspace: JsonObject;
}

export interface Saved {
  readonly revision: number;
  readonly savedAt: string;
}

type Mark = Omit<SavedDocument, "workspace">;

/** One document with one writer. Each save is a file of its own; the newest that is whole counts. */
export class WorkspaceStore {
  readonly #files: WorkspaceFiles;
  readonly #writer: WorkspaceWriter;
  /** The newest save, so that it need not be read for the next one. */
  #known: Mark | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: string, files: WorkspaceFiles = filesIn(folder)) {
    this.#files = files;
    this.#writer = new WorkspaceWriter(folder);
  }

  /** @param known revision that the window has: then the document is not sent again */
  load(session: string, takeOver: boolean, known?: number): Promise<LoadedWorkspace> {
    return this.#inTurn(async () => {
      const writer = await this.#writer.claim(session, takeOver);
      if (writer === null) await this.#files.tidy();
      const stored = await this.#read(writer === null);
      return { ...stored, ...(stored.revision === known && { workspace: null }), writer };
    });
  }

  /** As it is now, for programs that only read. */
  peek(): Promise<StoredWorkspace> {
    return this.#inTurn(() => this.#read(false));
  }

  /** @throws conflict where another window writes, or has written since `base` */
  save({ session, base, save, workspace }: Save): Promise<Saved> {
    return this.#inTurn(async () => {
      const other = await this.#writer.other(session);
      if (other !== null) throw taken(other);
      const files = await this.#files.list();
      const newest = await this.#newest(files);
      if (newest?.by === session) {
        // It was sent twice, or a later one overtook it.
        if (save <= newest.save) return shown(newest);
      } else if ((newest?.revision ?? 0) !== base) throw moved(base);
      const revision = (files[0]?.revision ?? 0) + 1;
      const mark = { revision, by: session, save, savedAt: new Date().toISOString() };
      if (!(await this.#files.create(revision, documentText({ ...mark, workspace }))))
        throw moved(base);
      this.#known = mark;
      await this.#thinOut([{ revision, at: Date.now() }, ...files]);
      return shown(mark);
    });
  }

  release(session: string): Promise<boolean> {
    return this.#inTurn(() => this.#writer.release(session));
  }

  /** One after the other: a save must not overtake another. */
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(step, step);
    this.#queue = result.catch(() => {});
    return result.catch((cause) => {
      throw diskTrouble("The workspace", cause);
    });
  }

  /** @param mayMend damaged files are put aside, which only the writer does */
  async #read(mayMend: boolean): Promise<StoredWorkspace> {
    const files = await this.#files.list();
    const damaged: string[] = [];
    for (const { revision } of files) {
      const text = await this.#files.read(revision);
      if (text === undefined) continue;
      const saved = parseDocument(text);
      if (saved === undefined) {
        const name = mayMend ? await this.#files.setAside(revision) : `workspace-${revision}.json`;
        damaged.push(name);
        continue;
      }
      const { workspace, ...mark } = saved;
      if (damaged.length === 0) this.#known = mark;
      return {
        workspace,
        revision: mark.revision,
        by: mark.by,
        damaged: damagedText(damaged, mark.savedAt),
      };
    }
    const reasons = [damagedText(damaged, null), await this.#files.earlier()];
    return {
      workspace: null,
      revision: 0,
      by: "",
      damaged: reasons.filter((each) => each !== null).join(" ") || null,
    };
  }

  /** Undefined where nothing that is whole is saved. */
  async #newest([first]: readonly KeptFile[]): Promise<Mark | undefined> {
    if (first === undefined) return undefined;
    if (this.#known?.revision === first.revision) return this.#known;
    return parseDocument((await this.#files.read(first.revision)) ?? "");
  }

  async #thinOut(files: readonly KeptFile[]): Promise<void> {
    const kept = [...files];
    while (kept.length > KEPT) {
      const [, , third, fourth] = kept;
      const isClose = third && fourth && third.at - fourth.at < APART;
      const [gone] = kept.splice(isClose ? 2 : kept.length - 1, 1);
      if (gone) await this.#files.remove(gone.revision);
    }
  }
}

const shown = ({ revision, savedAt }: Mark): Saved => ({ revision, savedAt });

const taken = ({ process: id, since }: Writer) =>
  conflict("Another window or process edits this workspace; take it over to save here.", {
    process: id,
    since,
  });

const moved = (base: number) =>
  conflict(`The workspace was saved since revision ${base}; load it again.`, { base });

function damagedText(names: readonly string[], savedAt: string | null): string | null {
  if (names.length === 0) return null;
  const which = names.length === 1 ? "The last save is" : `The last ${names.length} saves are`;
  const kept = `${which} damaged and kept as ${names.join(", ")}.`;
  return savedAt === null
    ? `${kept} No earlier one could be read.`
    : `${kept} The workspace is as it was saved at ${savedAt}.`;
}
