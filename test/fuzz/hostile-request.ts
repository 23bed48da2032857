import type { Endpoint } from "../../core/api/schema/define-endpoint.ts";
import { endpoints, names } from "../../core/api/table.ts";
import type { SeededRandom } from "../support/seeded-random.ts";

/** What is sent; nothing in it has to make sense. */
export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  readonly body: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Starting a task starts a thread, so it is tried now and then only. */
const RARELY: ReadonlySet<string> = new Set(["app.jobStart"]);

/** A request that is wrong in one way or many; about one in ten is right by chance. */
export function hostileRequest(random: SeededRandom): HostileRequest {
  const name = pick(random, names);
  if (RARELY.has(name) && random.below(50) > 0) return hostileRequest(random);
  const endpoint: Endpoint = endpoints[name];
  const path = pick(random, [endpoint.path, ...(endpoint.aliases ?? [])]);
  const method =
    random.below(20) === 0 ? pick(random, ["GET", "POST", "PUT", "DELETE"]) : endpoint.method;
  const body = method === "GET" ? undefined : bodyFor(random, endpoint);
  return {
    method,
    target: `/rest${random.below(25) === 0 ? mangled(random, path) : path}${queryFor(random, endpoint)}`,
    body,
    headers: random.below(10) === 0 ? { "content-type": pick(random, TYPES) } : {},
  };
}

const TYPES = [
  "application/json",
  "text/plain; charset=latin-1",
  ";;;",
  "multipart/form-data",
  "\t",
];

function mangled(random: SeededRandom, path: string): string {
  return pick(random, [
    `/${path}`,
    `${path}/`,
    `${path}%00`,
    `${path}/../x`,
    `${path}%2e%2e`,
    path.toUpperCase(),
    `${path};a=b`,
  ]);
}

