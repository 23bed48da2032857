import { spawnSync } from "node:child_process";
import {
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  unlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { EmbeddedStore } from "../../../../../core/node/collections/embedded/embedded-store.ts";
import { HEAD } from "../../../collection/port/arbitrary-selection.ts";

const COMPILED = new URL("../../../../../dist/", import.meta.url).href;

let folder: string;
let store: EmbeddedStore;
const values = HEAD.columns.map(() => null);
const row = (id: string) => ({ id, text: "text", values, cells: Uint16Array.of(1, 2, 300) });

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-header-"));
  store = await EmbeddedStore.open(folder);
  await store.create(HEAD);
  await store.open("tests").put([row("a"), row("b")]);
  await store.open("tests").label("war", [{ id: "a", belongs: true }]);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, maxRetries: 10 });
});

const reopen = async () => {
  await store.close();
  store = await EmbeddedStore.open(folder);
};
const header = async () => path.join(folder, (await readdir(folder))[0]!, "info.json");
const isThere = async () =>
  stat(await header()).then(
    () => true,
    () => false,
  );

it("a list of collections is answered without opening them", async () => {
  const described = await store.open("tests").describe();
  expect(await isThere()).toBe(false);
  await reopen();
  expect(await store.list()).toEqual([{ ...described, state: "ready" }]);
  // Not opened: the database is free for another one.
  const other = await EmbeddedStore.open(folder);
  expect(await other.open("tests").count({})).toBe(2);
  await other.close();
  expect(await store.list()).toEqual([{ ...described, state: "ready" }]);
});

it.skipIf(process.platform === "win32")("a list is made where nothing can be written", async () => {
  const described = await store.open("tests").describe();
  await store.close();
  await unlink(await header());
  const source = `
    import { EmbeddedStore } from "${COMPILED}core/node/collections/embedded/embedded-store.js";
    process.on("SIGXFSZ", () => {});
    const store = await EmbeddedStore.open(${JSON.stringify(folder)});
    console.log(JSON.stringify(await store.list()));
    await store.close();`;
  // As on a full disk: no file may grow.
  const limits = 'ulimit -f 0; exec "$0" "$@"';
  const node = [process.execPath, "--input-type=module", "-e", source];
  const { status, stdout, stderr } = spawnSync("sh", ["-c", limits, ...node], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual([{ ...described, state: "ready" }]);
  expect(await isThere()).toBe(false);
});

it.each<[string, () => Promise<unknown>]>([
  ["a row", () => store.open("tests").put([row("c")])],
  ["a removed row", () => store.open("tests").removeRows(["a"])],
  ["a label", () => store.open("tests").label("war", [{ id: "b", belongs: false }])],
  ["a score", () => store.open("tests").score({ name: "s", positions: Uint16Array.of(1) })],
  ["a column", () => store.open("tests").extend([{ name: "new", type: "text" }], {})],
])("the list is never older than %s", async (_, write) => {
  await reopen();
  expect(await isThere()).toBe(true);
  await write();
  // As after a kill: what is kept beside the collection would be read by the next process.
  expect(await isThere()).toBe(false);
  const described = await store.open("tests").describe();
  expect(await store.list()).toEqual([{ ...described, state: "ready" }]);
  await reopen();
  expect(await store.list()).toEqual([{ ...described, state: "ready" }]);
});

it("what cannot be read or is of another format is asked of the collection", async () => {
  const described = await store.open("tests").describe();
  for (const text of ["", "{", "null", '{"format":99,"info":{}}']) {
    await reopen();
    await writeFile(await header(), text);
    expect(await store.list()).toEqual([{ ...described, state: "ready" }]);
  }
});

it("what an earlier program kept, which did not say who gave labels, is asked of the collection", async () => {
  const described = await store.open("tests").describe();
  await reopen();
  const { tables, info } = JSON.parse(await readFile(await header(), "utf8"));
  expect(info).toEqual(described);
  for (const label of info.labels) delete label.authors;
  const former = { format: 5, check: crc32(JSON.stringify(info)), tables, info };
  await writeFile(await header(), JSON.stringify(former));
  expect(await store.list()).toEqual([{ ...described, state: "ready" }]);
});

it("tables that became others are asked again: what is damaged is not shown as it was", async () => {
  const tables = path.join(path.dirname(await header()), "rows.duckdb");
  await reopen();
  await truncate(tables, 5000);
  const damaged = {
    name: "tests",
    state: "damaged",
    reason: expect.stringMatching(/^The collection is damaged: .*remove it/),
  };
  expect(await store.list()).toEqual([damaged]);
  await unlink(tables);
  expect(await store.list()).toEqual([{ ...damaged, reason: expect.stringContaining("missing") }]);
});
