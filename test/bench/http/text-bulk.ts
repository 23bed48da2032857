import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ServerProcess } from "../../support/server-process.ts";
import { quantile } from "../../support/statistics.ts";
import type { Row } from "./row.ts";

const ARTICLES = 10_000;
const ROUNDS = 3;

/** /text/bulk of ten thousand news articles, three times, while other requests go on. */
export async function textBulk(server: ServerProcess, data: string): Promise<Row[]> {
  const file = path.join(data, "classify", "bbc-news.jsonl");
  if (!existsSync(file)) return [{ what: "text bulk", value: "-", aim: `needs ${file}` }];
  const articles = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => ({ text: String((JSON.parse(line) as { text: string }).text) }));
  const body = JSON.stringify(
    Array.from({ length: ARTICLES }, (_, i) => articles[i % articles.length]),
  );
  const waits: number[] = [];
  const seconds: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let isDone = false;
    const started = performance.now();
    const bulk = ask(server, "/text/bulk", body).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      for (const [target, text] of OTHERS) {
        const asked = performance.now();
        await ask(server, target, text);
        waits.push(performance.now() - asked);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await bulk;
    seconds.push((performance.now() - started) / 1000);
    memory.push(server.memory());
  }
  return [
    {
      what: `${ARTICLES} news articles in one call (${(body.length / 1e6).toFixed(0)} MB)`,
      value: `${quantile(seconds, 0.5).toFixed(1)} s, ${(ARTICLES / quantile(seconds, 0.5)).toFixed(0)}/s`,
      aim: `memory after each round ${memory.map((value) => value.toFixed(0)).join(", ")} MB`,
    },
    {
      what: "other requests meanwhile, p99",
      value: `${quantile(waits, 0.99).toFixed(1)} ms`,
      aim: "at most 50 ms",
    },
  ];
}

const OTHERS = [
  ["/terms/similar_terms?term=apple", undefined],
  ["/compare", '[{"term":"apple"},{"term":"fruit"}]'],
  ["/text", "the bank of the river"],
] as const;

async function ask({ url, apiKey }: ServerProcess, target: string, body?: string): Promise<void> {
  const response = await fetch(`${url}/rest${target}`, {
    headers: { "api-key": apiKey },
    ...(body === undefined ? {} : { method: "POST", body }),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
}
