import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { printJson } from "../../../core/expression/print-json.ts";
import { printLine } from "../../../core/expression/print-line.ts";
import { applyFix } from "../../../core/expression/problems.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { anyTree } from "./arbitrary-expression.ts";

const phrases = new Set(["new york", "white house"]);
const isPhrase = (words: string) => phrases.has(words);
const read = (line: string) => parseLine(line, { isPhrase });

function meaning(line: string): string {
  const { expression, problems } = read(line);
  expect(problems).toEqual([]);
  return expression === undefined ? "" : printLine(expression, { fullBrackets: true });
}

describe("what a line means", () => {
  test.each([
    ["", ""],
    ["apple", "apple"],
    ["apple + fruit - company", "(apple + fruit) - company"],
    ["a - b - c", "a - b - c"],
    ["a - b + c", "(a - b) + c"],
    ["a + b & c", "a + (b & c)"],
    ["a ^ b ^ c & d", "(a ^ b) ^ (c & d)"],
    ["a | b + c OR d", "a + b + c + d"],
    ["a And b && c", "a & b & c"],
    ["a but not b sub c", "a - b - c"],
    ["a But\tNot b", "a - b"],
    ["all - but", "all - but"],
    ["self-service - kiosk", "self-service - kiosk"],
    ["self-service -kiosk", "self-service - kiosk"],
    ["(a)-(b)", "a - b"],
    ["a-(b)", "a - b"],
    ["a – b", "a - b"],
    ["new york & white   house", '"new york" & "white house"'],
    ['"and" & "But Not"', '"and" & "But Not"'],
    ["“smart quotes”", '"smart quotes"'],
    ["„new york“ – city", '"new york" - city'],
    ["«apple» − fruit", "apple - fruit"],
    ["‘new york’ - ‘fruit’", '"new york" - fruit'],
    ["\u200bapple — computer", "apple - computer"],
    ["(jaguar + cat)~2%", "(jaguar + cat)~2%"],
    ["jaguar ~ .02 + cat~100%", "jaguar~2% + cat"],
    ["[3, 1;2 10 - 12 7]", "[1-3,7,10-12]"],
    ['@mine + @"my own" - #12', '(@mine + @"my own") - "#12"'],
    ['region:Finance - filter:"Shoes & more"', 'region:"Finance" - filter:"Shoes & more"'],
    ["TEXT:'''it said \"no\" & left'''", "text:'''it said \"no\" & left'''"],
    ['text: "a b"', 'text:"a b"'],
    ["and(a)", "and(a)"],
    ["xor(a, b + c, or (d))", "xor(a, b + c, or(d))"],
    ["node.js + jaguar's + a[b + <b>x</b> + =1", "node.js + jaguar's + a[b + <b>x</b> + =1"],
    [' { "and": [ {"term": "x", "df": 0.1} ] } ', "and(x)"],
  ])("%s means %s", (line, expected) => {
    expect(meaning(line)).toBe(expected);
  });
});

describe("what is wrong with a line", () => {
  test.each([
    ["apple +", "+", 7, "apple "],
    ["- apple", "-", 1, " apple"],
    ["but not (apple)", "but not", 1, " (apple)"],
    ["a + & b", "&", 5, "a +  b"],
    ["(a + b", "(", 1, "(a + b)"],
    ["a + b)", ")", 6, "a + b"],
    ["a + () + b", "()", 5, "a +  + b"],
    ['"a + b', '"a + b', 1, '"a + b"'],
    ["text:'''a", "'''a", 6, "text:'''a'''"],
    ["apple pie", "apple pie", 1, "apple + pie"],
    ["big new york", "big new york", 1, 'big + "new york"'],
    ['"a" "b"', '"b"', 5, '"a" + "b"'],
    ["a, b", ",", 2, "a +  b"],
    ["or(a, )", ",", 5, "or(a )"],
    ["app*", "app*", 1, '"app*"'],
    ["a and not b", "and not", 3, "a but not b"],
    ["a ~0", "~0", 3, "a ~2%"],
    ["a~2%~3%", "~3%", 5, "a~2%"],
    ["[5-3]", "5-3", 2, "[3-5]"],
    ["[1, 16384]", "16384", 5, "[1, ]"],
    ["[1, 2", "[1, 2", 1, "[1, 2]"],
    ["[]", "[]", 1, ""],
    ["a ]", "]", 3, "a "],
    ["text: apple pie", "text:", 1, 'text:"apple pie"'],
    ["👍 + 👍 +", "+", 7, "👍 + 👍 "],
  ])("%s: marks “%s” in column %i and repairs to %s", (line, marked, column, repaired) => {
    const [problem] = read(line).problems;
    expect(problem && line.slice(problem.span.start, problem.span.end)).toBe(marked);
    expect(problem?.column).toBe(column);
    const [fix] = problem?.fixes ?? [];
    expect(fix && applyFix(line, fix)).toBe(repaired);
  });

  test("the rest of a damaged line is still understood", () => {
    const { expression } = read('(apple + & "new york" - [1,x,3]');
    expect(expression && printLine(expression)).toBe('apple + "new york" - [1,3]');
  });

  test("an operator that belongs to a term can be taken literally", () => {
    const { problems } = read("c++");
    const literal = problems[0]?.fixes.find(({ label }) => label.includes("as a term"));
    expect(literal && applyFix("c++", literal)).toBe('"c++"');
  });

  test("a pasted sentence can be read as text", () => {
    const line = "the cat sat on the mat ".repeat(20).trim();
    const [fix] = read(line).problems[0]?.fixes ?? [];
    expect(fix && read(applyFix(line, fix)).expression).toEqual({ kind: "text", text: line });
  });

  test("broken JSON and JSON that is no expression are told apart", () => {
    expect(read('{"and": [').problems[0]?.message).toMatch(/not complete/);
    expect(read('{"and": [{}]}').problems[0]?.message).toMatch(/and\[0\]/);
  });

  test("limits hold for lines too", () => {
    const sum = (count: number) => Array.from({ length: count }, (_, i) => `t${i}`).join(" + ");
    expect(read(sum(512)).problems).toEqual([]);
    expect(read(sum(513)).problems).toHaveLength(1);
    expect(read(sum(5000)).problems).toHaveLength(1);
    const brackets = (depth: number) => `${"(".repeat(depth)}a${")".repeat(depth)}`;
    expect(read(brackets(64)).problems).toEqual([]);
    expect(read(brackets(65)).problems).toHaveLength(1);
    const deep = (depth: number) => `${"and(".repeat(depth)}a${")".repeat(depth)}`;
    expect(read(deep(32)).problems).toEqual([]);
    expect(read(deep(33)).problems).toHaveLength(1);
  });
});

