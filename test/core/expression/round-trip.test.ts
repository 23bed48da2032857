import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Expression } from "../../../core/expression/ast.ts";
import { parseJson } from "../../../core/expression/parse-json.ts";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { printContract, printJson } from "../../../core/expression/print-json.ts";
import { printLine } from "../../../core/expression/print-line.ts";
import { nodeAt, sameExpression } from "../../../core/expression/walk.ts";
import { anyTree, contractTree } from "./arbitrary-expression.ts";

const apple: Expression = { kind: "term", term: "apple" };
const fruit: Expression = { kind: "text", text: 'a "sweet" fruit' };
const tree: Expression = {
  kind: "sub",
  operands: [
    { kind: "or", operands: [apple, fruit], sparsity: 0.02 },
    { kind: "positions", positions: Uint16Array.of(0, 4, 10, 11, 12) },
  ],
};

describe("tree, line and JSON", () => {
  test("say the same of one example", () => {
    expect(printLine(tree)).toBe(`(apple + text:'''a "sweet" fruit''')~2% - [0,4,10-12]`);
    expect(printJson(tree)).toEqual({
      sub: [
        { or: [{ term: "apple" }, { text: 'a "sweet" fruit' }], sparsity: 0.02 },
        { positions: [0, 4, 10, 11, 12] },
      ],
    });
  });

  test("write names in quotes that would not be read without", () => {
    const saved = (name: string) => printLine({ kind: "saved", name });
    expect(["mine", "my own", "a*", ""].map(saved)).toEqual(["@mine", '@"my own"', '@"a*"', '@""']);
  });

  test("keep the language of a term and of a text", () => {
    const hund: Expression = { kind: "term", term: "hund", language: "de" };
    const mixed: Expression = {
      kind: "and",
      operands: [
        hund,
        { kind: "term", term: "new york", language: "fr" },
        { kind: "text", text: "le chien", language: "auto" },
        { kind: "term", term: "de:hund" },
      ],
    };
    const line = `de:hund & fr:"new york" & auto:text:"le chien" & "de:hund"`;
    expect(printLine(mixed)).toBe(line);
    expect(parseLine(line).expression).toEqual(mixed);
    // Nothing is said where a space follows, and a colon inside a word is one.
    expect(parseLine("de: hund", { isPhrase: () => true }).expression).toEqual({
      kind: "term",
      term: "de: hund",
    });
    expect(parseLine("DE:hund").expression).toEqual({ kind: "term", term: "DE:hund" });
    expect(parseLine("de:hu*").problem).toBeDefined();
  });

  test("a tree printed as a line reads back as the same tree, brackets or not", () => {
    fc.assert(
      fc.property(anyTree, fc.boolean(), (generated, fullBrackets) => {
        const line = printLine(generated, { fullBrackets });
        const { expression, problem } = parseLine(line);
        expect(problem, line).toBeUndefined();
        expect(expression, line).toEqual(generated);
      }),
      { numRuns: 600 },
    );
  });

  test("a printed line is one line unless a text has line breaks of its own", () => {
    fc.assert(
      fc.property(anyTree, (generated) => {
        const line = printLine(generated).replace(/text:'''.*?'''/gs, "");
        expect(line).not.toMatch(/[\n\r\u2028\u202e]/);
      }),
    );
  });

  test("the span of each node, read alone, gives that node", () => {
    fc.assert(
      fc.property(anyTree, (generated) => {
        const line = printLine(generated, { fullBrackets: true });
        const { spans } = parseLine(line);
        for (const [key, { start, end }] of spans) {
          const node = nodeAt(generated, key === "" ? [] : key.split(".").map(Number));
          const alone = parseLine(line.slice(start, end)).expression;
          expect(node && alone && sameExpression(node, alone), line.slice(start, end)).toBe(true);
        }
      }),
    );
  });

  test("a tree printed as JSON reads back as the same tree, also through JSON text and the line", () => {
    fc.assert(
      fc.property(anyTree, (generated) => {
        const text = JSON.stringify(printJson(generated));
        expect(parseJson(JSON.parse(text), "application")).toEqual(generated);
        expect(parseLine(text).expression).toEqual(generated);
      }),
    );
  });

  test("the contract form of a plain tree is its JSON and reads back in the service's dialect", () => {
    fc.assert(
      fc.property(contractTree, (generated) => {
        const request = printContract(generated);
        expect(request).toEqual({ expression: printJson(generated) });
        expect(parseJson(request.expression)).toEqual(generated);
      }),
    );
  });

  test("a node without contract form is sent as its positions, thinning of the whole as a parameter", () => {
    const saved: Expression = { kind: "saved", name: "mine" };
    const whole: Expression = { kind: "and", operands: [apple, saved], sparsity: 0.5 };
    expect(() => printContract(whole)).toThrow("and[1]");
    expect(printContract(whole, () => Uint16Array.of(3, 7))).toEqual({
      expression: { and: [{ term: "apple" }, { positions: [3, 7] }] },
      sparsity: 0.5,
    });
    expect(() => printContract(saved, () => new Uint16Array(0))).toThrow("no form");
  });
});
