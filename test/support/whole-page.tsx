import "./page-gaps.ts";
import { rm } from "node:fs/promises";
import path from "node:path";
import { cleanup, configure, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { Handlers } from "../../core/api/client-types.ts";
import { dispatch } from "../../core/api/dispatch.ts";
import type { Atlas } from "../../core/atlas/types.ts";
import { CELLS } from "../../core/kernel/grid.ts";
import { openService } from "../../core/node/service/open-service.ts";
import type { Service } from "../../core/node/service/running-service.ts";
import { makeTestFolder } from "./test-host.ts";

/** Whether something is hidden costs a look at every element round it; tests in a browser see to that. */
configure({ defaultHidden: true });

/** Halves and their quarters: names of few places are soon drawn. */
function halves(): Atlas {
  const regionOf = (id: number, label: string, level: number) => ({
    id,
    label,
    level,
    parent: level === 0 ? null : id & 1,
    runnersUp: [],
    cells: CELLS / (level === 0 ? 2 : 4),
    centre: 32 + 64 * (id & 1) + (id > 3 ? CELLS / 2 : 0),
    coherence: 0.5,
  });
  const halfOf = (cell: number) => (cell % 128 < 64 ? 0 : 1);
  const level = (of: (cell: number) => number) =>
    Uint16Array.from({ length: CELLS }, (_, cell) => of(cell));
  return {
    regions: [
      regionOf(0, "left", 0),
      regionOf(1, "right", 0),
      regionOf(2, "upper left", 1),
      regionOf(3, "upper right", 1),
      regionOf(4, "lower left", 1),
      regionOf(5, "lower right", 1),
    ],
    regionOf: [level(halfOf), level((cell) => halfOf(cell) + (cell < CELLS / 2 ? 2 : 4))],
    kinship: new Float32Array(CELLS).fill(0.5),
  };
}

/** For machines whose processors are busy with something else. */
const LOADING_MILLISECONDS = 300_000;
const TEST_MILLISECONDS = 240_000;

/** Calls that wait until they are let go. */
export class Gate {
  readonly #held = new Map<string, Promise<void>>();

  /** Lets calls of this name wait. @returns a function that lets them go on */
  hold(name: string): () => void {
    let release: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#held.set(name, wait);
    return () => {
      this.#held.delete(name);
      release();
    };
  }

  async passed(name: string): Promise<void> {
    await this.#held.get(name);
  }
}

/**
 * The engine of one window after the other. Timers of a window outlive its test here: what it still wants to save is never
 * answered once the next one has the workspace.
 */
class WorkspaceOwner {
  readonly #gone = new Set<string>();
  readonly #sessions = new Set<string>();
  readonly #underWay = new Set<Promise<unknown>>();

  /** Calls the engine, unless the window that asks is gone. */
  async answer<Answer>(args: unknown, ask: () => Answer | Promise<Answer>): Promise<Answer> {
    const { session } = (args ?? {}) as { readonly session?: string };
    if (session === undefined) return ask();
    if (this.#gone.has(session)) return new Promise<never>(() => undefined);
    this.#sessions.add(session);
    const answer = Promise.resolve(ask());
    this.#underWay.add(answer);
    return answer.finally(() => this.#underWay.delete(answer));
  }

  /** Lets nothing in any more of the windows so far. @returns once what they were at is over */
  async leave(): Promise<void> {
    for (const session of this.#sessions) this.#gone.add(session);
    await Promise.allSettled(this.#underWay);
  }
}

export interface WholePage {
  readonly handlers: Handlers;
  readonly gate: Gate;
  readonly user: UserEvent;
  /** The window is opened again, with what was saved. */
  open(): Promise<void>;
}

/**
 * The whole page on the real engine with two tiny retinas, for one file of tests: each begins with an empty workspace and with
 * modules of its own, as a window does.
 */
export function wholePage(): WholePage {
  vi.setConfig({ testTimeout: TEST_MILLISECONDS });
  let folder = "";
  let service: Service | undefined;
  const owner = new WorkspaceOwner();
  const windows: (() => void)[] = [];
  const closeWindows = () => {
    for (const close of windows.splice(0)) close();
  };
  const engine = () => {
    if (service === undefined) throw new Error("The engine is not open yet.");
    return service;
  };
  const page = {
    gate: new Gate(),
    user: userEvent.setup({ delay: null }),
    get handlers() {
      return engine().handlers;
    },
    async open() {
      cleanup();
      closeWindows();
      vi.resetModules();
      const [{ App }, { loadRest }, saving, { startAskingAhead }, { followHand }] =
        await Promise.all([
          import("../../renderer/app/app.tsx"),
          import("../../renderer/app/on-demand.ts"),
          import("../../renderer/state/saving.ts"),
          import("../../renderer/state/evaluate-subject.ts"),
          import("../../renderer/state/gestures.ts"),
        ]);
      followHand();
      startAskingAhead();
      windows.push(saving.closeSaving);
      void saving.startSaving();
      await loadRest();
      render(<App />);
    },
  };
  beforeAll(async () => {
    folder = await makeTestFolder({ regions: halves(), secondSeed: 8 });
    service = await openService({
      retinas: path.join(folder, "retinas"),
      data: path.join(folder, "data"),
      threads: 0,
    });
    await service.ready();
    // Read before the first test, whose time it would be.
    await import("../../renderer/app/app.tsx");
  }, LOADING_MILLISECONDS);
  beforeEach(async () => {
    await owner.leave();
    await rm(path.join(folder, "data", "workspace"), {
      recursive: true,
      force: true,
      maxRetries: 10,
    });
    page.gate = new Gate();
    page.user = userEvent.setup({ delay: null });
    localStorage.clear();
    sessionStorage.clear();
    vi.stubGlobal("engine", {
      call: async (name: keyof Handlers, args: unknown) => {
        await page.gate.passed(name);
        const signal = new AbortController().signal;
        const request = { name, args: structuredClone(args), signal };
        return structuredClone(
          await owner.answer(args, () => dispatch(engine().handlers, request)),
        );
      },
      cancel: () => undefined,
    });
  });
  afterEach(() => {
    cleanup();
    // A window that is not closed goes on with its timers, and would save into the engine of the next one.
    closeWindows();
    vi.unstubAllGlobals();
  });
  afterAll(async () => {
    vi.stubGlobal("engine", { call: () => new Promise(() => undefined), cancel: () => undefined });
    await owner.leave();
    await new Promise((resolve) => setTimeout(resolve));
    await service?.close();
    // The page may still be writing what was done last.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  return page;
}
