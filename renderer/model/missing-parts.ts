import type { Output } from "../../core/api/client-types.ts";
import type { Expression } from "../../core/expression/ast.ts";
import { leaves, pathKey } from "../../core/expression/walk.ts";
import type { Prepared } from "./prepare-expression.ts";

/** Why the part at a `pathKey` of the subject has no positions. */
export type Missing = { readonly key: string } & (
  | {
      readonly kind: "unknown";
      readonly term: string;
      readonly suggestions: readonly string[];
      readonly parts: readonly string[];
    }
  | {
      readonly kind: "no-words";
      /** Words of the text. */
      readonly count: number;
      readonly words: readonly string[];
    }
  | { readonly kind: "reference"; readonly message: string }
);

interface Answer {
  readonly data: Output<"app.evaluate"> | undefined;
  /** It answers the expression before; its unknown words are still unknown. */
  readonly isLate: boolean;
}

export function missingOf(tree: Expression, prepared: Prepared, answer: Answer): Missing[] {
  const { data, isLate } = answer;
  const unknown = new Map(data?.unknown.map((each) => [each.term, each]));
  const texts = isLate ? [] : (data?.texts ?? []);
  const wordless = new Map(texts.filter(({ used }) => used === 0).map((each) => [each.path, each]));
  return leaves(tree).flatMap(({ node, path }): Missing[] => {
    const key = pathKey(path);
    const message = prepared.unresolved.get(key);
    if (message !== undefined) return [{ kind: "reference", key, message }];
    const term = node.kind === "term" ? unknown.get(node.term) : undefined;
    if (term) {
      const { suggestions, parts } = term;
      return [{ kind: "unknown", key, term: term.term, suggestions, parts }];
    }
    const text = wordless.get(prepared.places.get(key) ?? "nowhere");
    return text ? [{ kind: "no-words", key, count: text.words, words: text.unknownWords }] : [];
  });
}
