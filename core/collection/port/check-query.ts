import {
  type CollectionQuery,
  type Field,
  LABEL_STATES,
  type Predicate,
  type Range,
} from "../../api/collection-types.ts";
import { badInput, badValue } from "../../errors.ts";

/** Predicates inside one another, tests, and predicates and list values together; more are refused. */
const DEEPEST = 32;
/** A store may have to go through all rows for each of them; values in one list cost next to nothing. */
const MOST_TESTS = 200;
const MOST_PARTS = 20_000;
const MOST_IDS = 10_000;
const LONGEST_WORDS = 10_000;
/** Characters that a query reads, in one text or several: reading them is one piece of work, for which all others wait. */
const LONGEST_LIKE = 200_000;

const MEMBERS = ["like", "least", "words", "where", "region", "labels", "ids", "sample"] as const;

/**
 * A query from anything a caller may send. The form alone: whether columns exist and fit is a matter for
 * `toSelection`, and expressions are checked where they are evaluated.
 *
 * @throws bad-input with the path of the field that is wrong, e.g. `where.and[1].from`
 */
export function checkQuery(json: unknown, path = "query"): CollectionQuery {
  const query = members(json, path, MEMBERS);
  if (query.least !== undefined) {
    checkShare(query.least, `${path}.least`);
    if (query.like === undefined)
      throw badInput(
        `${path}.least`,
        `“${path}.least” needs “like”: give what rows should be like.`,
      );
  }
  if (query.like !== undefined) checkLike(query.like, `${path}.like`);
  if (query.words !== undefined) checkText(query.words, `${path}.words`, LONGEST_WORDS);
  if (query.where !== undefined) checkPredicate(query.where, `${path}.where`);
  if (query.labels !== undefined) checkPredicate(query.labels, `${path}.labels`);
  if (query.region !== undefined) checkRegion(query.region, `${path}.region`);
  if (query.ids !== undefined) checkIds(query.ids, `${path}.ids`);
  if (query.sample !== undefined) checkSample(query.sample, `${path}.sample`);
  return query as CollectionQuery;
}

/** @throws bad-input */
export function checkPredicate(json: unknown, path: string): Predicate {
  checkNode(json, path, { depth: 0, parts: 0, tests: 0 });
  return json as Predicate;
}

/** @throws bad-input */
export function checkField(json: unknown, path: string): Field {
  const field = members(json, path, ["column", "score"]);
  const [kind, ...others] = Object.keys(field);
  if (kind === undefined || others.length > 0)
    throw badValue(
      path,
      "either a column or a score, as {“column”: name} or {“score”: name}",
      json,
    );
  checkText(field[kind], `${path}.${kind}`);
  return field as Field;
}

interface Budget {
  depth: number;
  parts: number;
  tests: number;
}

function checkNode(json: unknown, path: string, budget: Budget): void {
  if (++budget.parts > MOST_PARTS) throw tooManyParts(path);
  const node = asObject(json, path);
  if (Object.hasOwn(node, "not")) {
    checkInside(node, ["not"], path, budget);
    return;
  }
  if (Object.hasOwn(node, "and")) {
    checkAll(node, "and", path, budget);
    return;
  }
  if (Object.hasOwn(node, "or")) {
    checkAll(node, "or", path, budget);
    return;
  }
  checkLeaf(node, path, budget);
}

function checkInside(
  node: Record<string, unknown>,
  keys: readonly ["not"],
  path: string,
  budget: Budget,
): void {
  members(node, path, keys);
  goDeeper(path, budget, () => checkNode(node.not, `${path}.not`, budget));
}

function checkAll(
  node: Record<string, unknown>,
  key: "and" | "or",
  path: string,
  budget: Budget,
): void {
  members(node, path, [key]);
  const parts = asList(node[key], `${path}.${key}`);
  goDeeper(path, budget, () => {
    parts.forEach((part, i) => {
      checkNode(part, `${path}.${key}[${i}]`, budget);
    });
  });
}

const tooManyParts = (path: string) =>
  badInput(path, `The condition has more than ${MOST_PARTS} parts; ask in several steps.`);

function goDeeper(path: string, budget: Budget, check: () => void): void {
  if (++budget.depth > DEEPEST)
    throw badInput(path, `The condition has more than ${DEEPEST} levels; write it flatter.`);
  check();
  budget.depth--;
}

const LEAF_KINDS = ["column", "label", "score"] as const;

function checkLeaf(node: Record<string, unknown>, path: string, budget: Budget): void {
  const kind = LEAF_KINDS.find((key) => Object.hasOwn(node, key));
  if (kind === undefined)
    throw badValue(path, "a condition: and, or, not, column, label or score", node);
  if (++budget.tests > MOST_TESTS)
    throw badInput(
      path,
      `The condition has more than ${MOST_TESTS} tests; give several values to “in”, or ask in several steps.`,
      { limit: MOST_TESTS },
    );
  checkText(node[kind], `${path}.${kind}`);
  if (kind === "label") checkLabel(node, path);
  else if (Object.hasOwn(node, "missing")) {
    members(node, path, [kind, "missing"]);
    checkFlag(node.missing, `${path}.missing`);
  } else if (kind === "score") checkScoreRange(node, path);
  else checkColumnTest(node, path, budget);
}

