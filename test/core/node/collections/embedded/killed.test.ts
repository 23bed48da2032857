import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { NEVER_CANCELLED } from "../../../../../core/cancellation.ts";
import type { StreamedRow } from "../../../../../core/collection/port/store.ts";
import { seededRandom } from "../../../../../core/kernel/seeded-random.ts";
import { EmbeddedStore } from "../../../../../core/node/collections/embedded/embedded-store.ts";
import { importCollection } from "../../../../../core/node/collections/import/import-collection.ts";
import { LATER } from "../../../../config/run-node.js";
import { toyRequest, toyTools } from "../import/toy-import.ts";

const COMPILED = new URL("../../../../../dist/", import.meta.url).href;
/** Of one run of the suite, one of each kind; every run kills at other moments. `SEMASCOPE_KILLS=50` makes a soak of it. */
const KILLS = Number(process.env.SEMASCOPE_KILLS ?? 4);
const NAME = "tests";
const MOST_MILLISECONDS = 30;

let folder: string;
let home: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-killed-"));
  home = path.join(folder, "home");
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

/** What a module begins with that imports. */
const IMPORTING = `
  import { importCollection } from "${COMPILED}core/node/collections/import/import-collection.js";
  import { toyRequest, toyTools } from "${COMPILED}test/core/node/collections/import/toy-import.js";
`;

interface Fate {
  /** Killed so many milliseconds after so many lines. */
  readonly lines: number;
  readonly milliseconds: number;
  /** The largest file that it may write, in blocks of 512 bytes. */
  readonly blocks?: number;
}

/** Runs a module with an open `store` in a process of its own. @returns the whole lines that it printed */
function killed(source: string, { lines, milliseconds, blocks }: Fate) {
  const opening = `
    import { EmbeddedStore } from "${COMPILED}core/node/collections/embedded/embedded-store.js";
    const store = await EmbeddedStore.open(${JSON.stringify(home)});`;
  return new Promise<string[]>((resolve, reject) => {
    const limits = `ulimit -f ${blocks ?? "unlimited"}; exec "$0" "$@"`;
    const node = [process.execPath, LATER, "--input-type=module", "-e", opening + source];
    const child = spawn("sh", ["-c", limits, ...node]);
    let text = "";
    let errors = "";
    let isDue = false;
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (isDue || text.split("\n").length <= lines) return;
      isDue = true;
      setTimeout(() => child.kill("SIGKILL"), milliseconds);
    });
    child.on("close", (code) => {
      if (code === null || code === 0) resolve(text.split("\n").slice(0, -1));
      else reject(new Error(errors));
    });
  });
}