const SYNTAX = [
  ..."()[]\",&|+^~-@#'{}*?:;%“”„«»‘’‚\u200b\\",
  " ",
  " and ",
  " but not ",
  "text:",
  "'''",
  "or(",
  "~2%",
  "[1,",
  "word",
  "\n",
  "\u202e",
  "\u0000",
  "\ud800",
];

describe("typing anything", () => {
  const noise = fc.oneof(
    fc.array(fc.constantFrom(...SYNTAX), { maxLength: 40 }).map((parts) => parts.join("")),
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc.uint8Array({ maxLength: 80 }).map((bytes) => String.fromCharCode(...bytes)),
  );

  const check = (line: string) => {
    const { expression, problems, spans } = read(line);
    for (const { span, message, column, fixes } of problems) {
      expect(span.start).toBeGreaterThanOrEqual(0);
      expect(span.end).toBeGreaterThanOrEqual(span.start);
      expect(span.end).toBeLessThanOrEqual(line.length);
      expect(column).toBeGreaterThan(0);
      expect(message).toMatch(/^.+[.]$/s);
      for (const fix of fixes) read(applyFix(line, fix));
    }
    for (const { start, end } of spans.values())
      expect(start <= end && end <= line.length).toBe(true);
    if (problems.length === 0 && expression !== undefined)
      expect(read(printLine(expression)).expression).toEqual(expression);
    const isBlank = line.replaceAll("\u200b", "").trim() === "";
    if (!isBlank && expression === undefined) expect(problems).not.toEqual([]);
  };

  test("never throws, keeps spans inside the line, and never loses input without saying so", () => {
    fc.assert(fc.property(noise, check), { numRuns: 3000 });
  });

  test("every prefix of a valid line is handled", () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const line = printLine(tree).slice(0, 200);
        for (let end = 0; end <= line.length; end++) read(line.slice(0, end));
        const json = JSON.stringify(printJson(tree)).slice(0, 200);
        for (let end = 0; end <= json.length; end++) read(json.slice(0, end));
      }),
      { numRuns: 60 },
    );
  });

  test("accepting first fixes ends in a line without problems", () => {
    fc.assert(
      fc.property(noise, (start) => {
        let line = start;
        for (let step = 0; step < 400; step++) {
          const [fix] = read(line).problems.flatMap(({ fixes }) => fixes.slice(0, 1));
          if (fix === undefined) break;
          line = applyFix(line, fix);
        }
        const { problems } = read(line);
        expect(problems.every(({ fixes }) => fixes.length === 0)).toBe(true);
        if (!line.trimStart().startsWith("{")) expect(problems).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });

  test("lines of 100 kB are read without trouble", () => {
    for (const piece of [
      ...SYNTAX,
      "a+",
      "a-b ",
      "(",
      "a)",
      '"x" ',
      "a b ",
      "text:",
      "[1-",
      "[",
      "@",
      "~",
      "and(",
      "a,",
    ])
      read(piece.repeat(Math.ceil(100_000 / piece.length)));
  });
});
