import type { Engine, Model } from "../analysis/engine.ts";
import { lookupsOf, type Speakers, speakersOf, speaking } from "../analysis/read-expression.ts";
import type { Handler, Output } from "../api/client-types.ts";
import type { ExpressionJson } from "../api/schema/json-value.ts";
import type { Expression } from "../expression/ast.ts";
import { type Trace, trace } from "../expression/evaluate.ts";
import { parseJson } from "../expression/parse-json.ts";
import { leaves, type Placed, pathKey, pathName, walk } from "../expression/walk.ts";
import { sub } from "../fingerprint/operations.ts";
import { NO_POSITIONS, toNumbers } from "../fingerprint/positions.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import { meantTerms } from "../text/stand-in.ts";
import { knownParts } from "./app-terms.ts";

type View = Output<"app.evaluate">;

const SUGGESTIONS = 3;
/** Failures that concern a leaf alone; any other stops the call. */
const OF_A_LEAF: ReadonlySet<string> = new Set(["unknown-term", "no-known-words", "empty-text"]);

/** Tolerant evaluation for the builder: what cannot be looked up is reported, not thrown. */
export function appEvaluateHandlers(engine: Engine) {
  const handler: Handler<"app.evaluate"> = async (input) =>
    evaluateSteps(await engine.model(input.retina_name), input.expression, input.sparsity);
  return { "app.evaluate": handler };
}

export async function evaluateSteps(
  model: Model,
  expression: ExpressionJson,
  sparsity: number,
): Promise<View> {
  const root = parseJson(expression, "application");
  const speakers = await speakersOf(model, root);
  const traced = trace(root, lookupsOf(speakers));
  for (const error of traced.errors) if (!OF_A_LEAF.has(error.code)) throw error;
  const before = traced.result ?? NO_POSITIONS;
  const positions = sparsify(before, sparsity);
  const all = leaves(root);
  return {
    evaluated: traced.result !== undefined,
    positions: toNumbers(positions),
    before: before.length,
    dropped: toNumbers(sub([before, positions])),
    trace: rowsOf(root, traced),
    unknown: all.flatMap((leaf) => unknownTerm(speakers, root, leaf)),
    texts: all.flatMap((leaf) => textUse(speakers, root, leaf)),
  };
}

const rowsOf = (root: Expression, { positions }: Trace): View["trace"] =>
  [...walk(root)].flatMap(({ path }) => {
    const found = positions.get(pathKey(path));
    return found === undefined ? [] : [{ path: pathName(root, path), positions: toNumbers(found) }];
  });

function unknownTerm(
  speakers: Speakers,
  root: Expression,
  { node, path }: Placed,
): View["unknown"] {
  if (node.kind !== "term") return [];
  const { retina } = speaking(speakers, node.language);
  if (retina.idOf(node.term) !== -1) return [];
  return [
    {
      path: pathName(root, path),
      term: node.term,
      suggestions: meantTerms(retina, node.term, SUGGESTIONS),
      parts: knownParts(retina, node.term),
    },
  ];
}

function textUse(speakers: Speakers, root: Expression, { node, path }: Placed): View["texts"] {
  if (node.kind !== "text") return [];
  const { text } = speaking(speakers, node.language);
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