async function opened<T>(act: (store: EmbeddedStore) => Promise<T>): Promise<T> {
  const store = await EmbeddedStore.open(home);
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

const idOf = (file: string, row: number) => `${file}${String(row).padStart(5, "0")}`;
const textOf = (file: string, row: number) =>
  `text ${file} ${"abcdefghij"[row % 10]} number ${row}`;

async function writeRows(file: string, count: number): Promise<string> {
  const lines = Array.from({ length: count }, (_, i) => `${idOf(file, i)},${textOf(file, i)}`);
  const csv = path.join(folder, `${file}.csv`);
  await writeFile(csv, `id,text\n${lines.join("\n")}\n`);
  return csv;
}

const importHere = (csv: string) =>
  opened((store) =>
    importCollection(toyRequest([csv]), toyTools(store), {
      signal: NEVER_CANCELLED,
      onProgress: () => {},
    }),
  );

async function allRows(): Promise<{ id: string; text: string; labels: readonly object[] }[]> {
  const rows: { id: string; text: string; labels: readonly object[] }[] = [];
  await opened(async (store) => {
    for await (const batch of store.open(NAME).stream({}))
      rows.push(...batch.map(({ id, text, labels }) => ({ id, text, labels })));
  });
  return rows;
}

it("labelling that is killed keeps every label that it acknowledged, once, and every row", async () => {
  const count = 400;
  await importHere(await writeRows("a", count));
  const random = seededRandom(Date.now());
  const acknowledged = new Map<string, boolean>();
  const below = (most: number) => Math.floor(most * random());
  let from = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    // Labels are set to one, changed to the other and back; then others are set to the other.
    if (kill % 3 === 0) from = below(count);
    const lines = await killed(
      `for (let i = ${from}; ; i = (i + 7) % ${count}) {
        const id = "a" + String(i).padStart(5, "0");
        const belongs = ${kill} % 2 === 0;
        await store.open("${NAME}").label("subject", [{ id, belongs }]);
        console.log(id, belongs);
      }`,
      { lines: 1 + below(20), milliseconds: below(MOST_MILLISECONDS) },
    );
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const [id = "", belongs] = line.split(" ");
      acknowledged.set(id, belongs === "true");
    }
    const rows = await allRows();
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, i) => idOf("a", i)));
    const labels = rows.filter((row) => row.labels.length > 0);
    // The one under way may be there, too, and need not.
    const underWay = labels.filter(
      ({ id, labels: [label] }) =>
        JSON.stringify(label) !==
        JSON.stringify({ filter: "subject", belongs: acknowledged.get(id) }),
    );
    expect(underWay.length).toBeLessThanOrEqual(1);
    for (const { id } of underWay) acknowledged.set(id, kill % 2 === 0);
    expect(labels.map(({ id }) => id)).toEqual([...acknowledged.keys()].sort());
    for (const row of labels)
      expect(row.labels).toEqual([{ filter: "subject", belongs: acknowledged.get(row.id) }]);
  }
}, 300_000);

it("rows that are replaced over and over and killed are as they were last acknowledged, once", async () => {
  const count = 1100;
  const size = 100;
  await importHere(await writeRows("a", count));
  const marks = [{ id: idOf("a", 7), belongs: true }];
  await opened((store) => store.open(NAME).label("subject", marks));
  const random = seededRandom(Date.now());
  /** Of each batch the greatest version that was acknowledged; the one under way may be there, too. */
  const versions = new Array<number>(count / size).fill(0);
  for (let kill = 0, version = 1; kill < KILLS; kill++, version += 100) {
    // Each round replaces every row.
    const lines = await killed(
      `const { columns } = await store.open("${NAME}").describe();
      const values = columns.map(() => null);
      for (let version = ${version}; version < ${version + 99}; version++)
        for (let batch = 0; batch < ${count / size}; batch++) {
          const rows = Array.from({ length: ${size} }, (_, i) => ({
            id: "a" + String(${size} * batch + i).padStart(5, "0"),
            text: "version " + version,
            values,
            cells: Uint16Array.of(batch, 1000 + version),
          }));
          await store.open("${NAME}").put(rows);
          console.log(batch, version);
        }`,
      {
        lines: 1 + Math.floor((2.5 * count * (((kill % 4) + random()) / 4)) / size),
        milliseconds: Math.floor(2 * MOST_MILLISECONDS * random()),
      },
    );
    for (const line of lines) {
      const [batch = 0, acknowledged = 0] = line.split(" ").map(Number);
      versions[batch] = acknowledged;
    }
    const rows = await opened(async (store) => {
      const all: StreamedRow[] = [];
      for await (const batch of store.open(NAME).stream({})) all.push(...batch);
      return all;
    });
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, i) => idOf("a", i)));
    const underWay = new Set<number>();
    const wrong: string[] = [];
    for (const [i, { text, cells, labels }] of rows.entries()) {
      const batch = Math.floor(i / size);
      const own = Number(/^version (\d+)$/.exec(text)?.[1] ?? 0);
      if (own !== versions[batch]) underWay.add(batch);
      const isSound =
        own >= versions[batch]! &&
        (own === 0 || cells.join() === `${batch},${1000 + own}`) &&
        labels.length === (i === 7 ? 1 : 0);
      if (!isSound)
        wrong.push(`row ${i}: “${text}”, cells ${cells.join()}, ${labels.length} labels`);
    }
    expect(wrong).toEqual([]);
    expect(underWay.size).toBeLessThanOrEqual(1);
    for (const batch of underWay)
      versions[batch] = Number(/\d+/.exec(rows[size * batch]!.text)?.[0] ?? 0);
  }
  const [own = ""] = await readdir(home);
  const files = await readdir(path.join(home, own));
  expect(files.sort()).toEqual(["collection.json", "info.json", "lists.bin", "rows.duckdb"]);
}, 300_000);

