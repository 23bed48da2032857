import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedStore } from "../../core/node/collections/embedded/embedded-store.ts";
import { listRetinaFiles } from "../../core/node/opening/retina-files.ts";
import { openRetina } from "../../core/retina/open-retina.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

/** Rows of a collection, and of the one of which all have to be compared with all. */
const ROWS = 40_000;
const HARDEST_ROWS = 10_000;
const BATCH = 5000;

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const words = (numbers: readonly number[]) => numbers.map((n) => `w${n.toString(36)}`).join(" ");
const random = seededRandom(3);

/** Texts that were made to cost as much as they can. */
const FAMILIES: Readonly<Record<string, (row: number) => string>> = {
  equal: () => words(range(0, 15)),
  "copies of one": (row) => words([...range(0, 20), 100 + row]),
  "common words": (row) => words([...range(0, 20), ...range(100 + 6 * row, 106 + 6 * row)]),
  "nearly copies": (row) => words([...range(0, 88), ...range(100 + 12 * row, 112 + 12 * row)]),
  chain: (row) => words(range(row, row + 30)),
  "one small world": () => words(random.distinct(75, 100)),
};
const HARDEST = "one small world";
/** What others ask meanwhile. */
const OTHER = "equal";
const rowsOf = (family: string) => (family === HARDEST ? HARDEST_ROWS : ROWS);

/** Words that no retina knows; the same text every time. */
const unknownWords = (characters: number) =>
  range(0, Math.ceil(characters / 9))
    .map(() =>
      range(0, 8)
        .map(() => String.fromCharCode(97 + random.below(26)))
        .join(""),
    )
    .join(" ");

/** Asks what was made to cost much, and what it costs others. @returns whether all of it ended as it should */
export async function attack(retinas: string): Promise<boolean> {
  const home = await mkdtemp(path.join(tmpdir(), "semascope-attacks-"));
  await makeCollections(path.join(home, "data", "collections"), retinas);
  const server = await startServerProcess({ retinas, threads: 2, home });
  const post = poster(server);
  let isWell = true;
  try {
    await post("/semascope/collection-query", { name: OTHER });
    await post("/text", "the river and qwrtzp");
    for (const name of Object.keys(FAMILIES))
      await measure(`near copies, ${rowsOf(name)} rows: ${name}`, server, () =>
        post("/semascope/collection-near-copies", { name, limit: 1 }),
      );
    const many = "-a ".repeat(3300);
    const asked = { name: OTHER, query: { words: many } };
    await measure("a word excluded 3,300 times", server, () =>
      post("/semascope/collection-query", asked),
    );
    const text = `river ${unknownWords(124_000)}`;
    await measure("a text of 124 kB of unknown words", server, () => post("/text", text));
    isWell = await endsWhenNobodyWaits(server);
  } finally {
    const asked = post("/semascope/collection-near-copies", { name: HARDEST }).catch(() => {});
    await sleep(1000);
    const started = performance.now();
    const { code } = await server.stop();
    await asked;
    console.log(`SIGTERM during near copies: ended with ${code} after ${since(started)} ms`);
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
    isWell &&= code === 0;
  }
  return isWell;
}

async function makeCollections(folder: string, retinas: string): Promise<void> {
  const [file] = await listRetinaFiles(retinas);
  if (file === undefined) throw new Error(`There is no retina in ${retinas}.`);
  const { name, checksum } = openRetina(await readFile(file), file);
  const store = await EmbeddedStore.open(folder);
  const cells = Uint16Array.of(1, 2, 3);
  for (const [family, textOf] of Object.entries(FAMILIES)) {
    const head = { columns: [], roles: {}, created: "2026-01-01T00:00:00.000Z" };
    await store.create({ name: family, retina: { name, checksum }, ...head });
    for (let from = 0; from < rowsOf(family); from += BATCH) {
      const rows = range(from, from + BATCH).map((row) => ({
        id: String(row).padStart(8, "0"),
        text: textOf(row),
        values: [],
        cells,
      }));
      await store.open(family).put(rows);
    }
  }
  await store.close();
}

type Post = (target: string, body: unknown, signal?: AbortSignal) => Promise<void>;

const poster =
  ({ url, apiKey }: ServerProcess): Post =>
  async (target, body, signal) => {
    const reply = await fetch(`${url}/rest${target}`, {
      method: "POST",
      headers: { "api-key": apiKey },
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
    const answer = await reply.text();
    if (!reply.ok) throw new Error(`${target} was refused: ${answer.slice(0, 300)}`);
  };

/** Prints how long it took, what processor time that was, and how long a person waited who asked another collection. */
async function measure(
  what: string,
  server: ServerProcess,
  ask: () => Promise<void>,
): Promise<void> {
  const post = poster(server);
  let isOver = false;
  let longest = 0;
  const other = async () => {
    while (!isOver) {
      const started = performance.now();
      await post("/semascope/collection-query", { name: OTHER, limit: 10 });
      longest = Math.max(longest, performance.now() - started);
      await sleep(20);
    }
  };
  const others = other();
  const [started, worked] = [performance.now(), server.worked()];
  await ask().finally(() => {
    isOver = true;
  });
  const [took, cpu] = [since(started), server.worked() - worked];
  await others;
  console.log(
    `${what.padEnd(48)}${took.padStart(7)} ms, ${cpu.toFixed(1).padStart(5)} s of processor time; others waited for ${longest.toFixed(0)} ms at most`,
  );
}

/** A client asks for what takes long, and goes away. */
async function endsWhenNobodyWaits(server: ServerProcess): Promise<boolean> {
  const hangUp = new AbortController();
  const asked = poster(server)(
    "/semascope/collection-near-copies",
    { name: HARDEST },
    hangUp.signal,
  ).catch(() => {});
  await sleep(1500);
  hangUp.abort();
  await asked;
  await sleep(1000);
  const worked = server.worked();
  await sleep(2000);
  const more = server.worked() - worked;
  console.log(
    `client gone during near copies: ${more.toFixed(1)} s of work in the 2 s after the next`,
  );
  return more < 1;
}

const since = (started: number) => (performance.now() - started).toFixed(0);
