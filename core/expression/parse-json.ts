import { badExpression } from "../errors.ts";
import { checkPositions } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import {
  DEEPEST,
  type Expression,
  isOperator,
  MOST_OPERANDS,
  OPERATORS,
  type Operator,
  withSparsity,
} from "./ast.ts";

/**
 * `service`: the public contract, where any other member is a companion to be ignored. `application`:
 * also `saved`, `history`, `region`, `filter` and the member `sparsity`, as `printJson` writes them.
 */
type Dialect = "service" | "application";

const SERVICE_KEYS = ["term", "text", "positions", ...OPERATORS] as const;
const APPLICATION_KEYS = [...SERVICE_KEYS, "saved", "region", "filter"] as const;
type Key = (typeof APPLICATION_KEYS)[number];

interface Reading {
  readonly keys: readonly Key[];
  readonly sparsities: boolean;
  operands: number;
}

/**
 * Reads a JSON value as an expression. Positions may come unsorted and repeated; they are put in order.
 *
 * Only own members count, so a value with hostile keys such as `__proto__` is safe.
 * @throws bad-expression, bad-position with the path of the offending node
 */
export function parseJson(value: unknown, dialect: Dialect = "service"): Expression {
  const application = dialect === "application";
  const keys = application ? APPLICATION_KEYS : SERVICE_KEYS;
  return readNode(value, "", 0, { keys, sparsities: application, operands: 0 });
}

function readNode(value: unknown, path: string, depth: number, reading: Reading): Expression {
  if (!isRecord(value))
    throw badExpression(path, `An expression is an object such as {"term": "apple"}.`);
  const key = theKey(value, path, reading.keys);
  const member = value[key];
  const node = isOperator(key)
    ? { kind: key, operands: readOperands(member, { key, path, depth, reading }) }
    : inLanguage(readLeaf(key, member, path), value, path);
  if (!reading.sparsities || !Object.hasOwn(value, "sparsity")) return node;
  return withSparsity(node, readSparsity(value.sparsity, path));
}

function theKey(value: Record<string, unknown>, path: string, keys: readonly Key[]): Key {
  const found = keys.filter((key) => Object.hasOwn(value, key));
  const [key] = found;
  if (key === undefined)
    throw badExpression(path, `An expression has one of the members ${keys.join(", ")}.`);
  if (found.length > 1)
    throw badExpression(
      path,
      `An expression has one of these members, not several: ${found.join(", ")}.`,
    );
  return key;
}

interface Place {
  readonly key: Operator;
  readonly path: string;
  readonly depth: number;
  readonly reading: Reading;
}

function readOperands(value: unknown, { key, path, depth, reading }: Place): Expression[] {
  if (!Array.isArray(value) || value.length === 0)
    throw badExpression(path, `The operator “${key}” takes a list of at least one expression.`);
  if (depth === DEEPEST)
    throw badExpression(path, `Operators may be nested ${DEEPEST} deep at most.`, {
      limit: DEEPEST,
    });
  reading.operands += value.length;
  if (reading.operands > MOST_OPERANDS)
    throw badExpression(path, `An expression may have ${MOST_OPERANDS} operands at most.`, {
      limit: MOST_OPERANDS,
    });
  // Array.from, unlike map, also visits the gaps of a sparse array.
  return Array.from(value, (operand: unknown, index) =>
    readNode(operand, join(path, `${key}[${index}]`), depth + 1, reading),
  );
}

function readLeaf(key: Exclude<Key, Operator>, value: unknown, path: string): Expression {
  switch (key) {
    case "term":
      return { kind: key, term: readWords(key, value, path) };
    case "text":
      return { kind: key, text: readWords(key, value, path) };
    case "positions":
      return { kind: key, positions: readPositions(value, path) };
    default:
      return { kind: key, name: readWords(key, value, path) };
  }
}

/** With the language of a term or text, where it says one. */
function inLanguage(leaf: Expression, value: Record<string, unknown>, path: string): Expression {
  if (!(leaf.kind === "term" || leaf.kind === "text") || !Object.hasOwn(value, "language"))
    return leaf;
  const { language } = value;
  // As an empty parameter of a query, it counts as absent.
  if (language === "") return leaf;
  if (typeof language !== "string" || !LANGUAGE.test(language))
    throw badExpression(
      path,
      `The member “language” is the code of a language, such as "de", or "auto"; not ${typeof language === "string" ? `“${language.slice(0, 40)}”` : typeName(language)}.`,
    );
  return { ...leaf, language };
}

const LANGUAGE = /^(?:[a-z]{2,3}|auto)$/;

function readWords(key: Key, value: unknown, path: string): string {
  if (typeof value !== "string")
    throw badExpression(path, `The member “${key}” is a string, not ${typeName(value)}.`);
  if (value.trim() === "") throw badExpression(path, `The member “${key}” is empty.`);
  return value;
}

function readPositions(value: unknown, path: string): Positions {
  if (!(value instanceof Uint16Array || Array.isArray(value)))
    throw badExpression(
      path,
      `The member “positions” is a list of numbers, not ${typeName(value)}.`,
    );
  if (value.length === 0) throw badExpression(path, "The member “positions” is empty.");
  return checkPositions(value, join(path, "positions"));
}

function readSparsity(value: unknown, path: string): number {
  if (typeof value !== "number" || !(value > 0 && value <= 1))
    throw badExpression(path, "The member “sparsity” is a number above 0 and at most 1.");
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const typeName = (value: unknown) =>
  value === null ? "null" : Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;

const join = (path: string, step: string) => (path === "" ? step : `${path}.${step}`);
