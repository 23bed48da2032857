import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLine } from "../../../../../core/expression/parse-line.ts";
import { printLine } from "../../../../../core/expression/print-line.ts";
import {
  echoOf,
  piecesOf,
  readLine,
  standsFor,
} from "../../../../../renderer/features/explore/model/line-reading.ts";
import { anyTree } from "../../../../core/expression/arbitrary-expression.ts";
import { byId, readDraft } from "../../../../core/expression/read-draft.ts";

const knows =
  (...terms: string[]) =>
  (words: string) =>
    terms.includes(words);

describe("reading a line", () => {
  it("asks about words it has not heard of, and is ready once all are known", () => {
    const asking = readLine("new york - car", (words) => (words === "car" ? true : undefined));
    expect(asking).toMatchObject({ state: "asking", asks: ["new york"] });
    expect(readLine("new york - car", knows("new york", "car")).state).toBe("ready");
  });

  it("waits for the person where a word is unknown, and shows mistakes where it cannot be read", () => {
    expect(readLine("jagaur", knows("jaguar")).state).toBe("unknown");
    expect(readLine("(jaguar", knows("jaguar")).state).toBe("problems");
    expect(readLine("new york", knows("york")).state).toBe("problems");
    expect(readLine("  ", knows()).state).toBe("empty");
  });

  it("stands for the tree it was printed from", () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        expect(
          standsFor(
            readLine(printLine(tree), () => true),
            tree,
          ),
        ).toBe(true);
      }),
    );
  });

  it("survives every beginning of a line and any text at all", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyTree.map((tree) => printLine(tree)),
          fc.string(),
        ),
        (line) => {
          for (let end = 0; end <= Math.min(line.length, 60); end++) {
            const { state, parsed } = readLine(line.slice(0, end), () => true);
            if (state === "ready") expect(parsed.problems).toEqual([]);
          }
        },
      ),
    );
  });

  it("is cut into pieces that are the line again, wrong exactly where a problem is", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (line) => {
        const { problems } = parseLine(line);
        const pieces = piecesOf(line, problems);
        expect(pieces.map(({ text }) => text).join("")).toBe(line);
        expect(pieces.some(({ isWrong }) => isWrong)).toBe(problems.length > 0 && line.length > 0);
      }),
    );
    expect(piecesOf("a (", parseLine("a + (").problems.slice(0, 0))).toHaveLength(1);
  });

  it("is echoed with full brackets and long lists of cells by what they are called", () => {
    const cells = Array.from({ length: 40 }, (_, index) => index * 2).join(",");
    const tree = readDraft(`apple + fruit & red - [${cells}] - [1,2]`);
    const base = "(apple + (fruit & red)) - ";
    expect(echoOf(tree, new Map())).toBe(`${base}“40 cells” - [1,2]`);
    const notes = byId(tree, { "1": { label: "sense sky" } });
    expect(echoOf(tree, notes)).toBe(`${base}“sense sky” - [1,2]`);
  });
});
