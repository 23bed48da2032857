import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { NewRow } from "../../../core/collection/port/store.ts";
import { openReading } from "../../../core/node/engine/open-reading.ts";
import { openRetina } from "../../../core/retina/open-retina.ts";
import type { Retina } from "../../../core/retina/types.ts";
import {
  type Figure,
  type MeasuredStore,
  measureOpening,
  measureQueries,
} from "./measure-store.ts";
import { COLUMNS, readRows } from "./read-rows.ts";
import { openSqlLists } from "./sql-lists.ts";
import { COLLECTION, openCluster, openEmbedded, openFolder } from "./stores.ts";

const HELP = `Times collections of growing size in both stores.

  npm run bench:collections -- --corpus DIR [--sizes 10000,100000] [--stores embedded,cluster]

  --corpus DIR    folder of .jsonl.gz files with a title and a text per line; each paragraph becomes a row
  --retina FILE   by default retinas/en_associative.retina
  --sizes LIST    rows at which everything is timed, ascending; by default 10000 and 100000
  --stores LIST   by default both; the cluster is three nodes on this machine and needs Java and Maven
  --runs N        questions of each kind (20)
  --folder DIR    instead of a corpus: a folder of collections, of which that of --collection is asked and nothing is written
  --collection N  its name
  --sql-up-to N   rows up to which plain SQL over lists is timed beside them (100000): a question takes minutes beyond
`;
const BATCH = 1000;

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    retina: { type: "string", default: "retinas/en_associative.retina" },
    sizes: { type: "string", default: "10000,100000" },
    stores: { type: "string", default: "embedded,cluster" },
    folder: { type: "string" },
    collection: { type: "string", default: COLLECTION },
    runs: { type: "string", default: "20" },
    "sql-up-to": { type: "string", default: "100000" },
    help: { type: "boolean", default: false },
  },
});
if (values.folder !== undefined && !values.help)
  await ask(values.folder, values.collection, Number(values.runs));
else if (values.help || values.corpus === undefined) process.stdout.write(HELP);
else await run(values.corpus, values.sizes.split(",").map(Number), Number(values.runs));

async function run(corpus: string, sizes: readonly number[], runs: number): Promise<void> {
  const retina = openRetina(await readFile(values.retina), values.retina);
  const { textEngine } = await openReading();
  const open = { embedded: openEmbedded, cluster: openCluster };
  const stores: MeasuredStore[] = [];
  const imports = new Map<string, Spent>();
  for (const name of values.stores.split(",")) stores.push(await open[name as keyof typeof open]());
  for (const { store } of stores)
    await store.create({
      name: COLLECTION,
      retina: { name: retina.name, checksum: "" },
      columns: COLUMNS,
      roles: {},
      created: "2026-01-01T00:00:00.000Z",
    });
  const { words, literal } = wordsOf(retina, runs);
  const reading = { cpu: 0 };
  const sqlRows = Number(values["sql-up-to"]);
  const rows = readRows(corpus, textEngine(retina));
  const sql = await openSqlLists();
  const texts: Uint16Array[] = [];
  try {
    let count = 0;
    for (const size of sizes) {
      while (count < size) {
        const began = process.cpuUsage();
        const batch = await take(rows, Math.min(BATCH, size - count));
        const { user, system } = process.cpuUsage(began);
        reading.cpu += (user + system) / 1000;
        if (batch.length === 0) throw new Error(`The corpus has ${count} rows only.`);
        count += batch.length;
        if (texts.length < runs) texts.push(...batch.slice(0, runs).map(({ cells }) => cells));
        if (count <= sqlRows) await sql.put(batch);
        for (const measured of stores) {
          const spent = imports.get(measured.name) ?? { milliseconds: 0, cpu: 0 };
          const [start, before] = [performance.now(), measured.cpu()];
          await measured.store.open(COLLECTION).put(batch);
          spent.milliseconds += performance.now() - start;
          spent.cpu += measured.cpu() - before;
          imports.set(measured.name, spent);
        }
      }
      process.stdout.write(
        `${count} rows read, fingerprints included: ${(reading.cpu / count).toFixed(2)} ms CPU each\n`,
      );
      if (count <= sqlRows) {
        const obvious = linesOf(await sql.measure(texts.slice(0, runs)));
        process.stdout.write(`Plain SQL over lists in DuckDB, ${count} rows\n${obvious}\n\n`);
      }
      for (const measured of stores) {
        const spent = imports.get(measured.name) ?? { milliseconds: 0, cpu: 0 };
        const [start, before] = [performance.now(), measured.cpu()];
        await measured.store.open(COLLECTION).prepare();
        spent.milliseconds += performance.now() - start;
        spent.cpu += measured.cpu() - before;
        const figures = await measureQueries(measured, {
          words,
          texts: texts.slice(0, runs),
          literal,
        });
        process.stdout.write(await tableOf(measured, { count, spent, figures }));
        process.stdout.write(`${await measureOpening(measured, texts[0]!)}\n`);
      }
    }
  } finally {
    await sql.close();
    for (const measured of stores) await measured.close();
  }
}

