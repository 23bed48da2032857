import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { seededRandom } from "../../support/seeded-random.ts";
import type { ServerProcess } from "../../support/server-process.ts";
import { median } from "../../support/statistics.ts";
import { requestsPerSecond, type Target } from "./load.ts";
import type { Row } from "./row.ts";

const ROUNDS = 5;

/** POST /compare of two term-sized lists of positions, in turns with the bare framework. */
export async function compareAgainstBare(server: ServerProcess, seconds: number): Promise<Row[]> {
  const random = seededRandom(1);
  const body = JSON.stringify([
    { positions: random.distinct(328, 16_384) },
    { positions: random.distinct(328, 16_384) },
  ]);
  const headers = { "content-type": "application/json", "api-key": server.apiKey };
  const ours = { url: server.url, path: "/rest/compare", headers, body };
  const length = (
    await (await fetch(ours.url + ours.path, { method: "POST", headers, body })).text()
  ).length;
  const bare = await startBare(length);
  const plain = { url: bare.url, path: "/compare", headers, body };
  await warmUp(ours);
  await warmUp(plain);
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      ours: await requestsPerSecond(ours, seconds),
      bare: await requestsPerSecond(plain, seconds),
    });
  bare.child.kill();
  const rate = median(rounds.map((round) => round.ours));
  const bareRate = median(rounds.map((round) => round.bare));
  const share = median(rounds.map((round) => round.ours / round.bare));
  return [
    {
      what: "compare, requests a second",
      value: rate.toFixed(0),
      aim: `bare ${bareRate.toFixed(0)}`,
    },
    {
      what: "compare, share of the bare framework",
      value: `${(100 * share).toFixed(0)}%`,
      aim: "at least 60%",
    },
  ];
}

const warmUp = (target: Target) => requestsPerSecond(target, 1);

function startBare(length: number): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [
    path.join(import.meta.dirname, "bare-server.js"),
    String(length),
  ]);
  return new Promise((resolve) =>
    child.stdout.once("data", (chunk) =>
      resolve({ url: `http://127.0.0.1:${String(chunk).trim()}`, child }),
    ),
  );
}