function checkColumnTest(node: Record<string, unknown>, path: string, budget: Budget): void {
  const test = ["equals", "in", "contains"].find((key) => Object.hasOwn(node, key));
  if (test === undefined) {
    checkRange(node, path, "column");
    return;
  }
  members(node, path, ["column", test]);
  if (test === "equals") checkScalar(node.equals, `${path}.equals`);
  else if (test === "contains") checkText(node.contains, `${path}.contains`);
  else {
    const values = asList(node.in, `${path}.in`);
    budget.parts += values.length;
    if (budget.parts > MOST_PARTS) throw tooManyParts(path);
    for (const [i, value] of values.entries()) checkScalar(value, `${path}.in[${i}]`);
  }
}

function checkLabel(node: Record<string, unknown>, path: string): void {
  members(node, path, ["label", "is"]);
  if (!(LABEL_STATES as readonly unknown[]).includes(node.is))
    throw badValue(`${path}.is`, `one of ${LABEL_STATES.join(", ")}`, node.is);
}

function checkScoreRange(node: Record<string, unknown>, path: string): void {
  const range = checkRange(node, path, "score");
  for (const [key, limit] of Object.entries(range))
    if (typeof limit !== "number") throw badValue(`${path}.${key}`, "a number", limit);
}

const LIMITS = ["from", "to", "below"] as const;

/** The limits alone. */
function checkRange(node: Record<string, unknown>, path: string, kind: string): Range {
  members(node, path, [kind, ...LIMITS]);
  const { [kind]: _, ...range } = node;
  const given = LIMITS.filter((key) => range[key] !== undefined);
  if (given.length === 0)
    throw badInput(
      path,
      `“${path}” says nothing about “${String(node[kind])}”; give a test, e.g. equals or from.`,
    );
  for (const key of given) checkScalar(range[key], `${path}.${key}`);
  if (new Set(given.map((key) => typeof range[key])).size > 1)
    throw badInput(path, `“${path}” mixes numbers and texts; give limits of one kind.`);
  checkOrder(range as Range, path);
  return range as Range;
}

function checkOrder({ from, to, below }: Range, path: string): void {
  if (from === undefined) return;
  const isBackwards = (to !== undefined && to < from) || (below !== undefined && below <= from);
  if (isBackwards)
    throw badInput(
      path,
      `“${path}” runs backwards: it begins at ${from} and ends at ${to ?? below}.`,
    );
}

function checkRegion(json: unknown, path: string): void {
  const region = members(json, path, ["positions", "share"]);
  checkShare(region.share, `${path}.share`);
  if (!Array.isArray(region.positions) || region.positions.length === 0)
    throw badInput(`${path}.positions`, "A region needs at least one position.");
}

function checkIds(json: unknown, path: string): void {
  const ids = asList(json, path, MOST_IDS);
  ids.forEach((id, i) => {
    if (typeof id !== "string") throw badValue(`${path}[${i}]`, "the id of a row", id);
  });
}

function checkSample(json: unknown, path: string): void {
  const sample = members(json, path, ["rows", "seed"]);
  const isCount = (value: unknown, least: number) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) < 2 ** 32;
  if (!isCount(sample.rows, 1))
    throw badValue(`${path}.rows`, "a whole number from 1 on", sample.rows);
  if (!isCount(sample.seed, 0))
    throw badValue(`${path}.seed`, "a whole number from 0 to 4294967295", sample.seed);
}

function checkShare(value: unknown, path: string): void {
  if (typeof value !== "number" || !(value >= 0 && value <= 1))
    throw badValue(path, "a share from 0 to 1", value);
}

function checkFlag(value: unknown, path: string): void {
  if (typeof value !== "boolean") throw badValue(path, "true or false", value);
}

function checkScalar(value: unknown, path: string): void {
  if (typeof value !== "string" && !Number.isFinite(value))
    throw badValue(path, "a text or a number", value);
}

/** The expression itself is checked where it is evaluated. */
function checkLike(like: unknown, path: string): void {
  const rest = [like];
  let letters = 0;
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === "string") letters += next.length;
    else if (typeof next === "object" && next !== null)
      for (const part of Object.values(next)) rest.push(part);
  }
  if (letters > LONGEST_LIKE)
    throw badInput(
      path,
      `“${path}” has ${letters} characters of text; at most ${LONGEST_LIKE} are accepted.`,
      { limit: LONGEST_LIKE },
    );
}

function checkText(value: unknown, path: string, longest = Number.POSITIVE_INFINITY): void {
  if (typeof value !== "string" || value === "")
    throw badValue(path, "a text that is not empty", value);
  if (value.length > longest)
    throw badInput(
      path,
      `“${path}” has ${value.length} characters; at most ${longest} are accepted.`,
    );
}

function asList(value: unknown, path: string, most = MOST_PARTS): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    throw badValue(path, "a list with at least one entry", value);
  if (value.length > most)
    throw badInput(path, `“${path}” has ${value.length} entries; at most ${most} are accepted.`);
  return value;
}

function asObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badValue(path, "an object", value);
  return value as Record<string, unknown>;
}

/** The object, when it has no member but these: a misspelt one would silently select too much. */
function members(value: unknown, path: string, known: readonly string[]): Record<string, unknown> {
  const object = asObject(value, path);
  for (const key of Object.keys(object))
    if (!known.includes(key))
      throw badInput(
        `${path}.${key}`,
        `“${path}” has no “${key}”; there are: ${known.join(", ")}.`,
      );
  return object;
}
