import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { type ServerProcess, startServerProcess } from "../../support/server-process.ts";
import type { Row } from "./row.ts";

/** A service has settled when it has used less processor time than this for three seconds. */
const IDLE_SECONDS = 0.1;
const LONGEST_WAIT = 180;
const WORDS = 732;

interface Use {
  readonly what: string;
  readonly path: string;
  readonly body?: string;
}

/** What the first use of each kind of call takes on a fresh service: at once, once it has settled, and the second time. */
export async function firstUse(retinas: string): Promise<Row[]> {
  const uses = usesOf(speech());
  const atOnce = await timed({ retinas, uses, isSettled: false });
  const settled = await timed({ retinas, uses, isSettled: true });
  const rows = uses.map(({ what }, i) => ({
    what: `first ${what}, once the service has settled`,
    value: `${settled.first[i]!.toFixed(0)} ms`,
    aim: `at most 300 ms; at once ${atOnce.first[i]!.toFixed(0)} ms, again ${settled.again[i]!.toFixed(0)} ms`,
  }));
  return [
    ...rows,
    { what: "first answer of a fresh service", value: `${atOnce.start.toFixed(0)} ms`, aim: "" },
    {
      what: `memory ${settled.waited.toFixed(1)} s after the start, settled`,
      value: `${settled.before.toFixed(0)} MB`,
      aim: `${settled.after.toFixed(0)} MB after the first uses; used at once ${atOnce.after.toFixed(0)} MB`,
    },
  ];
}

/** Paragraphs of speeches, as long as the text of an article. */
function speech(): string {
  const samples = path.resolve(import.meta.dirname, "../../../../retinas/samples");
  const file = gunzipSync(readFileSync(path.join(samples, "state-of-the-union.csv.gz")));
  const words = file.toString("utf8").replaceAll('"', "").split(/\s+/);
  return words.slice(5000, 5000 + WORDS).join(" ");
}

const usesOf = (text: string): Use[] => [
  { what: "contexts", path: "/terms/contexts?term=apple" },
  { what: "keywords", path: "/text/keywords", body: text.slice(0, 600) },
  { what: "language", path: "/text/detect_language", body: "Je pense donc je suis." },
  { what: `text of ${WORDS} words`, path: "/text", body: text },
  {
    what: "filter report",
    path: "/semascope/filter-report",
    body: JSON.stringify({
      name: "finance",
      positive: [
        "The bank raised its interest rate.",
        "Markets fell after the report on debt.",
        "The budget and the taxes of the year.",
      ],
      negative: ["The whale swam in the sea.", "A song with guitars.", "The team won the match."],
    }),
  },
];

interface Asked {
  readonly retinas: string;
  readonly isSettled: boolean;
  readonly uses: readonly Use[];
}

/** Milliseconds of each use, first and second time; megabytes before and after. */
async function timed({ retinas, isSettled, uses }: Asked) {
  const server = await startServerProcess({ retinas, threads: 2 });
  const begin = performance.now();
  await call(server, { what: "", path: "/retinas" });
  const start = performance.now() - begin;
  if (isSettled) await settle(server);
  const waited = (performance.now() - begin) / 1000;
  const before = server.memory();
  // A page has its connection by then.
  await call(server, { what: "", path: "/retinas" });
  const first: number[] = [];
  const again: number[] = [];
  for (const use of uses) first.push(await call(server, use));
  const after = server.memory();
  for (const use of uses) again.push(await call(server, use));
  await server.stop();
  return { start, waited, before, after, first, again };
}

async function settle(server: ServerProcess): Promise<void> {
  for (let waited = 0; waited < LONGEST_WAIT; waited += 3) {
    const worked = server.worked();
    await pause(3000);
    if (server.worked() - worked < IDLE_SECONDS) return;
  }
}

async function call({ url, apiKey }: ServerProcess, { path: at, body }: Use): Promise<number> {
  const begin = performance.now();
  const answer = await fetch(`${url}/rest${at}`, {
    headers: { "api-key": apiKey, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${at}: ${answer.status} ${text}`);
  return performance.now() - begin;
}
