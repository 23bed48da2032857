import type { JsonValue } from "../../core/api/schema/json-value.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface Mutation {
  readonly value: JsonValue;
  /** What was changed: "compare.left.source = {}". */
  readonly what: string;
}

type Path = readonly (string | number)[];

/** What takes the place of a member; null for leaving it out. */
const REPLACEMENTS: readonly JsonValue[] = [
  {},
  [],
  null,
  "",
  "x",
  "constructor",
  0,
  -1,
  0.5,
  1e21,
  true,
  [null],
  [{}],
  { term: {} },
  { term: "" },
  { and: [] },
  { positions: [5, 3, 3, 99_999] },
  { length: 3 },
  { kind: "like" },
  "ü".repeat(3000),
];

/** One change at a random place of a JSON value: a part is replaced, left out, or stands in the place of another. */
export function mutated(value: JsonValue, random: SeededRandom): Mutation {
  const paths = [...placesIn(value)];
  const path = pick(paths, random);
  const name = path.join(".");
  const dice = random.below(10);
  if (dice === 0) return { value: changedAt(value, path, undefined), what: `${name} left out` };
  if (dice === 1) {
    const from = pick(paths, random);
    const other = partAt(value, from);
    return { value: changedAt(value, path, other), what: `${name} = what ${from.join(".")} is` };
  }
  const put = pick(REPLACEMENTS, random);
  return {
    value: changedAt(value, path, put),
    what: `${name} = ${JSON.stringify(put).slice(0, 40)}`,
  };
}

const pick = <T>(items: readonly T[], random: SeededRandom): T =>
  items[random.below(items.length)] as T;

/** Every place but the root. Of a long list the first items only, or numbers would be nearly all there is. */
function* placesIn(value: JsonValue, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value).slice(0, 40))
    yield* placesIn(part, [...path, Array.isArray(value) ? Number(key) : key]);
}

function partAt(value: JsonValue, path: Path): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  return partAt((value as Readonly<Record<string, JsonValue>>)[key] ?? null, rest);
}

function changedAt(value: JsonValue, [key, ...rest]: Path, put: JsonValue | undefined): JsonValue {
  if (key === undefined || typeof value !== "object" || value === null) return put ?? null;
  if (Array.isArray(value)) {
    if (rest.length === 0 && put === undefined) return value.toSpliced(Number(key), 1);
    return value.with(Number(key), changedAt(value[Number(key)], rest, put));
  }
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>);
  return Object.fromEntries(
    members.flatMap(([name, part]) => {
      if (name !== key) return [[name, part]];
      if (rest.length === 0 && put === undefined) return [];
      return [[name, changedAt(part, rest, put)]];
    }),
  );
}
