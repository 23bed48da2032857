import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Handlers, Input, Output } from "../../../../../core/api/client-types.ts";
import { NEVER_CANCELLED } from "../../../../../core/cancellation.ts";
import { seededRandom } from "../../../../../core/kernel/seeded-random.ts";
import { EmbeddedStore } from "../../../../../core/node/collections/embedded/embedded-store.ts";
import { type Host, startHost } from "../../../../../core/node/http/start-host.ts";
import { openRetina } from "../../../../../core/retina/open-retina.ts";
import { writeRetina } from "../../../../../core/retina/write-retina.ts";
import { makeTestFolder, optionsFor, TINY_NAMES } from "../../../../support/test-host.ts";
import { tinyRetinaData } from "../../../../support/tiny-retina.ts";

let folder: string;
let host: Host;
/** One service, which each test finds running, and closes and starts again where that is the point. */
beforeAll(async () => {
  folder = await makeTestFolder();
  await fill(openRetina(writeRetina(tinyRetinaData({ name: TINY_NAMES[0] }))).checksum);
  await start();
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});
async function start() {
  host = await startHost({ port: 0, threads: 1, ...optionsFor(folder) });
}
const call = <N extends keyof Handlers>(name: N, input: Input<N>): Promise<unknown> =>
  Promise.resolve(
    (host.service.handlers[name] as (...args: unknown[]) => unknown)(input, NEVER_CANCELLED),
  );

const COUNT = 30_000;
/** Rows with few cells are written fast; what takes long is reading all of them. */
async function fill(checksum: string) {
  const store = await EmbeddedStore.open(path.join(folder, "data", "collections"));
  const retina = { name: "en_associative", checksum };
  await store.create({ name: "large", retina, columns: [], roles: {}, created: "2024-01-01" });
  const random = seededRandom(5);
  for (let from = 0; from < COUNT; from += 5000)
    await store.open("large").put(
      Array.from({ length: 5000 }, (_, i) => ({
        id: String(from + i).padStart(6, "0"),
        text: "a text of a few words",
        values: [],
        cells: Uint16Array.from({ length: 5 }, (_, k) => 3000 * k + Math.floor(3000 * random())),
      })),
    );
  await store.close();
}

describe("the thread of the collections", () => {
  it("lets the host answer others while a query over all rows of a large collection runs", async () => {
    const order: string[] = [];
    const query = call("app.collectionTopics", {
      name: "large",
      level: 0,
      limit: 30,
      hidden: false,
    } as never).then((answer) => {
      order.push("topics");
      return answer;
    });
    // The thread is at it: a shorter call for the same thread is answered between two steps of the long one.
    await call("app.collections", {} as never);
    for (let i = 0; i < 20; i++) {
      const reply = await fetch(`${host.url}/rest/retinas`, {
        headers: { "api-key": host.apiKey ?? "" },
      });
      expect(reply.status).toBe(200);
      order.push("answered");
    }
    expect(await query).toMatchObject({ rows: COUNT });
    expect(order.indexOf("topics")).toBe(20);
  }, 300_000);

  it("is ended only after what it is at", async () => {
    const asked = [
      call("app.collectionTopics", { name: "large", level: 0, limit: 5, hidden: false } as never),
      call("app.collectionHeat", { name: "large", over: "rest" } as never),
    ];
    const settled = Promise.allSettled(asked);
    await host.close();
    // Each was answered or told that the service stops; and this process is still there.
    for (const each of await settled)
      if (each.status === "rejected")
        expect(each.reason).toMatchObject({ code: expect.any(String) });
    await start();
    expect(await call("app.collections", {} as never)).toMatchObject({
      collections: [{ name: "large", rows: COUNT }],
    });
  }, 300_000);

  it("reports an import that the end of the service cut off, and resumes it with each row once", async () => {
    const file = path.join(folder, "long.csv");
    const count = 3000;
    const lines = Array.from({ length: count }, (_, i) => `r${i},an apple and a pear ${i}`);
    await writeFile(file, `id,text\n${lines.join("\n")}\n`);
    await begin("long", file);
    await vi.waitFor(
      async () => {
        const [state] = await imports();
        expect(state!.counted).toBeGreaterThan(0);
      },
      { timeout: 120_000, interval: 5 },
    );
    await host.close();
    await start();
    expect(await imports()).toMatchObject([
      { title: "long", state: "failed", error: { code: "interrupted" } },
    ]);
    await begin("long", file);
    await vi.waitFor(
      async () => expect((await imports())[0]).toMatchObject({ state: "done", counted: count }),
      { timeout: 120_000 },
    );
    const [state] = await imports();
    expect(state!.report!.added + state!.report!.updated).toBe(count);
    expect(await call("app.collections", {} as never)).toMatchObject({
      collections: [
        { name: "large", rows: COUNT },
        { name: "long", rows: count },
      ],
    });
  }, 300_000);

  it("lets calls wait while it closes, so that no label, row or collection is lost", async () => {
    const file = path.join(folder, "labelled.csv");
    const ids = Array.from({ length: 300 }, (_, i) => `r${i}`);
    await writeFile(file, `id,text\n${ids.map((id) => `${id},an apple and a pear`).join("\n")}\n`);
    const importAll = () => begin("labelled", file);
    const isImported = () =>
      vi.waitFor(
        async () =>
          expect((await imports()).find(({ title }) => title === "labelled")).toMatchObject({
            state: "done",
          }),
        { timeout: 120_000 },
      );
    await importAll();
    await isImported();
    await importAll();
    const label = (id: string) =>
      call("app.collectionLabel", {
        name: "labelled",
        filter: "fruit",
        marks: [{ id, belongs: true }],
      } as never);
    // A steady load: each closing meets calls under way, and calls that come meanwhile.
    for (let from = 0; from < ids.length; from += 10) {
      const some = ids.slice(from, from + 10);
      const before = some.slice(0, 5).map(label);
      const closed =
        from % 20 === 0
          ? call("app.cluster", { action: "forget" })
          : host.service.releaseCollections();
      await Promise.all([...before, closed, ...some.slice(5).map(label)]);
    }
    await isImported();
    await host.service.releaseCollections();
    expect(await call("app.collections", {} as never)).toMatchObject({
      collections: expect.arrayContaining([
        expect.objectContaining({
          name: "labelled",
          state: "ready",
          rows: ids.length,
          labels: [expect.objectContaining({ filter: "fruit", belongs: ids.length })],
        }),
      ]),
    });
    await call("app.collectionRemove", { name: "labelled" } as never);
  }, 300_000);
});

const begin = (name: string, file: string) =>
  call("app.jobStart", { input: { kind: "import", name, paths: [file] } });

const imports = async () => (await call("app.jobs", {} as never)) as Output<"app.jobs">;