function queryFor(random: SeededRandom, { query }: Endpoint): string {
  // Otherwise right, so that the items of the body are read.
  if ("reader" in query && random.below(4) === 0) return "?reader=absent";
  const pairs = Object.keys(query)
    .filter(() => random.below(2) === 0)
    .map((field) => `${field}=${pick(random, QUERY_VALUES)}`);
  if (random.below(10) === 0)
    pairs.push(pick(random, ["__proto__=1", "=", "&&", "a[b]=c", "%", "constructor=x"]));
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

const QUERY_VALUES = [
  "",
  "0",
  "1",
  "-1",
  "5",
  "1000",
  "99999999999999999999",
  "1e999",
  "NaN",
  "Infinity",
  "0x10",
  "1.5",
  "0.01",
  "true",
  "False",
  "TRUE",
  "yes",
  "null",
  "apple",
  "app*",
  "*",
  "???",
  "app*********************e",
  "zzz",
  "new+york",
  "%20",
  "%00",
  "%ff%fe",
  "%ED%A0%80",
  "%",
  "%zz",
  "en_associative",
  "en_synonymous",
  "__proto__",
  "NOUN",
  "VERB",
  "wrong",
  "circle",
  "square",
  "64",
  "65",
  "base64/png",
  "binary%2Fpng",
  "binary/svg",
  "NN,NNP",
  "a".repeat(2000),
  "%F0%9F%98%80",
  "%E2%80%AE",
  "<script>",
  "'%20OR%201=1",
  "../../etc/passwd",
  "[]",
  "{}",
];

function bodyFor(random: SeededRandom, endpoint: Endpoint): Buffer {
  const kind = random.below(12);
  if (kind === 0) return Buffer.from(pick(random, RAW_BODIES));
  if (kind === 1)
    return Buffer.from(Array.from({ length: random.below(200) }, () => random.below(256)));
  const text =
    endpoint.body.as === "text" ? pick(random, TEXTS) : JSON.stringify(valueFor(random, endpoint));
  const broken = kind === 2 ? text.slice(0, random.below(text.length + 1)) : text;
  const tail = kind === 3 ? pick(random, [text, "}", "]", "garbage", "\u0000"]) : "";
  return Buffer.from(broken + tail, kind === 4 ? "latin1" : "utf8");
}

const RAW_BODIES = [
  "",
  " ",
  "null",
  "true",
  "0",
  '""',
  "[]",
  "{}",
  "[[]]",
  "NaN",
  "Infinity",
  "-",
  "1e999",
  "[1e999]",
  '"\\ud800"',
  '{"term":"\\udfff"}',
  '{"term":"apple","term":"zzz"}',
  '{"__proto__":{"term":"apple"}}',
  '{"constructor":1}',
  '{"positions":[NaN]}',
  '{"positions":[-0]}',
  '{"positions":[1e400]}',
  '{"positions":[0.1,2]}',
  "[".repeat(5000),
  `${"[".repeat(150)}${"]".repeat(150)}`,
  `${'{"and":['.repeat(40)}{"term":"apple"}${"]}".repeat(40)}`,
  `${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`,
  "\ufeff{}",
  '{"text":"x"} {"text":"y"}',
  "'single'",
  "// comment\n{}",
  '{"toString":{"valueOf":1}}',
  '{"length":4294967295}',
  `{"or":[${'{"term":"apple"},'.repeat(600)}{"term":"a"}]}`,
];

const TEXTS = [
  "",
  " ",
  "the apple tree",
  "zzqx",
  '"quoted text of the river"',
  '{"text":"the bank"}',
  '{"text":5}',
  '{"tex',
  "\u0000\u0001",
  "a".repeat(5000),
  "apple ".repeat(300),
  "🍎 apple 👩‍👩‍👧",
  "\u202eelppa",
  "日本語のテキスト",
  "é".repeat(400),
  ".".repeat(3000),
  "a.b.c.d.".repeat(300),
  "-".repeat(2000),
  "\r\n\t\f\v",
  "I have a dream!",
  "<b>apple</b> &amp;",
  "%s%n%d",
  "1 2 3 4.5 6e7",
];

/** A value somewhere near what the endpoint takes. */
function valueFor(random: SeededRandom, endpoint: Endpoint): unknown {
  const { body } = endpoint;
  if (body.as === "fields")
    return Object.fromEntries(
      Object.keys(body.fields)
        .filter(() => random.below(6) > 0)
        .map((field) => [field, memberFor(random, field)]),
    );
  return pick(random, [
    () => expression(random, 3),
    () => [expression(random, 2), expression(random, 2)],
    () => [[expression(random, 1), expression(random, 1)], [expression(random, 1)]],
    () => Array.from({ length: random.below(30) }, () => ({ text: pick(random, TEXTS) })),
    () => junk(random, 4),
  ])();
}

function memberFor(random: SeededRandom, field: string): unknown {
  if (random.below(4) === 0) return junk(random, 3);
  if (["expression", "left", "right"].includes(field)) return expression(random, 3);
  if (["positive", "negative", "texts"].includes(field))
    return Array.from({ length: random.below(5) }, () => pick(random, TEXTS));
  if (field === "positions") return positions(random);
  if (field === "filters")
    return pick(random, [{ kind: "phrase" }, [{ name: "f", positions: [1, 2] }], { minDf: 0 }]);
  if (field.endsWith("Examples")) return [{ text: pick(random, TEXTS) }, { text: "apple" }];
  if (field === "input")
    return { kind: pick(random, ["import", "train", "x"]), name: "", paths: [] };
  return pick(random, [pick(random, TEXTS), random.below(100), true, null, { a: 1 }]);
}

function expression(random: SeededRandom, depth: number): unknown {
  if (random.below(8) === 0) return junk(random, 2);
  if (depth === 0 || random.below(3) === 0)
    return pick(random, [
      () => ({ term: pick(random, ["apple", "bank", "zzz", "", " ", "a".repeat(300), "\ud800"]) }),
      () => ({ text: pick(random, TEXTS) }),
      () => ({ positions: positions(random) }),
    ])();
  const operands = Array.from({ length: random.below(4) }, () => expression(random, depth - 1));
  return { [pick(random, ["and", "or", "sub", "xor", "nor"])]: operands };
}

const positions = (random: SeededRandom): unknown =>
  pick(random, [
    () => Array.from({ length: random.below(400) }, () => random.below(16_384)),
    () => [],
    () => [16_384],
    () => [-1, 1.5, "2", null],
    () => Array.from({ length: 20_000 }, (_, i) => i % 16_384),
  ])();

function junk(random: SeededRandom, depth: number): unknown {
  const leaf = [null, true, 0, -1, 1e308, "", "apple", "__proto__", "\ud83d", "\u0000", [], {}];
  if (depth === 0) return pick(random, leaf);
  return pick(random, [
    () => pick(random, leaf),
    () => Array.from({ length: random.below(5) }, () => junk(random, depth - 1)),
    () => ({
      [pick(random, ["term", "and", "text", "positions", "toJSON", "length"])]: junk(
        random,
        depth - 1,
      ),
    }),
  ])();
}

const pick = <T>(random: SeededRandom, items: readonly T[]): T =>
  items[random.below(items.length)] as T;