/** Terms that occur, from often to seldom. */
function wordsOf(retina: Retina, runs: number) {
  const terms = Array.from({ length: runs }, (_, i) => 200 + i * 97);
  return {
    words: terms.map((term) => retina.positions(term)),
    literal: terms.map((term) => retina.term(term)),
  };
}

/** The same questions of a collection that is there; its texts are rows that chance takes. */
async function ask(folder: string, collection: string, runs: number): Promise<void> {
  const retina = openRetina(await readFile(values.retina), values.retina);
  const measured = await openFolder(folder, collection);
  try {
    const { store } = measured;
    const { rows: count } = await store.open(collection).describe();
    const sample = { rows: runs, seed: 1 };
    const chosen = await store.open(collection).rows({ sample }, { offset: 0, limit: runs });
    const cells = await store.open(collection).cells(chosen.map(({ id }) => id));
    const texts = cells.filter((each) => each !== null);
    process.stdout.write(await measureOpening(measured, texts[0]!));
    const figures = await measureQueries(measured, { ...wordsOf(retina, runs), texts });
    process.stdout.write(
      `${measured.name}, ${count} rows, ${measured.memory().toFixed(0)} MB resident\n${linesOf(figures)}\n`,
    );
  } finally {
    await measured.close();
  }
}

async function take(rows: AsyncGenerator<NewRow>, count: number): Promise<NewRow[]> {
  const batch: NewRow[] = [];
  while (batch.length < count) {
    const { value, done } = await rows.next();
    if (done) break;
    batch.push(value);
  }
  return batch;
}

/** On writing, without making the fingerprints. */
interface Spent {
  milliseconds: number;
  cpu: number;
}

interface Measurement {
  readonly count: number;
  readonly spent: Spent;
  readonly figures: readonly Figure[];
}

async function tableOf(
  { name, bytes, memory }: MeasuredStore,
  { count, spent, figures }: Measurement,
): Promise<string> {
  const perRow = (await bytes()) / count;
  const rate = (1000 * count) / spent.milliseconds;
  const head = `${name}, ${count} rows: ${rate.toFixed(0)} rows per second written (${(spent.cpu / count).toFixed(2)} ms CPU each), ${perRow.toFixed(0)} bytes per row, ${memory().toFixed(0)} MB resident`;
  return `${head}\n${linesOf(figures)}\n${tenMillion(perRow, spent.cpu / count)}\n`;
}

function linesOf(figures: readonly Figure[]): string {
  const lines = figures.map(
    ({ work, median, slow, cpu }) =>
      `  ${work.padEnd(28)}${median.toFixed(0).padStart(8)}${slow.toFixed(0).padStart(8)}${cpu.toFixed(0).padStart(10)}`,
  );
  return [`  ${"ms".padEnd(28)}  median     p95       CPU`, ...lines].join("\n");
}

/** What grows with the rows, by arithmetic. */
function tenMillion(bytesPerRow: number, cpuPerRow: number): string {
  const hours = (10_000_000 * cpuPerRow) / 3_600_000;
  return `  Ten million rows, by arithmetic: ${(bytesPerRow / 100).toFixed(0)} GB, ${hours.toFixed(1)} hours of one processor to write`;
}
