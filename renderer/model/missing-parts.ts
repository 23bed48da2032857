import type { Output } from "../../core/api/client-types.ts";
import { type Draft, type NodeId, places } from "../../core/expression/draft.ts";
import type { Prepared } from "./prepare-expression.ts";

/** Why a part of the subject has no positions. */
export type Missing =
  | {
      readonly kind: "unknown";
      readonly id: NodeId;
      readonly term: string;
      readonly suggestions: readonly string[];
      readonly parts: readonly string[];
    }
  | {
      readonly kind: "no-words";
      readonly id: NodeId;
      /** Words of the text. */
      readonly count: number;
      readonly words: readonly string[];
    }
  | { readonly kind: "reference"; readonly id: NodeId; readonly message: string };

interface Answer {
  readonly data: Output<"app.evaluate"> | undefined;
  /** It answers the expression before; what it says of a word still holds. */
  readonly isLate: boolean;
}

export function missingOf(tree: Draft, prepared: Prepared, { data, isLate }: Answer): Missing[] {
  const unknown = new Map(data?.unknown.map((each) => [each.term, each]));
  const texts = isLate ? [] : (data?.texts ?? []);
  const wordless = new Map(texts.filter(({ used }) => used === 0).map((each) => [each.path, each]));
  const missing: Missing[] = [];
  for (const { node } of places(tree)) {
    const { id } = node;
    const message = prepared.unresolved.get(id);
    if (message !== undefined) missing.push({ kind: "reference", id, message });
    const place = prepared.placeOf(id);
    const term = place !== undefined && node.kind === "term" ? unknown.get(node.term) : undefined;
    if (term)
      missing.push({
        kind: "unknown",
        id,
        term: term.term,
        suggestions: term.suggestions,
        parts: term.parts,
      });
    const text = place === undefined ? undefined : wordless.get(place);
    if (text) missing.push({ kind: "no-words", id, count: text.words, words: text.unknownWords });
  }
  return missing;
}
