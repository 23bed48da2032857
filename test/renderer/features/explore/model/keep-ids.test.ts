import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Expression } from "../../../../../core/expression/ast.ts";
import {
  type Draft,
  draftOf,
  draftWith,
  find,
  idsOf,
  places,
} from "../../../../../core/expression/draft.ts";
import { printLine } from "../../../../../core/expression/print-line.ts";
import { sameExpression } from "../../../../../core/expression/walk.ts";
import { remove, wrap } from "../../../../../renderer/features/explore/model/edit.ts";
import {
  commonSubsequence,
  keepIds,
} from "../../../../../renderer/features/explore/model/keep-ids.ts";
import { isRefused } from "../../../../../renderer/features/explore/model/working-tree.ts";
import { anyDraft, anyTree } from "../../../../core/expression/arbitrary-expression.ts";
import { readDraft, withoutIds } from "../../../../core/expression/read-draft.ts";

const tree = (line: string): Expression => withoutIds(readDraft(line));

/** "sub1(or2(a3, b4), c5)": each node with the number of its id. */
const show = (node: Draft): string => {
  const number = node.id.slice(1);
  if (!("operands" in node)) return `${printLine(node)}${number}`;
  return `${node.kind}${number}(${node.operands.map(show).join(", ")})`;
};

describe("a draft", () => {
  test("numbers its nodes in reading order", () => {
    expect(show(readDraft("(a + b) - c"))).toBe("sub1(or2(a3, b4), c5)");
  });

  test("takes the ids it is given, and numbers on where there is none or one twice", () => {
    expect(show(draftWith(tree("(a + b) - c"), ["n7", "n1", "n9", "n9"]))).toBe(
      "sub7(or1(a9, b10), c11)",
    );
  });

  test("is the same expression, and is got back from it and its ids", () => {
    fc.assert(
      fc.property(anyDraft, anyTree, (draft, expression) => {
        expect(sameExpression(draftOf(expression), expression)).toBe(true);
        expect(draftWith(withoutIds(draft), idsOf(draft))).toEqual(draft);
        for (const { node, path } of places(draft))
          expect(find(draft, node.id)).toEqual({ node, path });
      }),
    );
  });
});

describe("ids of a line that is written again", () => {
  const before = readDraft("(a + b) - (c & d) - e");

  test.each([
    ["as it was", "(a + b) - (c & d) - e", "sub1(or2(a3, b4), and5(c6, d7), e8)"],
    ["a leaf more", "(a + b) - (c & x & d) - e", "sub1(or2(a3, b4), and5(c6, x9, d7), e8)"],
    ["a leaf in front", "x - (a + b) - (c & d) - e", "sub1(x9, or2(a3, b4), and5(c6, d7), e8)"],
    ["a leaf less", "b - (c & d) - e", "sub1(b4, and5(c6, d7), e8)"],
    ["another word", "(a + b) - (c & x) - e", "sub1(or2(a3, b4), and5(c6, x7), e8)"],
    ["a leaf thinned", "(a + b~2%) - (c & d) - e", "sub1(or2(a3, b~2%4), and5(c6, d7), e8)"],
    ["parts that changed places", "(c & d) - (a + b) - e", "sub1(and5(c6, d7), or2(a3, b4), e8)"],
    ["the whole in brackets", "x & ((a + b) - e)", "and9(x10, sub1(or2(a3, b4), e8))"],
    ["a part alone", "c & d", "and5(c6, d7)"],
    [
      "words in brackets",
      "(a + b) - (c & (d + x)) - e",
      "sub1(or2(a3, b4), and5(c6, or9(d7, x10)), e8)",
    ],
    ["another operator", "(a & b) - (c & d) - e", "sub1(and9(a3, b4), and5(c6, d7), e8)"],
    ["something else", "[1,2]", "[1,2]9"],
  ])("%s", (_name, line, expected) => {
    expect(show(keepIds(before, tree(line)))).toBe(expected);
  });

  test("two equal words each keep their own", () => {
    expect(show(keepIds(readDraft("a + b + a"), tree("b + a")))).toBe("or1(b3, a4)");
  });

  test("are unique, the tree is what was written, and what was not changed keeps all of them", () => {
    fc.assert(
      fc.property(anyDraft, anyTree, (draft, next) => {
        const kept = keepIds(draft, next);
        const ids = idsOf(kept);
        expect(new Set(ids).size).toBe(ids.length);
        expect(sameExpression(kept, next)).toBe(true);
        expect(keepIds(draft, withoutIds(draft))).toEqual(draft);
        for (const { node } of places(kept)) {
          const old = find(draft, node.id)?.node;
          if (old) expect(old.kind).toBe(node.kind);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("are those of the edit in the tree that comes to the same", () => {
    const distinct = anyTree.map((expression) => {
      let count = 0;
      const rename = (node: Expression): Expression =>
        "operands" in node
          ? { ...node, operands: node.operands.map(rename) }
          : { kind: "term", term: `leaf ${count++}` };
      return draftOf(rename(expression));
    });
    fc.assert(
      fc.property(distinct, fc.nat(), (draft, one) => {
        const leaves = [...places(draft)].filter(({ node }) => node.kind === "term");
        const { node } = leaves[one % leaves.length] ?? { node: draft };
        for (const result of [remove(draft, node.id), wrap(draft, draft.id, "or")]) {
          if (isRefused(result) || result.expression === undefined) continue;
          const kept = keepIds(draft, withoutIds(result.expression));
          for (const place of places(result.expression))
            if (place.node.kind === "term")
              expect(find(kept, place.node.id)?.path).toEqual(place.path);
        }
      }),
    );
  });
});

describe("the longest common subsequence", () => {
  /** Every choice of places of `a`, tried in `b`. */
  const slowly = (a: readonly string[], b: readonly string[]): number => {
    if (a.length === 0) return 0;
    const [first, ...rest] = a;
    const at = b.indexOf(first!);
    return Math.max(slowly(rest, b), at < 0 ? 0 : 1 + slowly(rest, b.slice(at + 1)));
  };
  const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 });

  test("is common, in order and as long as the slow way finds", () => {
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const pairs = commonSubsequence(a, b);
        expect(pairs).toHaveLength(slowly(a, b));
        for (const [index, [i, j]] of pairs.entries()) {
          expect(a[i]).toBe(b[j]);
          const [lastI, lastJ] = pairs[index - 1] ?? [-1, -1];
          expect(i > lastI && j > lastJ).toBe(true);
        }
      }),
    );
  });
});
