import type { Handler, Output } from "../api/client-types.ts";
import { ApiError } from "../errors.ts";
import { type Expression, isOperation } from "../expression/ast.ts";
import { evaluate, type Lookups } from "../expression/evaluate.ts";
import { parseJson } from "../expression/parse-json.ts";
import { leaves, type Placed, pathName } from "../expression/walk.ts";
import { combine, sub } from "../fingerprint/operations.ts";
import { NO_POSITIONS } from "../fingerprint/positions.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import type { Positions } from "../retina/types.ts";
import { knownParts } from "./app-terms.ts";
import type { Engine, Model } from "./engine.ts";
import { lookupsOf } from "./read-expression.ts";

type View = Output<"app.evaluate">;

const SUGGESTIONS = 3;

export function appEvaluateHandlers(engine: Engine) {
  const handler: Handler<"app.evaluate"> = ({ retina_name, expression, sparsity }) => {
    const model = engine.model(retina_name);
    const root = parseJson(expression, "application");
    return viewOf(model, root, sparsity);
  };
  return { "app.evaluate": handler };
}

function viewOf(model: Model, root: Expression, sparsity: number): View {
  const tracer = new Tracer(root, lookupsOf(model));
  const before = tracer.visit(root, []) ?? NO_POSITIONS;
  const positions = sparsify(before, sparsity);
  const all = leaves(root);
  return {
    positions: Array.from(positions),
    before: before.length,
    dropped: Array.from(sub([before, positions])),
    trace: tracer.trace,
    unknown: all.flatMap((leaf) => unknownTerm(model, root, leaf)),
    texts: all.flatMap((leaf) => textUse(model, root, leaf)),
  };
}

/** Evaluates every node that has positions; operands without any are left out. */
class Tracer {
  readonly trace: View["trace"] = [];
  readonly #root: Expression;
  readonly #lookups: Lookups;

  constructor(root: Expression, lookups: Lookups) {
    this.#root = root;
    this.#lookups = lookups;
  }

  visit(node: Expression, path: readonly number[]): Positions | undefined {
    const found = isOperation(node) ? this.#combine(node, path) : evaluateLeaf(node, this.#lookups);
    if (found === undefined) return undefined;
    const positions = node.sparsity === undefined ? found : sparsify(found, node.sparsity);
    this.trace.push({ path: pathName(this.#root, path), positions: Array.from(positions) });
    return positions;
  }

  #combine(node: Extract<Expression, { operands: unknown }>, path: readonly number[]) {
    const operands = node.operands.map((operand, index) => this.visit(operand, [...path, index]));
    const found = operands.filter((positions) => positions !== undefined);
    return found.length === 0 ? undefined : combine(node.kind, found);
  }
}

/** `undefined` for a leaf that the retina has nothing for; other failures are thrown. */
function evaluateLeaf(leaf: Expression, lookups: Lookups): Positions | undefined {
  try {
    const { sparsity: _, ...plain } = leaf;
    return evaluate(plain as Expression, lookups);
  } catch (cause) {
    if (cause instanceof ApiError && UNKNOWN.has(cause.code)) return undefined;
    throw cause;
  }
}
const UNKNOWN: ReadonlySet<string> = new Set(["unknown-term", "no-known-words", "empty-text"]);

function unknownTerm({ retina }: Model, root: Expression, { node, path }: Placed): View["unknown"] {
  if (node.kind !== "term" || retina.idOf(node.term) !== -1) return [];
  return [
    {
      path: pathName(root, path),
      term: node.term,
      suggestions: retina.spellings(node.term, SUGGESTIONS),
      parts: knownParts(retina, node.term),
    },
  ];
}

function textUse({ text }: Model, root: Expression, { node, path }: Placed): View["texts"] {
  if (node.kind !== "text") return [];
  const words = text.words(node.text);
  const unknown = words.filter(({ use }) => use === "unknown").map(({ word }) => word);
  return [
    {
      path: pathName(root, path),
      words: words.length,
      used: words.filter(({ use }) => use === "used").length,
      unknownWords: [...new Set(unknown)],
    },
  ];
}
