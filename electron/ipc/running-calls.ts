import type { WebContents } from "electron";

/** The parts of a window that tell when its page goes away. */
export type Sender = Pick<WebContents, "id" | "on">;

/**
 * Calls that are under way, by window and by the id that its page gave them. They end with their page: a page that is
 * loaded again knows nothing of the calls of the one before. Calls without an id are sent by a page as its last words, and
 * are always carried out.
 */
export class RunningCalls {
  readonly #bySender = new Map<number, Map<string, AbortController>>();
  readonly #underWay = new Set<AbortController>();
  #onSettled: (() => void) | undefined;

  /** The signal of a new call, and what to do once it has ended. */
  begin(sender: Sender, callId: unknown): { signal: AbortSignal; end(): void } {
    const controller = new AbortController();
    const calls = typeof callId === "string" ? this.#callsOf(sender) : undefined;
    calls?.set(String(callId), controller);
    this.#underWay.add(controller);
    return {
      signal: controller.signal,
      end: () => {
        if (calls?.get(String(callId)) === controller) calls.delete(String(callId));
        this.#underWay.delete(controller);
        if (this.#underWay.size === 0) this.#onSettled?.();
      },
    };
  }

  /** Resolves when no call is under way. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#underWay.size === 0) resolve();
      else this.#onSettled = resolve;
    });
  }

  /** Unknown ids are ignored. */
  cancel(sender: Sender, callId: unknown): void {
    if (typeof callId === "string") this.#bySender.get(sender.id)?.get(callId)?.abort();
  }

  #callsOf(sender: Sender): Map<string, AbortController> {
    const known = this.#bySender.get(sender.id);
    if (known) return known;
    const calls = new Map<string, AbortController>();
    this.#bySender.set(sender.id, calls);
    this.#watch(sender, calls);
    return calls;
  }

  /**
   * A navigation that starts may be prevented or become a download, and when it is done the new page may have called
   * already: so what was running at the start is cancelled at the end.
   */
  #watch(sender: Sender, calls: ReadonlyMap<string, AbortController>): void {
    let leaving: readonly AbortController[] = [];
    const abort = (controllers: Iterable<AbortController>) => {
      for (const controller of [...controllers]) controller.abort();
    };
    sender.on("did-start-navigation", ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) leaving = [...calls.values()];
    });
    sender.on("did-navigate", () => abort(leaving));
    sender.on("render-process-gone", () => abort(calls.values()));
    sender.on("destroyed", () => {
      abort(calls.values());
      this.#bySender.delete(sender.id);
    });
  }
}
