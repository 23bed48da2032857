import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expression } from "../../../../core/expression/ast.ts";
import { evaluate, trace } from "../../../../core/expression/evaluate.ts";
import { parseLine } from "../../../../core/expression/parse-line.ts";
import { printLine } from "../../../../core/expression/print-line.ts";
import { walk } from "../../../../core/expression/walk.ts";
import { and, sub } from "../../../../core/fingerprint/operations.ts";
import { addTo, isRefused, remove } from "../../../../renderer/features/explore/model/edit.ts";
import { emptiedBy } from "../../../../renderer/features/explore/model/emptied-by.ts";
import {
  influenceOf,
  strongestLeaf,
} from "../../../../renderer/features/explore/model/influence.ts";
import { isPress } from "../../../../renderer/features/explore/outline/outline-keys.ts";
import { readTyped } from "../../../../renderer/state/use-reading.ts";
import { contractTree, positions } from "../../../core/expression/arbitrary-expression.ts";

const read = (line: string): Expression => parseLine(line).expression!;

const lookups = {
  retina: "test",
  term: (term: string) => Uint16Array.from([term.length, term.charCodeAt(0)]).sort(),
  text: (text: string) => Uint16Array.from([text.length % 100]),
  reference: () => new Uint16Array(0),
};

describe("a sense", () => {
  it("taken away or kept alone leaves exactly the cells outside, or exactly those inside", () => {
    fc.assert(
      fc.property(contractTree, positions, (tree, cells) => {
        const before = evaluate(tree, lookups);
        const node = { kind: "positions", positions: cells } as const;
        const left = (operator: "and" | "sub") => {
          const result = addTo(tree, [], { node, operator });
          return isRefused(result) ? null : evaluate(result.tree!, lookups);
        };
        const [without, within] = [left("sub"), left("and")];
        if (without) expect(without).toEqual(sub([before, cells]));
        if (within) expect(within).toEqual(and([before, cells]));
      }),
    );
  });
});

describe("an empty result", () => {
  const emptied = (line: string, sizes: Record<string, number>) =>
    emptiedBy(read(line), (key) => {
      const length = sizes[key];
      return length === undefined ? undefined : { length };
    });

  it("is traced to the innermost step that took the last cells", () => {
    const sizes = { "": 0, "0": 0, "0.0": 328, "0.1": 328, "1": 328 };
    expect(emptied("(apple & vitamin) & fruit", sizes)).toMatchObject({
      path: [0],
      sentence: "apple (328) and vitamin (328) have no cell in common.",
    });
  });

  it("of a subtraction names what swallowed the base", () => {
    const found = emptied("apple - fruit", { "": 0, "0": 3, "1": 9 });
    expect(found?.sentence).toBe("All cells of apple (3) are also in fruit (9).");
    expect(emptied("apple - fruit", { "": 2, "0": 3, "1": 9 })).toBeNull();
  });
});

