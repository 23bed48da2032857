import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../core/errors.ts";
import { parseJson } from "../../../core/expression/parse-json.ts";
import { printContract, printJson } from "../../../core/expression/print-json.ts";
import { sameExpression } from "../../../core/expression/walk.ts";

function failureOf(value: unknown, dialect?: "application"): ApiError {
  try {
    parseJson(value, dialect);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`Accepted ${JSON.stringify(value)}`);
}

const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ and: [inner] }), { term: "x" });
const wide = (operands: number) => ({
  or: Array.from({ length: operands }, () => ({ term: "x" })),
});

describe("parseJson", () => {
  test("reads every kind of node and puts positions in order", () => {
    const value = {
      sub: [{ term: "car" }, { xor: [{ text: "a b" }, { positions: [9, 0, 9, 4] }] }],
    };
    expect(parseJson(value)).toEqual({
      kind: "sub",
      operands: [
        { kind: "term", term: "car" },
        {
          kind: "xor",
          operands: [
            { kind: "text", text: "a b" },
            { kind: "positions", positions: Uint16Array.of(0, 4, 9) },
          ],
        },
      ],
    });
  });

  test("ignores companions such as those of a term that was handed back", () => {
    const term = {
      term: "car",
      df: 0.1,
      score: 0,
      pos_types: ["NOUN"],
      fingerprint: { positions: [1] },
    };
    expect(parseJson({ and: [term] })).toEqual({
      kind: "and",
      operands: [{ kind: "term", term: "car" }],
    });
    expect(parseJson({ text: "Jaguar", fingerprint: {} })).toEqual({
      kind: "text",
      text: "Jaguar",
    });
    expect(parseJson({ term: "car", sparsity: "much", saved: 3 })).toEqual({
      kind: "term",
      term: "car",
    });
  });

  test("reads the application's members in the application's dialect only", () => {
    const value = {
      or: [{ saved: "a" }, { region: "b" }, { filter: "c" }],
      sparsity: 0.5,
    };
    expect(parseJson(value, "application")).toEqual({
      kind: "or",
      operands: [
        { kind: "saved", name: "a" },
        { kind: "region", name: "b" },
        { kind: "filter", name: "c" },
      ],
      sparsity: 0.5,
    });
    expect(failureOf(value).details.path).toBe("or[0]");
  });

  test.each([
    [{}, "bad-expression", ""],
    [{ invalid_key: 1 }, "bad-expression", ""],
    [null, "bad-expression", ""],
    ["apple", "bad-expression", ""],
    [[{ term: "x" }], "bad-expression", ""],
    [{ positions: [] }, "bad-expression", ""],
    [{ positions: 3 }, "bad-expression", ""],
    [{ term: "" }, "bad-expression", ""],
    [{ term: 3 }, "bad-expression", ""],
    [{ text: " \n" }, "bad-expression", ""],
    [{ text: null }, "bad-expression", ""],
    [{ and: [] }, "bad-expression", ""],
    [{ and: { term: "x" } }, "bad-expression", ""],
    [{ term: "x", sub: [{ term: "y" }] }, "bad-expression", ""],
    [{ and: [{ term: "x" }, { sub: [{}] }] }, "bad-expression", "and[1].sub[0]"],
    [{ and: [{ term: "x" }, null] }, "bad-expression", "and[1]"],
    [{ xor: [{ positions: [1, 16384] }] }, "bad-position", "xor[0].positions[1]"],
    [{ positions: [-1] }, "bad-position", "positions[0]"],
    [{ positions: [1.5] }, "bad-position", "positions[0]"],
    [{ positions: ["5"] }, "bad-position", "positions[0]"],
    [{ positions: [true] }, "bad-position", "positions[0]"],
    [{ positions: [null] }, "bad-position", "positions[0]"],
  ])("refuses %j as %s at “%s”", (value, code, path) => {
    expect(failureOf(value)).toMatchObject({ code, details: { path } });
  });

  test("refuses odd members of the application's dialect", () => {
    for (const value of [
      { saved: "" },
      { term: "x", sparsity: 0 },
      { term: "x", sparsity: "0.1" },
      { term: "x", sparsity: null },
    ])
      expect(failureOf(value, "application").code).toBe("bad-expression");
  });

  test("takes 32 levels and 512 operands, not more", () => {
    expect(parseJson(nested(32)).kind).toBe("and");
    expect(failureOf(nested(33)).details.limit).toBe(32);
    expect(failureOf(nested(20_000)).details.limit).toBe(32);
    expect(parseJson(wide(512)).kind).toBe("or");
    expect(failureOf(wide(513)).details.limit).toBe(512);
    expect(failureOf({ and: [wide(300), wide(300)] }).details.limit).toBe(512);
  });

  test("is not fooled by keys of the prototype", () => {
    expect(failureOf(JSON.parse('{"__proto__": {"term": "x"}}')).code).toBe("bad-expression");
    expect(failureOf(Object.create({ term: "x" })).code).toBe("bad-expression");
    expect(failureOf({ constructor: [], toString: 1 }).code).toBe("bad-expression");
  });

  test("any JSON value gives a tree or one of our errors", () => {
    const keys = fc.constantFrom("and", "term", "positions", "sub", "saved", "x", "sparsity");
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue(),
        fc.array(tie("any"), { maxLength: 3 }),
        fc.dictionary(keys, tie("any"), { maxKeys: 2 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, (json) => {
        try {
          parseJson(json, "application");
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test("a term or text says its language, and keeps it when it is written", () => {
  const json = {
    or: [
      { term: "hund", language: "de" },
      { text: "el perro", language: "auto" },
    ],
  };
  const root = parseJson(json);
  expect(printJson(root)).toEqual(json);
  expect(printContract(root).expression).toEqual(json);
  expect(sameExpression(root, parseJson({ or: [{ term: "hund" }, json.or[1]] }))).toBe(false);
  expect(() => parseJson({ term: "hund", language: 7 })).toThrow("not a value of type number");
});
