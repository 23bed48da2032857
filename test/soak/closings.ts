import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Handlers, Input, Output } from "../../core/api/client-types.ts";
import { NEVER_CANCELLED } from "../../core/cancellation.ts";
import { EmbeddedStore } from "../../core/node/collections/embedded/embedded-store.ts";
import { openService } from "../../core/node/service/open-service.ts";
import type { Service } from "../../core/node/service/running-service.ts";
import { seededRandom } from "../support/seeded-random.ts";

export interface ClosingOptions {
  readonly retinas: string;
  readonly minutes: number;
  readonly seed: number;
}

export interface ClosingCounts {
  closings: number;
  labels: number;
  imports: number;
  /** Milliseconds that the slowest closing took. */
  longest: number;
  /** Failed calls, lost labels and lost rows. */
  readonly wrong: string[];
}

const ROWS = 2000;
const NAME = "closed";
const FILTER = "soak";
const LABELLERS = 2;
/** Milliseconds between two closings, and between two labels, at most. */
const CLOSING_PAUSE = 120;
const LABEL_PAUSE = 15;

const idOf = (row: number) => `r${row}`;

/**
 * Closes the store and releases it again and again while rows are imported and labelled. No call may fail; afterwards every row is
 * there, and every label as it was last acknowledged.
 */
export async function soakClosings({
  retinas,
  minutes,
  seed,
}: ClosingOptions): Promise<ClosingCounts> {
  const home = await mkdtemp(path.join(tmpdir(), "semascope-closings-"));
  const file = path.join(home, "rows.csv");
  const lines = Array.from({ length: ROWS }, (_, row) => `${idOf(row)},the apple tree ${row}`);
  await writeFile(file, `id,text\n${lines.join("\n")}\n`);
  const data = path.join(home, "data");
  const counts: ClosingCounts = { closings: 0, labels: 0, imports: 0, longest: 0, wrong: [] };
  const acknowledged = new Map<string, boolean>();
  try {
    const service = await openService({ retinas, data, threads: 1 });
    await importRows(service, file, counts);
    const random = seededRandom(seed);
    const end = performance.now() + minutes * 60_000;
    const isDue = () => performance.now() < end && counts.wrong.length === 0;
    const label = async (labeller: number) => {
      while (isDue()) {
        await sleep(random.below(LABEL_PAUSE));
        // No two labellers have a row in common: the last acknowledged label of each is known.
        const id = idOf(LABELLERS * random.below(ROWS / LABELLERS) + labeller);
        const belongs = random.below(2) === 0;
        const input = { name: NAME, filter: FILTER, marks: [{ id, belongs }] };
        await call(service, "app.collectionLabel", input);
        acknowledged.set(id, belongs);
        counts.labels++;
      }
    };
    const close = async () => {
      while (isDue()) {
        await sleep(random.below(CLOSING_PAUSE));
        const began = performance.now();
        if (counts.closings++ % 2 === 0) await call(service, "app.cluster", { action: "forget" });
        else await service.releaseCollections();
        counts.longest = Math.max(counts.longest, performance.now() - began);
      }
    };
    const importAgain = async () => {
      while (isDue()) await importRows(service, file, counts);
    };
    const labelling = Array.from({ length: LABELLERS }, (_, labeller) => label(labeller));
    const work = [importAgain(), close(), ...labelling].map((each) =>
      each.catch((cause) => counts.wrong.push(String(cause))),
    );
    await Promise.all(work);
    await service.close();
    await check(path.join(data, "collections"), acknowledged, counts.wrong);
    return counts;
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  }
}

function call<N extends keyof Handlers>(
  { handlers }: Service,
  name: N,
  input: Partial<Input<N>>,
): Promise<Output<N>> {
  const handler = handlers[name] as (...given: unknown[]) => Promise<Output<N>>;
  return handler(input, NEVER_CANCELLED);
}

async function importRows(service: Service, file: string, counts: ClosingCounts): Promise<void> {
  const input = { name: NAME, paths: [file] };
  const { id } = await call(service, "app.jobStart", { input: { kind: "import", ...input } });
  for (;;) {
    const [now] = await call(service, "app.jobs", { id });
    if (now?.endedAt === null) await sleep(50);
    else if (now?.state === "done") break;
    else throw new Error(`The import is ${now?.state}: ${now?.error?.message}`);
  }
  counts.imports++;
}

async function check(
  folder: string,
  acknowledged: ReadonlyMap<string, boolean>,
  wrong: string[],
): Promise<void> {
  const store = await EmbeddedStore.open(folder);
  try {
    let rows = 0;
    for await (const batch of store.open(NAME).stream({}))
      for (const { id, labels } of batch) {
        rows++;
        const label = labels.find(({ filter }) => filter === FILTER)?.belongs;
        if (label !== acknowledged.get(id))
          wrong.push(`${id} has the label ${label}; ${acknowledged.get(id)} was acknowledged`);
      }
    if (rows !== ROWS) wrong.push(`${rows} of ${ROWS} rows are there`);
  } finally {
    await store.close();
  }
}