it("an import that finds no more room says so, keeps what it acknowledged, and goes on with room", async () => {
  const count = 9000;
  const csv = await writeRows("a", count);
  // The system refuses to let any file grow beyond 460 KB, as a full disk would.
  const lines = await killed(
    `${IMPORTING}
    process.on("SIGXFSZ", () => {});
    await importCollection(toyRequest([${JSON.stringify(csv)}]), toyTools(store), {
      signal: { aborted: false },
      onProgress: ({ rows }) => console.log(rows),
    }).catch(({ code, message }) => console.log(JSON.stringify({ code, message })));
    // There is no room to tidy up either.
    await store.close().catch(() => {});`,
    { lines: Number.POSITIVE_INFINITY, milliseconds: 0, blocks: 900 },
  );
  expect(JSON.parse(lines.at(-1) ?? "")).toEqual({
    code: "internal",
    message:
      "The collection could not be saved: the file has become larger than the system allows.",
  });
  const acknowledged = Number(lines.at(-2));
  expect(acknowledged).toBeGreaterThan(0);
  expect(await opened((store) => store.open(NAME).count({}))).toBeGreaterThanOrEqual(acknowledged);
  expect(await importHere(csv)).toMatchObject({ records: count, resumedAt: acknowledged });
  expect((await allRows()).map(({ id, text }) => [id, text])).toEqual(
    Array.from({ length: count }, (_, i) => [idOf("a", i), textOf("a", i)]),
  );
}, 300_000);

it("adding files that is killed keeps what was there and what it acknowledged, and goes on", async () => {
  const base = 500;
  const added = 1500;
  await importHere(await writeRows("a", base));
  // One file takes two or three kills.
  const files = [..."bcdefghijklmnopqrstuvwxyz"].slice(0, Math.ceil(0.4 * KILLS));
  const random = seededRandom(Date.now());
  let finished = 0;
  for (let kill = 0; kill < KILLS && finished < files.length; kill++) {
    const csv = await writeRows(files[finished]!, added);
    const lines = await killed(
      `${IMPORTING}
      await importCollection(toyRequest([${JSON.stringify(csv)}]), toyTools(store), {
        signal: { aborted: false },
        onProgress: ({ rows }) => console.log(rows),
      });
      console.log("end");
      await store.close();`,
      // In the first batch of a file, and then further on than it has come.
      { lines: [1, 2, 3, 1][kill % 4]!, milliseconds: Math.floor(MOST_MILLISECONDS * random()) },
    );
    const acknowledged = Math.max(0, ...lines.filter((line) => line !== "end").map(Number));
    const before = base + finished * added;
    const rows = await opened((store) => store.open(NAME).count({}));
    expect(rows).toBeGreaterThanOrEqual(before + acknowledged);
    expect(rows).toBeLessThanOrEqual(before + added);
    if (lines.at(-1) === "end") finished++;
  }
  for (const file of files.slice(finished)) {
    const report = await importHere(await writeRows(file, added));
    expect(report.records).toBe(added);
  }
  const expected = [["a", base] as const, ...files.map((file) => [file, added] as const)];
  expect((await allRows()).map(({ id, text }) => [id, text])).toEqual(
    expected.flatMap(([file, count]) =>
      Array.from({ length: count }, (_, i) => [idOf(file, i), textOf(file, i)]),
    ),
  );
}, 300_000);
