import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Selection } from "../../../../../core/collection/port/store.ts";
import { EmbeddedStore } from "../../../../../core/node/collections/embedded/embedded-store.ts";
import { duringCall } from "../../../../../core/node/threads/current-call.ts";

let folder: string;
let store: EmbeddedStore;
/** What is asked of them changes nothing; each test opens them anew. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-turns-"));
  store = await EmbeddedStore.open(folder);
  // 20 MB of cells: five runs.
  await make("large", 20_000);
  await make("small", 3);
  await store.close();
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));
beforeEach(async () => {
  store = await EmbeddedStore.open(folder);
});
afterEach(() => store.close());

const CELLS = Uint16Array.from({ length: 980 }, (_, i) => 16 * i);

async function make(name: string, rows: number) {
  const retina = { name: "toy", checksum: "00" };
  await store.create({ name, retina, columns: [], roles: {}, created: "2024-01-01" });
  for (let from = 0; from < rows; from += 5000)
    await store.open(name).put(
      Array.from({ length: Math.min(5000, rows - from) }, (_, i) => ({
        id: `r${from + i}`,
        text: "a text",
        values: [],
        cells: CELLS,
      })),
    );
}

it("a question that reads the cells of many rows lets others have their turn", async () => {
  await store.open("small").count({});
  const order: string[] = [];
  const asked = async (what: string, name: string, selection: Selection) => {
    const heat = await store.open(name).heat(selection);
    order.push(what);
    return heat;
  };
  const region = { positions: CELLS.subarray(0, 10), share: 0 };
  const [heat] = await Promise.all([
    asked("large", "large", { region }),
    asked("small", "small", { region }),
  ]);
  expect(order).toEqual(["small", "large"]);
  expect(heat[16]).toBe(20_000);
  expect(heat[17]).toBe(0);
}, 120_000);

it("a question that is cancelled while it waits for its turn is refused, and the next one is answered", async () => {
  const calls = [0, 1, 2].map(() => ({ aborted: false }));
  const answers = calls.map((call, i) =>
    duringCall(call, () => store.open("small").heat({ ids: [`r${i}`] })),
  );
  calls[1]!.aborted = true;
  const [first, second, third] = await Promise.allSettled(answers);
  expect([first?.status, third?.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(second).toMatchObject({ status: "rejected", reason: { code: "cancelled" } });
  // Outside of a call nothing is ever refused.
  expect((await store.open("small").heat({}))[16]).toBe(3);
});

it("a heat of few rows goes before what waits, and a long one that is cancelled is given up", async () => {
  const order: string[] = [];
  const after = (what: string, answer: Promise<unknown>) =>
    answer.then(
      () => order.push(what),
      ({ code }) => order.push(`${what} ${code}`),
    );
  const page = { offset: 0, limit: 3 };
  await Promise.all([
    after("rows", store.open("small").rows({}, page)),
    after("texts", store.open("small").scan({}, ["text"])[Symbol.asyncIterator]().next()),
    after("heat", store.open("small").heat({ ids: ["r1"] })),
  ]);
  expect(order.indexOf("heat")).toBeLessThan(order.indexOf("texts"));
  order.length = 0;
  const half = { ids: Array.from({ length: 10_000 }, (_, i) => `r${2 * i}`) };
  const call = { aborted: false };
  const long = duringCall(call, () => store.open("large").heat(half));
  const ended = after("long", long);
  // By then its rows are being counted.
  await store.open("large").count({});
  call.aborted = true;
  await after("quick", store.open("large").heat({ ids: ["r7"] }));
  await ended;
  expect(order).toEqual(["quick", "long cancelled"]);
}, 120_000);

it("an estimate is of a random part of many rows, and close to what is estimated", async () => {
  const half = { ids: Array.from({ length: 10_000 }, (_, i) => `r${2 * i}`) };
  const { counts, rows, of } = await store.open("large").estimateHeat(half);
  expect(of).toBe(10_000);
  expect(rows).toBeGreaterThanOrEqual(1000);
  expect(rows).toBeLessThan(10_000);
  expect([counts[16], counts[17]]).toEqual([rows, 0]);
  expect((await store.open("large").estimateHeat({ ids: ["r1", "r2"] })).rows).toBe(2);
  expect((await store.open("large").estimateHeat({})).rows).toBe(20_000);
  expect((await store.open("large").heat(half))[16]).toBe(10_000);
}, 120_000);

it("heats of a column's values beside pages of rows see each batch of rows whole", async () => {
  const retina = { name: "toy", checksum: "00" };
  const columns = [{ name: "kind", type: "text" }] as const;
  await store.create({ name: "kinds", retina, columns, roles: {}, created: "2024-01-01" });
  const put = (batch: number) =>
    store.open("kinds").put(
      Array.from({ length: 500 }, (_, i) => ({
        id: `r${batch}.${i}`,
        text: "a text",
        values: [i % 2 === 0 ? "even" : "odd"],
        cells: CELLS.subarray(0, 5),
      })),
    );
  await put(0);
  const even: Selection = { where: { column: "kind", in: ["even"] } };
  // From here on the column is in memory, and heats need no turn of their own.
  await store.open("kinds").facet({}, { column: "kind", limit: 2 });
  for (let batch = 1; batch < 20; batch++) {
    const page = { offset: 0, limit: 100, sort: { field: { column: "kind" }, descending: true } };
    const rows = store.open("kinds").rows(even, page);
    const written = batch % 3 === 0 ? put(batch) : undefined;
    const heats = await Promise.all([
      store.open("kinds").heat(even),
      rows.then(() => store.open("kinds").heat(even)),
      store.open("kinds").heat({ where: { column: "kind", in: ["odd"] } }),
    ]);
    await written;
    const before = 250 * (1 + Math.floor((batch - 1) / 3));
    const after = 250 * (1 + Math.floor(batch / 3));
    for (const heat of heats) {
      expect([before, after]).toContain(heat[0]);
      expect(heat[16]).toBe(heat[0]);
    }
    expect((await store.open("kinds").heat(even))[0]).toBe(after);
    expect(await rows).toHaveLength(100);
  }
});
