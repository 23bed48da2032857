import { quantile } from "../support/statistics.ts";

export interface LoadOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly milliseconds: number;
  readonly connections: number;
}

export interface LoadResult {
  readonly kinds: readonly {
    name: string;
    count: number;
    p50: number;
    p99: number;
    worst: number;
  }[];
  /** At most twenty. */
  readonly failures: readonly string[];
}

interface Kind {
  readonly name: string;
  readonly target: string;
  readonly body?: () => string;
}

const TEXT =
  "The bank of the river was wild. A company sold computers and software to the city, and people paid with money. ";
const WORDS = [
  "apple",
  "bank",
  "jaguar",
  "music",
  "water",
  "car",
  "fruit",
  "computer",
  "city",
  "money",
];
const random = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const positions = () => Array.from({ length: 328 }, () => Math.floor(Math.random() * 16_384));
const operand = () => ({ or: [{ term: random(WORDS) }, { positions: positions() }] });

/** About what a busy client mixes. */
const KINDS: readonly Kind[] = [
  { name: "similar terms", target: `/terms/similar_terms?term=apple&get_fingerprint=true` },
  { name: "contexts", target: "/terms/contexts?term=bank" },
  { name: "compare", target: "/compare", body: () => JSON.stringify([operand(), operand()]) },
  {
    name: "expression",
    target: "/expressions",
    body: () => JSON.stringify({ sub: [operand(), operand()] }),
  },
  { name: "text", target: "/text", body: () => TEXT.repeat(1 + Math.floor(Math.random() * 20)) },
  { name: "keywords", target: "/text/keywords", body: () => TEXT.repeat(3) },
  {
    name: "bulk texts",
    target: "/text/bulk",
    body: () => JSON.stringify(Array.from({ length: 50 }, () => ({ text: TEXT }))),
  },
  {
    name: "picture",
    target: "/image?image_encoding=binary/png",
    body: () => JSON.stringify(operand()),
  },
  {
    name: "explore",
    target: "/semascope/explore",
    body: () => JSON.stringify({ expression: operand() }),
  },
  { name: "bad input", target: "/expressions", body: () => '{"term": "zzqx"}' },
];

const MOST_FAILURES = 20;
/** Times that are kept of each kind. */
const KEPT = 100_000;

/** Full load on a few connections for a while; every reply is read to its end. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const end = performance.now() + options.milliseconds;
  const failures: string[] = [];
  const times = new Map<string, { count: number; recent: number[] }>(
    KINDS.map(({ name }) => [name, { count: 0, recent: [] }]),
  );
  const connection = async () => {
    while (performance.now() < end && failures.length < MOST_FAILURES) {
      const kind = random(KINDS);
      const started = performance.now();
      const failure = await send(options, kind);
      if (failure !== undefined) failures.push(failure);
      const time = times.get(kind.name);
      if (time !== undefined) time.recent[time.count++ % KEPT] = performance.now() - started;
    }
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
  const kinds = [...times].map(([name, { count, recent }]) => ({
    name,
    count,
    p50: quantile(recent, 0.5),
    p99: quantile(recent, 0.99),
    worst: quantile(recent, 1),
  }));
  return { kinds, failures };
}

async function send(
  { url, apiKey }: LoadOptions,
  { name, target, body }: Kind,
): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/rest${target}`, {
      headers: { "api-key": apiKey },
      ...(body === undefined ? {} : { method: "POST", body: body() }),
    });
    const reply = await response.text();
    const expected = name === "bad input" ? 400 : 200;
    return response.status === expected
      ? undefined
      : `${name}: ${response.status} ${reply.slice(0, 200)}`;
  } catch (cause) {
    return `${name}: ${String(cause)}`;
  }
}
