import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlainJson } from "../../../../core/node/wire/plain-json.ts";
import { parseFirstJson } from "../../../../core/node/wire/read-arguments.ts";

const read = (text: string) => readPlainJson(Buffer.from(text));

/** Typed arrays as the lists they were read from. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, member) => (member instanceof Uint16Array ? [...member] : member)),
  );

const position = fc.oneof(fc.nat(9), fc.nat(99), fc.nat(16_383), fc.nat(65_535));
const positions = fc.record({ positions: fc.array(position, { minLength: 1, maxLength: 400 }) });
const word = fc.stringMatching(/^[ !#-[\]-~]*$/);
const expression = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    positions,
    fc.record({ term: word }),
    fc.record({ text: word, fingerprint: fc.record({}) }),
    fc.record({ and: fc.array(tie("node"), { maxLength: 3 }) }),
  ),
})).node;
const spacing = fc.constantFrom(undefined, 1, "\t");

describe("plain JSON", () => {
  it("reads what a full parser reads, however it is spaced", () => {
    fc.assert(
      fc.property(fc.array(expression), spacing, (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        for (const spelling of [text, text.replaceAll(/(?<=\d),/g, ", ").replaceAll("]", " ]")]) {
          const found = read(spelling);
          expect(found).toBeDefined();
          expect(plain(found)).toEqual(JSON.parse(spelling));
        }
      }),
    );
  });

  it("never takes a broken body for another one", () => {
    const noise = fc.oneof(fc.constantFrom(...'[]{},:"\\ 0195-.e'), fc.string({ maxLength: 2 }));
    fc.assert(
      fc.property(fc.array(expression), fc.nat(), noise, (value, at, put) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        const broken = text.slice(0, place) + put + text.slice(place + 1);
        const found = read(broken);
        if (found !== undefined) expect(plain(found)).toEqual(parseFirstJson(broken));
      }),
      { numRuns: 500 },
    );
  });

  it("reads positions as such, in the caller's order and each list for itself", () => {
    const [first, second] = read('[{"positions":[70,5,5]},{"positions":[16383, 0]}]') as {
      positions: Uint16Array;
    }[];
    expect(first?.positions).toEqual(Uint16Array.of(70, 5, 5));
    expect(second?.positions).toEqual(Uint16Array.of(16_383, 0));
  });

  it("keeps lists that were read when many more are read", () => {
    const many = JSON.stringify({ positions: Array.from({ length: 16_384 }, (_, i) => i) });
    const lists = Array.from({ length: 9 }, () => read(many) as { positions: Uint16Array });
    for (const { positions } of lists)
      expect(positions.every((value, i) => value === i)).toBe(true);
  });

  it.each([
    '{"positions":[]}',
    '{"positions":[-1]}',
    '{"positions":[1.5]}',
    '{"positions":[1e2]}',
    '{"positions":[012]}',
    '{"positions":[01234]}',
    '{"positions":[65536]}',
    '{"positions":[123456]}',
    '{"positions":[99999999999]}',
    '{"positions":[1,]}',
    '{"positions":[1 2]}',
    '{"positions":[1,"2"]}',
    '{"positions":[1,[2]]}',
    '{"positions":[1234',
    '{"positions":[12345,',
    '{"positions":1}',
    '{"__proto__":{"positions":[1]}}',
    '{"text":"a\\nb"}',
    '{"text":"så"}',
    '{"text":"a\tb"}',
    '{"text":"open',
    '{"text" "a"}',
    '{"a":"b",}',
    "[,]",
    "[1]",
    "null",
    "",
    `${"[".repeat(65)}${"]".repeat(65)}`,
  ])("leaves %j to the full parser", (text) => {
    expect(read(text)).toBeUndefined();
  });

  it("leaves lists that are longer than any fingerprint to the full parser", () => {
    const list = Array.from({ length: 65_537 }, () => 1);
    expect(read(JSON.stringify({ positions: list }))).toBeUndefined();
  });

  it("ignores what follows the first value, and reads a part of a larger block", () => {
    expect(plain(read(' {"and":[{"term":"a"}]} {"term":'))).toEqual({ and: [{ term: "a" }] });
    const block = Buffer.from('xx{"term":"apple"}xx');
    expect(readPlainJson(block.subarray(2, 18))).toEqual({ term: "apple" });
  });
});
