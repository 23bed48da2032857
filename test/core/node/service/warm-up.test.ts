import { expect, test, vi } from "vitest";
import type { Engine } from "../../../../core/analysis/engine.ts";
import { type Warmed, warmUp } from "../../../../core/node/service/warm-up.ts";
import { tinyRetina } from "../../../support/tiny-retina.ts";

/** A service that notes what is made ready; `text` fails where it is not given. */
function service(changes: Partial<Warmed> = {}) {
  const done: string[] = [];
  const retina = tinyRetina();
  const note = (what: string) => () => {
    done.push(what);
    throw new Error("cannot be made ready");
  };
  const text = {
    prepare: note("letters"),
    fingerprint: note("text"),
    keywords: note("keywords"),
    slices: note("slices"),
  };
  const engine = {
    names: ["en_associative"],
    model: () => ({
      text,
      retina: {
        termCount: retina.termCount,
        term: (id: number) => retina.term(id),
        positions: () => Uint16Array.of(1),
        contexts: note("contexts"),
      },
    }),
    sampleTexts: () => {
      throw new Error("the main thread reads no file for this");
    },
  } as unknown as Engine;
  const pool = {
    threads: 2,
    ready: async () => note("threads")(),
    run: (_: string, { name }: { name: string }) => note(name)(),
  } as unknown as Warmed["pool"];
  const idle = {
    begun: () => done.push("begun"),
    isOver: () => false,
    isQuiet: () => true,
    pause: () => Promise.resolve(),
  };
  return { done, warmed: { engine, pool, ...idle, ...changes } };
}

test("everything is tried once, whatever fails, and the first thread begins at once", async () => {
  const { done, warmed } = service();
  await warmUp(warmed);
  const there = ["terms.contexts", "threads", "text.language", "app.filterReport"];
  expect(new Set(done)).toEqual(
    new Set(["contexts", "letters", "text", "keywords", "slices", "begun", ...there]),
  );
  expect(done[0]).toBe("terms.contexts");
  expect([...new Set(done.filter((what) => there.includes(what)))]).toEqual(there);
});

test("calls are told that the threads have begun once they have everything, and never sooner", async () => {
  const { done, warmed } = service();
  await warmUp(warmed);
  expect(done.filter((what) => what === "begun")).toHaveLength(1);
  expect(done.indexOf("begun")).toBeGreaterThan(done.indexOf("app.filterReport"));
  const alone = service();
  await warmUp({ ...alone.warmed, pool: { ...alone.warmed.pool, threads: 1 } });
  expect(alone.done.indexOf("begun")).toBeGreaterThan(alone.done.indexOf("threads"));
  const none = service();
  await warmUp({ ...none.warmed, engine: { ...none.warmed.engine, names: [] } });
  expect(none.done).toEqual(["begun"]);
});

test("each thread learns contexts before the first is taken up with languages", async () => {
  const { warmed } = service();
  const asked: string[] = [];
  let running = 0;
  let together = 0;
  const run = async (_: string, { name }: { name: string }) => {
    asked.push(name);
    together = Math.max(together, ++running);
    await Promise.resolve();
    running--;
  };
  const pool = { threads: 3, ready: async () => {}, run } as unknown as Warmed["pool"];
  await warmUp({ ...warmed, pool });
  const languages = asked.indexOf("text.language");
  expect(asked.slice(0, languages).every((name) => name === "terms.contexts")).toBe(true);
  expect(languages).toBeGreaterThan(3);
  expect(together).toBe(3);
});

test("the main thread goes on while the first thread is still busy", async () => {
  const { done, warmed } = service();
  let end = () => {};
  const busy = new Promise<void>((resolve) => {
    end = resolve;
  });
  const pool = { threads: 2, ready: () => busy, run: () => busy } as unknown as Warmed["pool"];
  const warming = warmUp({ ...warmed, pool });
  await vi.waitFor(() => expect(done).toContain("slices"));
  end();
  await warming;
});

test("the only thread is left free for calls", async () => {
  const { done, warmed } = service();
  await warmUp({ ...warmed, pool: { ...warmed.pool, threads: 1 } });
  expect(done).toContain("keywords");
  expect(done).not.toContain("text.language");
});

test("nothing is begun here while a call runs, and nothing more once it is over", async () => {
  let pauses = 0;
  const here = () => done.filter((what) => what !== "threads" && what !== "begun");
  const { done, warmed } = service({
    isQuiet: () => pauses > 4,
    isOver: () => here().length === 2,
    pause: () => {
      pauses++;
      if (pauses <= 4) expect(here()).toEqual([]);
      return Promise.resolve();
    },
  });
  await warmUp({ ...warmed, pool: { ...warmed.pool, threads: 1 } });
  expect(here()).toHaveLength(2);
  expect(pauses).toBeGreaterThan(4);
});
