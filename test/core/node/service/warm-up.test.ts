import { expect, test, vi } from "vitest";
import type { Engine } from "../../../../core/engine.ts";
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
    run: (_: string, { name }: { name: string }) => note(name)(),
  } as unknown as Warmed["pool"];
  const idle = { isOver: () => false, isQuiet: () => true, pause: () => Promise.resolve() };
  return { done, warmed: { engine, pool, ...idle, ...changes } };
}

test("everything is tried once, whatever fails, and the first thread begins at once", async () => {
  const { done, warmed } = service();
  await warmUp(warmed);
  const there = ["text.language", "app.filterReport"];
  expect(new Set(done)).toEqual(
    new Set(["contexts", "letters", "text", "keywords", "slices", ...there]),
  );
  expect(done[0]).toBe("text.language");
  expect(done.filter((what) => there.includes(what))).toEqual(there);
});

test("the main thread goes on while the first thread is still busy", async () => {
  const { done, warmed } = service();
  let end = () => {};
  const busy = new Promise<void>((resolve) => {
    end = resolve;
  });
  const pool = { threads: 2, run: () => busy } as unknown as Warmed["pool"];
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
  const { done, warmed } = service({
    isQuiet: () => pauses > 4,
    isOver: () => done.length === 2,
    pause: () => {
      pauses++;
      if (pauses <= 4) expect(done).toEqual([]);
      return Promise.resolve();
    },
  });
  await warmUp({ ...warmed, pool: { ...warmed.pool, threads: 1 } });
  expect(done).toHaveLength(2);
  expect(pauses).toBeGreaterThan(4);
});
