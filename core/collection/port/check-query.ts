import type { CollectionQuery, Predicate, Range } from "../../api/schema/collection-types.ts";
import { badInput } from "../../errors.ts";

/** Conditions inside one another, tests, and conditions and values of lists together; more are refused. */
const DEEPEST = 32;
/** A store may have to go through all rows for each of them; values in one list cost next to nothing. */
const MOST_TESTS = 200;
const MOST_PARTS = 20_000;
/** Characters that a query reads, in one text or several: reading them is one piece of work, for which all others wait. */
const LONGEST_LIKE = 200_000;

/**
 * What the schema of a query cannot say: how much may be asked at once, and bounds that depend on each other. Whether
 * columns exist and fit is a matter for `toSelection`, and expressions are checked where they are evaluated.
 *
 * @throws bad-input with the path of the field that is wrong, e.g. `where.and[1].from`
 */
export function checkQuery(query: CollectionQuery, path = "query"): CollectionQuery {
  if (query.like !== undefined) checkLike(query.like, `${path}.like`);
  for (const part of ["where", "labels"] as const)
    if (query[part] !== undefined)
      checkNode(query[part], `${path}.${part}`, { depth: 0, parts: 0, tests: 0 });
  return query;
}

interface Budget {
  depth: number;
  parts: number;
  tests: number;
}

function checkNode(node: Predicate, path: string, budget: Budget): void {
  addParts(1, path, budget);
  if ("not" in node) checkInside([node.not], () => `${path}.not`, path, budget);
  else if ("and" in node) checkInside(node.and, (i) => `${path}.and[${i}]`, path, budget);
  else if ("or" in node) checkInside(node.or, (i) => `${path}.or[${i}]`, path, budget);
  else checkTest(node, path, budget);
}

function checkInside(
  nodes: readonly Predicate[],
  pathOf: (index: number) => string,
  path: string,
  budget: Budget,
): void {
  if (++budget.depth > DEEPEST)
    throw badInput(path, `The condition has more than ${DEEPEST} levels; write it flatter.`);
  nodes.forEach((node, i) => {
    checkNode(node, pathOf(i), budget);
  });
  budget.depth--;
}

function addParts(count: number, path: string, budget: Budget): void {
  budget.parts += count;
  if (budget.parts > MOST_PARTS)
    throw badInput(path, `The condition has more than ${MOST_PARTS} parts; ask in several steps.`);
}

function checkTest(test: Predicate, path: string, budget: Budget): void {
  if (++budget.tests > MOST_TESTS)
    throw badInput(
      path,
      `The condition has more than ${MOST_TESTS} tests; give several values to “in”, or ask in several steps.`,
      { limit: MOST_TESTS },
    );
  if ("in" in test) addParts(test.in.length, path, budget);
  else if ("from" in test || "to" in test || "below" in test) checkRange(test, path);
}

function checkRange({ from, to, below }: Range, path: string): void {
  const kinds = [from, to, below]
    .filter((limit) => limit !== undefined)
    .map((limit) => typeof limit);
  if (new Set(kinds).size > 1)
    throw badInput(path, `“${path}” mixes numbers and texts; give limits of one kind.`);
  if (from === undefined) return;
  const isBackwards = (to !== undefined && to < from) || (below !== undefined && below <= from);
  if (isBackwards)
    throw badInput(
      path,
      `“${path}” runs backwards: it begins at ${from} and ends at ${to ?? below}.`,
    );
}

/** Of an expression, the letters of all its texts. */
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
