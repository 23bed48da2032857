import type { Output } from "../../core/api/client-types.ts";
import type { Expression } from "../../core/expression/ast.ts";
import { pathKey, walk } from "../../core/expression/walk.ts";
import type { Prepared } from "./prepare-expression.ts";

/** Why a part of the subject has no positions. */
export type Missing =
  | {
      readonly kind: "unknown";
      readonly key: string;
      readonly term: string;
      readonly suggestions: readonly string[];
      readonly parts: readonly string[];
    }
  | {
      readonly kind: "no-words";
      readonly key: string;
      /** Words of the text. */
      readonly count: number;
      readonly words: readonly string[];
    }
  | { readonly kind: "reference"; readonly key: string; readonly message: string };

interface Answer {
  readonly data: Output<"app.evaluate"> | undefined;
  /** It answers the expression before; what it says of a word still holds. */
  readonly isLate: boolean;
}

export function missingOf(
  tree: Expression,
  prepared: Prepared,
  { data, isLate }: Answer,
): Missing[] {
  const unknown = new Map(data?.unknown.map((each) => [each.term, each]));
  const texts = isLate ? [] : (data?.texts ?? []);
  const wordless = new Map(texts.filter(({ used }) => used === 0).map((each) => [each.path, each]));
  const missing: Missing[] = [];
  for (const { path, node } of walk(tree)) {
    const key = pathKey(path);
    const message = prepared.unresolved.get(key);
    if (message !== undefined) missing.push({ kind: "reference", key, message });
    const place = prepared.placeOf(key);
    const term = place !== undefined && node.kind === "term" ? unknown.get(node.term) : undefined;
    if (term)
      missing.push({
        kind: "unknown",
        key,
        term: term.term,
        suggestions: term.suggestions,
        parts: term.parts,
      });
    const text = place === undefined ? undefined : wordless.get(place);
    if (text) missing.push({ kind: "no-words", key, count: text.words, words: text.unknownWords });
  }
  return missing;
}
