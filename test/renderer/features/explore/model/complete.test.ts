import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseLine } from "../../../../../core/expression/parse-line.ts";
import {
  completionAt,
  writeCompletion,
} from "../../../../../renderer/features/explore/model/complete.ts";
import { words } from "../../../../core/expression/arbitrary-expression.ts";

/** `|` marks the caret. */
function complete(marked: string) {
  const caret = marked.indexOf("|");
  const line = marked.replace("|", "");
  const completion = completionAt(line, caret);
  const replaced = completion && line.slice(completion.replaced.start, completion.replaced.end);
  return completion && [completion.kind, completion.typed, replaced];
}

describe("completionAt", () => {
  test.each([
    ["jag|", "term", "jag", "jag"],
    ["jag|uar + cat", "term", "jag", "jaguar"],
    ["(cat & new yo|) - x", "term", "new yo", "new yo"],
    ["cat + or|", "term", "or", "or"],
    ['cat + "new y|', "term", "new y", '"new y'],
    ['"new y| + cat', "term", "new y", '"new y'],
    ['"say \\"h|i\\"" + cat', "term", 'say "h', '"say \\"hi\\""'],
    ["@my|", "saved", "my", "@my"],
    ['@"my o|wn" - x', "saved", "my o", '@"my own"'],
    ['region:"Fin|', "region", "Fin", 'region:"Fin'],
    ["filter:|", "filter", "", "filter:"],
    ["cat - [|", "cells", "", "["],
    ['cat - ["|', "cells", "", '["'],
    ['cat - ["sense c|', "cells", "sense c", '["sense c'],
    ["cat + |", "term", "", ""],
    ["|", "term", "", ""],
  ])("%s", (marked, kind, typed, replaced) => {
    expect(complete(marked)).toEqual([kind, typed, replaced]);
  });

  test("keeps out of texts and positions", () => {
    expect(complete('text:"the ca|t"')).toBeUndefined();
    expect(complete("[1, 2|]")).toBeUndefined();
    expect(complete("cat - [4|")).toBeUndefined();
    expect(writeCompletion("cells", "sense car")).toBe('["sense car"]');
  });

  test("an accepted suggestion reads as exactly that term inside its brackets", () => {
    fc.assert(
      fc.property(words, (term) => {
        const line = `and(a, b + ${writeCompletion("term", term)})`;
        const { expression, problem } = parseLine(line);
        expect(problem).toBeUndefined();
        expect(expression).toMatchObject({
          operands: [{ term: "a" }, { operands: [{ term: "b" }, { term }] }],
        });
      }),
    );
  });
});
