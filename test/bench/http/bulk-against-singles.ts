import { seededRandom } from "../../support/seeded-random.ts";
import type { ServerProcess } from "../../support/server-process.ts";
import { median } from "../../support/statistics.ts";
import type { Row } from "./row.ts";

const COUNT = 1000;
const ROUNDS = 3;

/** /expressions/bulk of a thousand mixed expressions beside a thousand single calls, one after the other. */
export async function bulkAgainstSingles(server: ServerProcess): Promise<Row[]> {
  const items = expressions();
  const post = async (target: string, body: unknown) => {
    const response = await fetch(`${server.url}/rest${target}`, {
      method: "POST",
      headers: { "api-key": server.apiKey },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  const singles: number[] = [];
  const bulk: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now();
    for (const item of items) await post("/expressions", item);
    const middle = performance.now();
    await post("/expressions/bulk", items);
    // The first round warms up.
    if (round === 0) continue;
    singles.push(middle - start);
    bulk.push(performance.now() - middle);
  }
  const factor = median(singles) / median(bulk);
  return [
    {
      what: `${COUNT} expressions in one call`,
      value: `${median(bulk).toFixed(0)} ms`,
      aim: `in single calls ${median(singles).toFixed(0)} ms`,
    },
    {
      what: "bulk beside single calls",
      value: `${factor.toFixed(1)} times`,
      aim: "at least 5 times faster",
    },
  ];
}

function expressions(): unknown[] {
  const random = seededRandom(2);
  const words = [
    "apple",
    "fruit",
    "computer",
    "bank",
    "river",
    "money",
    "music",
    "water",
    "city",
    "jaguar",
  ];
  const word = () => ({ term: words[random.below(words.length)] });
  return Array.from({ length: COUNT }, (_, i) => {
    if (i % 4 === 0) return word();
    if (i % 4 === 1) return { sub: [word(), word()] };
    if (i % 4 === 2)
      return { and: [word(), { or: [word(), { positions: random.distinct(50, 16_384) }] }] };
    return { text: `${words[i % words.length]} and ${words[(i * 7) % words.length]}` };
  });
}
