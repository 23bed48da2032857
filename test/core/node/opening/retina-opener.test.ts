import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildAtlas } from "../../../../core/atlas/build-atlas.ts";
import { ThreadOpener } from "../../../../core/node/opening/thread-opener.ts";
import { Semaphore } from "../../../../core/node/threads/semaphore.ts";
import type { RetinaTables } from "../../../../core/retina/retina-data.ts";
import { makeTestFolder } from "../../../support/test-host.ts";
import { tinyRetina } from "../../../support/tiny-retina.ts";

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let file: string;
let opener: ThreadOpener;
beforeAll(async () => {
  folder = await makeTestFolder();
  opener = new ThreadOpener(path.join(folder, "atlases"));
  file = path.join(folder, "retinas", "en_associative.retina");
});
afterAll(async () => {
  await opener.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

describe("a retina opened by a thread", () => {
  it("answers as one that was opened here", async () => {
    const [there, here] = [await opener.open(file), tinyRetina({ name: "en_associative" })];
    expect(there.checksum).toBe(await opener.checksum(file));
    const apple = here.positions(here.idOf("apple"));
    expect(there.positions(there.idOf("apple"))).toEqual(apple);
    expect(there.similar(apple, { offset: 0, limit: 20 })).toEqual(
      here.similar(apple, { offset: 0, limit: 20 }),
    );
  });

  it("has the regions that would be found here, and finds them once", async () => {
    const retina = await opener.open(file);
    const [first, second] = await Promise.all([opener.atlas(retina), opener.atlas(retina)]);
    expect(first).toEqual(buildAtlas(retina));
    expect(second).toBe(first);
  });

  it("is refused with the same words as here", async () => {
    const damaged = path.join(folder, "damaged.retina");
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9);
    await writeFile(damaged, bytes);
    for (const way of ["open", "checksum", "describe"] as const)
      await expect(opener[way](damaged)).rejects.toMatchObject({
        code: "bad-retina-file",
        message: expect.stringContaining("damaged.retina is damaged"),
      });
    await expect(opener.open(path.join(folder, "none.retina"))).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

it("has its regions although the thread that opened it ended", async () => {
  const begun: Worker[] = [];
  const notice = (worker: Worker) => void begun.push(worker);
  process.on("worker", notice);
  const own = new ThreadOpener(path.join(folder, "other-atlases"));
  try {
    const retina = await own.open(file);
    await begun[0]!.terminate();
    await own.atlas(retina).catch(() => {});
    expect(await own.atlas(retina)).toEqual(buildAtlas(retina));
  } finally {
    process.off("worker", notice);
    await own.close();
  }
});

it("gives back the memory that its thread worked in, once that has ended", async () => {
  const retina = await opener.open(file);
  await opener.atlas(retina);
  await vi.waitFor(() => expect(heldAreas(retina.tables)).toBe(1), { timeout: 20_000 });
});

/** How many threads hold a working area of a retina. */
function heldAreas({ index: { memory, layout } }: RetinaTables): number {
  const table = new Uint32Array(memory.buffer, layout.areas, 512);
  return table.filter((value, i) => i % 2 === 1 && value !== 0).length;
}

describe("slots", () => {
  it("let only so many run at once, in order, whatever fails", async () => {
    const slots = new Semaphore(2);
    let running = 0;
    let most = 0;
    const started: number[] = [];
    const work = Array.from({ length: 9 }, (_, i) =>
      slots.run(async () => {
        started.push(i);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 3));
        running--;
        if (i % 3 === 0) throw new Error(`${i}`);
        return i;
      }),
    );
    const ends = await Promise.allSettled(work);
    expect(most).toBe(2);
    expect(started).toEqual([...ends.keys()]);
    expect(ends.map(({ status }) => status === "rejected")).toEqual(
      ends.map((_, i) => i % 3 === 0),
    );
  });
});
