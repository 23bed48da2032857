import { mkdtemp, readdir, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FORMAT } from "../../../../../core/node/collections/embedded/collection-tables.ts";
import { EmbeddedStore } from "../../../../../core/node/collections/embedded/embedded-store.ts";
import { Duck } from "../../../../../core/node/files/duck.ts";
import { HEAD } from "../../../collection/port/arbitrary-selection.ts";

let folder: string;
let own: string;
const row = (id: string) => ({
  id,
  text: "text",
  values: HEAD.columns.map(() => null),
  cells: Uint16Array.of(1, 2, 300),
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-damage-"));
  const store = await EmbeddedStore.open(folder);
  await store.create(HEAD);
  await store.open("tests").put([row("a"), row("b")]);
  await store.close();
  own = path.join(folder, (await readdir(folder))[0]!);
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

async function reopened<T>(act: (store: EmbeddedStore) => Promise<T>): Promise<T> {
  const store = await EmbeddedStore.open(folder);
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

describe("a collection whose files are not as they were written", () => {
  it("is refused where its tables end too early, and can still be removed", async () => {
    const file = path.join(own, "rows.duckdb");
    await truncate(file, Math.floor((await stat(file)).size / 2));
    await expect(reopened((store) => store.open("tests").describe())).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("damaged"),
    });
    await reopened((store) => store.remove("tests"));
    expect(await reopened((store) => store.list())).toEqual([]);
  });
  it("is refused where the cells of a row are not as they were written, and answers about the others", async () => {
    const duck = await Duck.open(path.join(own, "rows.duckdb"));
    await duck.run("UPDATE rows SET cells = '\\xFF\\xFF\\xFF'::BLOB WHERE id = 'b'");
    duck.close();
    await reopened(async (store) => {
      await expect(store.open("tests").cells(["b"])).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("damaged"),
      });
      expect(await store.open("tests").cells(["a"])).toEqual([Uint16Array.of(1, 2, 300)]);
    });
  });
  it("counts its heat once where a kill kept it from being saved", async () => {
    const heats = async (sql: string) => {
      const duck = await Duck.open(path.join(own, "rows.duckdb"));
      const [count] = await duck.numbers(sql);
      duck.close();
      return count;
    };
    await heats("DELETE FROM heat");
    expect(await heats("SELECT count(*) FROM heat")).toBe(0);
    const found = await reopened((store) => store.open("tests").heat({}));
    expect([found[1], found[300]]).toEqual([2, 2]);
    expect(await heats("SELECT count(*) FROM heat")).toBe(1);
  });
  it.each([
    [FORMAT + 1, `a newer version of the program (format ${FORMAT + 1}`],
    [
      FORMAT - 1,
      `an older version of the program (format ${FORMAT - 1}, this one reads ${FORMAT}); export it with that version, remove it here and import the export.`,
    ],
  ])("is refused in format %i", async (format, words) => {
    const duck = await Duck.open(path.join(own, "rows.duckdb"));
    const [was, is] = [FORMAT, format].map((each) => `"format":${each}`);
    await duck.run(`UPDATE meta SET value = replace(value, '${was}', '${is}')`);
    duck.close();
    await expect(reopened((store) => store.open("tests").describe())).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(`The collection was written by ${words}`),
    });
  });
});

describe("a wide table", () => {
  it("may have a cell of a hundred megabytes", async () => {
    await reopened(async (store) => {
      const text = "x".repeat(100_000_000);
      const long = "y".repeat(8_000_000);
      const values = HEAD.columns.map(({ name }) => (name === "party" ? long : null));
      await store.open("tests").put([{ ...row("c"), text, values }]);
      const [found] = await store.open("tests").rows({ ids: ["c"] }, { offset: 0, limit: 1 });
      expect(found!.text.length).toBe(text.length);
      expect(String(found!.values[0]).length).toBe(long.length);
    });
  }, 300_000);
});
