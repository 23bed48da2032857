import type { JsonValue } from "../../../../core/api/schema/json-value.ts";
import type { WorkspaceStore } from "../../../../core/node/workspace/workspace-store.ts";

/** What a person sees: the document that was opened last, and the steps since. */
export interface Shown {
  readonly document: number;
  readonly steps: readonly number[];
}

/** An edit, or a document that was opened in place of the one before; numbered over all windows. */
type Entry = { readonly n: number } & ({ readonly step: number } | { readonly document: number });

/** A window that saves as the page does: one call at a time, and again whatever was not acknowledged. */
export class SavingWindow {
  /** Everything it has shown. */
  readonly history: Shown[];
  /** Place in the history of the newest state that the store has acknowledged. */
  acknowledged = 0;
  readonly #store: WorkspaceStore;
  readonly #session: string;
  readonly #next: () => number;
  #last: number;
  #open: Entry[] = [];
  #isBusy = false;

  constructor(store: WorkspaceStore, session: string, start: { shown: Restored; next(): number }) {
    this.#store = store;
    this.#session = session;
    this.#next = start.next;
    this.#last = start.shown.last;
    this.history = [start.shown];
  }

  get shown(): Shown {
    const { document, steps } = this.history.at(-1) ?? { document: 0, steps: [] };
    return { document, steps };
  }

  edit(): void {
    const { document, steps } = this.shown;
    this.#last = this.#next();
    this.#show({ document, steps: [...steps, this.#last] }, { n: this.#last, step: this.#last });
  }

  openDocument(): void {
    this.#last = this.#next();
    this.#show({ document: this.#last, steps: [] }, { n: this.#last, document: this.#last });
  }

  /** `isHeard` is false where the connection breaks after the call was done. */
  flush(isHeard: boolean): Promise<void> {
    return this.#alone(async () => {
      const [at, last] = [this.history.length - 1, this.#last];
      await this.#store.append(this.#session, [...this.#open]);
      if (isHeard) this.#acknowledge(at, last);
    });
  }

  save(): Promise<void> {
    return this.#alone(async () => {
      const [at, last] = [this.history.length - 1, this.#last];
      await this.#store.save(this.#session, { ...this.shown, last });
      this.#acknowledge(at, last);
    });
  }

  /** Without waiting for what is under way: whether that arrives is not known. */
  async close(): Promise<void> {
    await this.#store.append(this.#session, [...this.#open]).catch(() => undefined);
  }

  #show(shown: Shown, entry: Entry): void {
    this.history.push(shown);
    this.#open.push(entry);
  }

  #acknowledge(at: number, last: number): void {
    this.acknowledged = Math.max(this.acknowledged, at);
    this.#open = this.#open.filter(({ n }) => n > last);
  }

  async #alone(act: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    await act().finally(() => {
      this.#isBusy = false;
    });
  }
}

interface Restored extends Shown {
  /** Number of the last entry in it. */
  readonly last: number;
}

/** What a window shows that starts from these files; an entry that arrived twice counts once. */
export function restored(
  workspace: Readonly<Record<string, JsonValue>> | null,
  journal: readonly JsonValue[],
): Restored {
  let now: Restored = { document: 0, steps: [], last: 0, ...(workspace as Restored | null) };
  for (const entry of journal as readonly Entry[]) {
    if (entry.n <= now.last) continue;
    now =
      "document" in entry
        ? { document: entry.document, steps: [], last: entry.n }
        : { document: now.document, steps: [...now.steps, entry.step], last: entry.n };
  }
  return now;
}
