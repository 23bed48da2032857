import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { printJson } from "../../../core/expression/print-json.ts";
import { printLine } from "../../../core/expression/print-line.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { anyTree } from "./arbitrary-expression.ts";

const phrases = new Set(["new york", "white house"]);
const isPhrase = (words: string) => phrases.has(words);
const read = (line: string) => parseLine(line, { isPhrase });

function meaning(line: string): string {
  const { expression, problem } = read(line);
  expect(problem).toBeUndefined();
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
    ["AT&T", "AT&T"],
    ["R&B + jazz", "R&B + jazz"],
    ["(S&P500 - C++) + g++", "(S&P500 - C++) + g++"],
    ["apple&pear", "apple & pear"],
    ["a1&b2", "a1 & b2"],
    ["AT & T", "AT & T"],
    ["self-service -kiosk", "self-service - kiosk"],
    ["(a)-(b)", "a - b"],
    ["a-(b)", "a - b"],
    ["a – b", "a - b"],
    ["new york & white   house", '"new york" & "white house"'],
    ['"and" & "OR"', '"and" & "OR"'],
    ["“smart quotes”", 'text:"smart quotes"'],
    ["„new york“ – city", '"new york" - city'],
    ['(bank and river) - (money or "a sentence")', '(bank & river) - (money + text:"a sentence")'],
    ['"zzqx" - "But Not" - "c++"', 'zzqx - text:"But Not" - c++'],
    ['de:"neue welt" - "new york"', 'de:"neue welt" - "new york"'],
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
    ["apple +", "+", 7, "missing after"],
    ["- apple", "-", 1, "missing before"],
    ["but not (apple)", "but not", 1, "missing before"],
    ["a + & b", "+", 3, "missing after"],
    ["(+ b)", "+", 2, "missing before"],
    ["(a + b", "(", 1, "not closed"],
    ["(", "(", 1, "not closed"],
    ["a + b)", ")", 6, "closes nothing"],
    ["a + () + b", "()", 5, "nothing between these brackets"],
    ['"a + b', '"a + b', 1, "Write the closing quote"],
    ["text:'''a", "'''a", 6, "Write the closing quote"],
    ["apple pie", "apple pie", 1, "is not one term. Put an operator"],
    ["big new york", "big new york", 1, "is not one term"],
    ['"a" "b"', '"b"', 5, "An operator is missing"],
    ["a, b", ",", 2, "A comma separates"],
    ["or(a, )", ",", 5, "missing after"],
    ["app*", "app*", 1, "wildcard"],
    ["de:app*", "de:app*", 1, "wildcard"],
    ["a and not b", "and not", 3, "write “but not” or “-”"],
    ["a ~0", "~0", 3, "above 0 and at most 100%"],
    ["~2%", "~2%", 1, "missing before"],
    ["a~2%~3%", "~3%", 5, "Remove one"],
    ["(a~2%)~3%", "~3%", 7, "Remove one"],
    ["[5-3]", "5-3", 2, "Write 3-5"],
    ["[1, 16384]", "16384", 5, "is no cell"],
    ["[1, 2x]", "2x", 5, "is no cell"],
    ["[1, 2", "[1, 2", 1, "Write “]”"],
    ["[]", "[]", 1, "is empty"],
    ['""', '""', 1, "nothing between these quotes"],
    ["@", "@", 1, "the shelf"],
    ["a ]", "]", 3, "closes nothing"],
    ["text: apple pie", "text:", 1, "Write the text in quotes"],
    ["👍 + 👍 +", "+", 7, "missing after"],
  ])("%s: marks “%s” in column %i and explains it", (line, marked, column, message) => {
    const { expression, problem } = read(line);
    expect(expression).toBeUndefined();
    expect(problem && line.slice(problem.span.start, problem.span.end)).toBe(marked);
    expect(problem?.column).toBe(column);
    expect(problem?.message).toContain(message);
  });

  test("a word in quotes is always a term", () => {
    expect(read('"c++" - "and"').expression).toMatchObject({
      operands: [
        { kind: "term", term: "c++" },
        { kind: "term", term: "and" },
      ],
    });
  });

  test("broken JSON and JSON that is no expression are told apart", () => {
    expect(read('{"and": [').problem?.message).toMatch(/not valid JSON/);
    expect(read('{"and": [{}]}').problem?.message).toMatch(/and\[0\]/);
  });

  test("limits hold for lines too", () => {
    const sum = (count: number) => Array.from({ length: count }, (_, i) => `t${i}`).join(" + ");
    expect(read(sum(512)).problem).toBeUndefined();
    expect(read(sum(513)).problem).toBeDefined();
    expect(read(sum(5000)).problem).toBeDefined();
    const brackets = (depth: number) => `${"(".repeat(depth)}a${")".repeat(depth)}`;
    expect(read(brackets(64)).problem).toBeUndefined();
    expect(read(brackets(65)).problem).toBeDefined();
    const deep = (depth: number) => `${"and(".repeat(depth)}a${")".repeat(depth)}`;
    expect(read(deep(32)).problem).toBeUndefined();
    expect(read(deep(33)).problem).toBeDefined();
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
    const { expression, problem, spans } = read(line);
    if (problem !== undefined) {
      const { span, message, column } = problem;
      expect(span.start).toBeGreaterThanOrEqual(0);
      expect(span.end).toBeGreaterThan(span.start);
      expect(span.end).toBeLessThanOrEqual(line.length);
      expect(column).toBeGreaterThan(0);
      expect(message).toMatch(/^.+[.%\]]$/s);
      expect(expression).toBeUndefined();
    }
    for (const { start, end } of spans.values())
      expect(start < end && end <= line.length).toBe(true);
    if (expression !== undefined)
      expect(parseLine(printLine(expression)).expression).toEqual(expression);
    const isBlank = line.replaceAll("\u200b", "").trim() === "";
    if (!isBlank && expression === undefined) expect(problem).toBeDefined();
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
