import { expect, test } from "vitest";
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
  const text = { prepare: note("letters"), fingerprint: note("text"), keywords: note("keywords") };
  const engine = {
    names: ["en_associative"],
    model: () => ({
      text,
      retina: { ...retina, positions: () => Uint16Array.of(1), contexts: note("contexts") },
    }),
    sampleTexts: () => ["a speech", "another speech"],
  } as unknown as Engine;
  const pool = {
    threads: 2,
    run: (_: string, { name }: { name: string }) => note(name)(),
  } as unknown as Warmed["pool"];
  const idle = { isOver: () => false, isQuiet: () => true, pause: () => Promise.resolve() };
  return { done, warmed: { engine, pool, ...idle, ...changes } };
}

test("everything is tried once, whatever fails, what the first thread does last", async () => {
  const { done, warmed } = service();
  await warmUp(warmed);
  expect(new Set(done)).toEqual(
    new Set(["contexts", "letters", "text", "keywords", "text.language", "app.filterReport"]),
  );
  expect(done.slice(-2)).toEqual(["text.language", "app.filterReport"]);
});

test("the only thread is left free for calls", async () => {
  const { done, warmed } = service();
  await warmUp({ ...warmed, pool: { ...warmed.pool, threads: 1 } });
  expect(done).toContain("keywords");
  expect(done).not.toContain("text.language");
});

test("nothing is begun while a call runs, and nothing more once it is over", async () => {
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
  await warmUp(warmed);
  expect(done).toHaveLength(2);
  expect(pauses).toBeGreaterThan(4);
});