describe("a typed line", () => {
  const KNOWN = new Set(["jaguar", "new york", "AT&T", "bread and butter", "spring", "car"]);
  const readAs = (typed: string) =>
    readTyped(typed, {
      isTerm: async (words) => KNOWN.has(words),
      senseOf: async (name, terms) =>
        name === "sense sport" && terms.includes("spring") ? Uint16Array.of(4, 5) : undefined,
      cellsOf: (name) => (name === "my cells" ? Uint16Array.of(1) : undefined),
    });
  const as = async (typed: string) => {
    const { expression, problem } = await readAs(typed);
    if (problem) return "problem";
    return expression && printLine(expression);
  };

  it("is a term, an expression, or else a text", async () => {
    for (const term of ["jaguar", "zzqx", "new york", "AT&T", "bread and butter", "and"])
      expect((await readAs(term)).expression, term).toEqual({ kind: "term", term });
    for (const [typed, line] of [
      ["jaguar - car", "jaguar - car"],
      ["jaguar-car + new york", 'jaguar-car + "new york"'],
      ['{"or":[{"term":"a"},{"term":"b"}]}', "a + b"],
      ["[1, 2-4]", "[1-4]"],
      ["@mine", "@mine"],
      ["jaguar + de:hund", "jaguar + de:hund"],
      ["region:music & jaguar", 'region:"music" & jaguar'],
      ["cats and dogs", "cats & dogs"],
      ["", undefined],
    ] as const)
      expect(await as(typed), typed).toBe(line);
    for (const text of [
      "The river rose over its bank.",
      "What is a jaguar?",
      "two words",
      "re: oil",
    ])
      expect((await readAs(text)).expression, text).toEqual({ kind: "text", text });
  });

  it("with signs of an expression is never read as a text", async () => {
    for (const typed of [
      "The loan (a big one) rose",
      "The fees of the bank - and the rates of all loans - rose",
      "sold at $3 + tax for everyone who asked",
      "(jaguar the car",
    ])
      expect(await as(typed), typed).toBe("problem");
    // Signs that are part of a word.
    expect(await as("c++")).toBe("c++");
  });

  it("has quoted words that are no term as a text part", async () => {
    expect(await as('(bank and river) - (money or "a sentence")')).toBe(
      'bank & river - (money + text:"a sentence")',
    );
    expect(await as('"new york" - "two words"')).toBe('"new york" - text:"two words"');
    expect(await as('"two words"')).toBe('text:"two words"');
  });

  it("finds lists of cells by name, and a sense by the terms beside it", async () => {
    expect((await readAs('spring - ["sense sport"]')).expression).toMatchObject({
      operands: [{ term: "spring" }, { positions: Uint16Array.of(4, 5), name: "sense sport" }],
    });
    expect(await as('jaguar + ["my cells"]')).toBe('jaguar + ["my cells"]');
    expect(await as('jaguar - ["sense sport"]')).toBe("problem");
  });

  it("is known where all its words are", async () => {
    expect((await readAs("jaguar - car")).isKnown).toBe(true);
    expect((await readAs("jaguar - carr")).isKnown).toBe(false);
    expect((await readAs("jagu")).isKnown).toBe(false);
    expect((await readAs("jaguar - de:hund")).isKnown).toBe(true);
  });
});

describe("keys of the outline", () => {
  const press = (key: string, more = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  });

  it("answer with exactly their modifiers", () => {
    expect(isPress(press("ArrowUp", { altKey: true }), "Alt+ArrowUp")).toBe(true);
    expect(isPress(press("ArrowUp"), "Alt+ArrowUp")).toBe(false);
    expect(isPress(press("d", { ctrlKey: true }), "$mod+d")).toBe(true);
    expect(isPress(press("d", { ctrlKey: true, shiftKey: true }), "$mod+d")).toBe(false);
    expect(isPress(press("Backspace"), "Delete,Backspace")).toBe(true);
    expect(isPress(press(" "), " ")).toBe(true);
  });
});

describe("the influence of a part", () => {
  const traced = (tree: Expression) => {
    const { positions: found } = trace(tree, lookups);
    return (key: string) => found.get(key);
  };

  it("is what its removal changes, as evaluating without it shows", () => {
    fc.assert(
      fc.property(contractTree, fc.nat(), (tree, which) => {
        const paths = [...walk(tree)].map(({ path }) => path);
        const path = paths[which % paths.length]!;
        const influence = influenceOf(tree, path, traced(tree));
        const removed = remove(tree, path);
        const rest = isRefused(removed) ? undefined : removed.tree;
        if (!rest) expect(influence).toBeNull();
        else expect(influence?.without).toEqual(evaluate(rest, lookups));
      }),
    );
  });

  it("counts cells that come and cells that go, and names the strongest leaf", () => {
    const tree = read("[1-10] + [5-6] - [8-9]");
    const of = (...path: number[]) => influenceOf(tree, path, traced(tree));
    expect(of(1)).toMatchObject({ gained: 2, lost: 0 });
    expect(of(0, 0)).toMatchObject({ gained: 0, lost: 6 });
    expect(of(0, 1)).toMatchObject({ gained: 0, lost: 0 });
    expect(strongestLeaf(tree, traced(tree))).toBe("0.0");
    const even = read("[1] + [2]");
    expect(strongestLeaf(even, traced(even))).toBeNull();
  });
});
