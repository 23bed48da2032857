import { describe, expect, it } from "vitest";
import type { Engine } from "../../../../core/analysis/engine.ts";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { CollectionAnalyses } from "../../../../core/collection/analyses/analyses.ts";
import { groupCopies } from "../../../../core/collection/analyses/near-copies.ts";
import { collectionHandlers } from "../../../../core/handlers/collections.ts";
import { ObviousStore } from "../port/obvious-store.ts";

const rowsOf = (texts: readonly string[]) =>
  texts.map((text, i) => ({ id: `r${String(i).padStart(5, "0")}`, text }));

/** In batches, as a store streams them, noting how many were asked for. */
async function* batchesOf(texts: readonly string[], asked = { batches: 0 }) {
  const rows = rowsOf(texts);
  for (let from = 0; from < rows.length; from += 500) {
    asked.batches++;
    yield rows.slice(from, from + 500);
  }
}

/** Texts of which many have to be compared with many. */
const hardTexts = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    Array.from({ length: 40 }, (_, k) => k)
      .filter((k) => Math.imul(i * 40 + k + 1, 0x9e3779b1) >>> 30 !== 0)
      .map((k) => `w${k}`)
      .join(" "),
  );

describe("groups of near copies", () => {
  it("come the largest first, in order of id, without empty texts", async () => {
    const texts = ["a b", "", "c d", "b a", "d c", " ", "!!", "A, B", "??", "!!", "e"];
    const groups = await groupCopies(batchesOf(texts), NEVER_CANCELLED);
    const numbers = groups.map((ids) => ids.map((id) => Number(id.slice(1))));
    expect(numbers).toEqual([
      [0, 3, 7],
      [2, 4],
      [6, 9],
    ]);
  });

  it("are not made of rows that share a template and differ in their subject", async () => {
    const about = (subject: string) =>
      `Good morning and welcome back to our little show where today one of you has asked to hear more of ${subject} so stay with us until the end and write to the station what you think`;
    const texts = [
      about("glaciers in Norway"),
      about("how bees dance"),
      about("old railway stations"),
      about("how bees dance").toUpperCase(),
      about("glaciers in Norway in 1912"),
      about("baking bread"),
    ];
    const groups = await groupCopies(batchesOf(texts), NEVER_CANCELLED);
    expect(groups).toEqual([
      ["r00000", "r00004"],
      ["r00001", "r00003"],
    ]);
  });

  it("may add to one text, and change its figures", async () => {
    const base = Array.from({ length: 30 }, (_, i) => `word${String.fromCharCode(97 + i)}x`);
    const say = (...more: string[]) => [...base, ...more].join(" ");
    const added = [say(), say("first", "report"), say("second", "note"), say("third")];
    const figures = [say("3", "dead"), say("5", "dead"), say("12", "dead")];
    expect(await groupCopies(batchesOf(added), NEVER_CANCELLED)).toHaveLength(1);
    expect(await groupCopies(batchesOf(figures), NEVER_CANCELLED)).toHaveLength(1);
    const two = [say("red", "house"), say("blue", "boat")];
    expect(await groupCopies(batchesOf(two), NEVER_CANCELLED)).toHaveLength(1);
  });

  it("let others have their turn while they are found", async () => {
    let others = 0;
    let waiting: NodeJS.Immediate;
    const take = () => {
      others++;
      waiting = setImmediate(take);
    };
    take();
    // Looked at before each pause and after it; every piece of work seems to take longer than a turn.
    let looks = 0;
    const signal = {
      get aborted() {
        looks++;
        const end = Date.now() + 11;
        while (Date.now() < end);
        return false;
      },
    };
    const reported: string[] = [];
    await groupCopies(batchesOf(hardTexts(40)), signal, (doing) => reported.push(doing));
    clearImmediate(waiting!);
    expect(reported).toContain("comparing");
    expect(looks).toBeGreaterThan(80);
    expect(others).toBeGreaterThanOrEqual(looks / 2);
  });

  it("are not read any further when nobody waits for them", async () => {
    const asked = { batches: 0 };
    const signal = { aborted: false };
    const texts = (async function* () {
      for await (const batch of batchesOf(hardTexts(5000), asked)) {
        signal.aborted = asked.batches === 3;
        yield batch;
      }
    })();
    await expect(groupCopies(texts, signal)).rejects.toMatchObject({ code: "cancelled" });
    expect(asked.batches).toBe(3);
  });

  it("are not compared any further when nobody waits for them", async () => {
    const reported: string[] = [];
    const signal = { aborted: false };
    const found = groupCopies(batchesOf(hardTexts(3000)), signal, (doing) => {
      reported.push(doing);
      signal.aborted = doing === "comparing";
    });
    await expect(found).rejects.toMatchObject({ code: "cancelled" });
    expect(reported.filter((doing) => doing === "comparing")).toHaveLength(1);
  });

  it("tell how many rows are read and compared", async () => {
    const reported: [string, number][] = [];
    await groupCopies(batchesOf(hardTexts(1200)), NEVER_CANCELLED, (...step) =>
      reported.push(step),
    );
    const reading = reported.filter(([doing]) => doing === "reading");
    expect(reading).toEqual([500, 1000, 1200].map((rows) => ["reading", rows]));
    const compared = reported.filter(([doing]) => doing === "comparing").map(([, rows]) => rows);
    expect(compared).toEqual([...compared].sort((a, b) => a - b));
    expect(compared.at(-1)).toBeLessThanOrEqual(1200);
  });

  it("are listed with the text of the first, up to a limit", async () => {
    const store = new ObviousStore();
    const retina = { name: "toy", checksum: "00" };
    const created = "2024-01-01T00:00:00.000Z";
    await store.create({ name: "news", retina, columns: [], roles: {}, created });
    const texts = ["one two", "three four", "Two one", "two, one", "Four three", "five"];
    const cells = new Uint16Array(0);
    await store.open("news").put(rowsOf(texts).map((row) => ({ ...row, values: [], cells })));
    const engine = { names: ["toy"], model: () => ({ retina }) } as unknown as Engine;
    const analyses = new CollectionAnalyses(store, engine);
    expect(await analyses.nearCopies("news", {}, 1, NEVER_CANCELLED)).toEqual({
      groups: 2,
      rows: 5,
      listed: [{ ids: ["r00000", "r00002", "r00003"], text: "one two" }],
    });
    const handlers = collectionHandlers(analyses, async () => new Uint8Array(0));
    const asked = { name: "news", limit: 1 };
    await expect(
      handlers["app.collectionNearCopies"](asked, { aborted: true }),
    ).rejects.toMatchObject({ code: "cancelled" });
  });
});
