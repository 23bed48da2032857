import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Draft, idsOf } from "../../../../core/expression/draft.ts";
import { evaluate, trace } from "../../../../core/expression/evaluate.ts";
import { printLine } from "../../../../core/expression/print-line.ts";
import { and, sub } from "../../../../core/fingerprint/operations.ts";
import {
  additionToWhole,
  addParts,
} from "../../../../renderer/features/explore/model/add-parts.ts";
import { remove } from "../../../../renderer/features/explore/model/edit.ts";
import { emptiedBy } from "../../../../renderer/features/explore/model/emptied-by.ts";
import {
  influenceOf,
  strongestLeaf,
} from "../../../../renderer/features/explore/model/influence.ts";
import { restricted } from "../../../../renderer/features/explore/model/restrict-subject.ts";
import {
  type EditResult,
  isRefused,
} from "../../../../renderer/features/explore/model/working-tree.ts";
import { isPress } from "../../../../renderer/features/explore/tree/tree-keys.ts";
import { readTyped } from "../../../../renderer/state/use-reading.ts";
import { contractDraft, positions } from "../../../core/expression/arbitrary-expression.ts";
import { byId, idAt, readDraft as read } from "../../../core/expression/read-draft.ts";

const written = (result: EditResult) =>
  isRefused(result) ? result.refused : result.expression && printLine(result.expression);

const lookups = {
  retina: "test",
  term: (term: string) => Uint16Array.from([term.length, term.charCodeAt(0)]).sort(),
  text: (text: string) => Uint16Array.from([text.length % 100]),
  reference: () => new Uint16Array(0),
};

describe("adding parts", () => {
  it("joins an outermost operator of the same kind and groups with any other", () => {
    const add = (line: string | null, operator: "or" | "sub") => {
      const tree = line === null ? undefined : read(line);
      return written(addParts(tree, [read("cat")], additionToWhole(tree, operator)));
    };
    expect(add(null, "or")).toBe("cat");
    expect(add("apple", "sub")).toBe("apple - cat");
    expect(add("apple - fruit", "sub")).toBe("apple - fruit - cat");
    expect(add("apple + fruit", "sub")).toBe("apple + fruit - cat");
  });

  it("adds many as one step that says how many", () => {
    const result = addParts(
      undefined,
      [read("a1"), read("b1"), read("c1")],
      additionToWhole(undefined, "or"),
    );
    expect(written(result)).toBe("a1 + b1 + c1");
    expect(result).toMatchObject({ label: "Add 3 parts" });
  });
});

describe("senses", () => {
  it("go under the part they belong to, and join one that is taken away already", () => {
    const sense = { operator: "sub", positions: [4, 5] } as const;
    const without = (line: string, key: string) =>
      written(restricted(read(line), idAt(read(line), key), sense));
    expect(without("jaguar", "")).toBe("jaguar - [4,5]");
    expect(without("jaguar - cat", "")).toBe("jaguar - cat - [4,5]");
    expect(without("jaguar + cat", "0")).toBe("jaguar - [4,5] + cat");
    expect(without("jaguar + cat", "")).toBe("jaguar + cat - [4,5]");
  });

  it("leave exactly the cells outside, or exactly those inside", () => {
    fc.assert(
      fc.property(contractDraft, positions, (tree, cells) => {
        const before = evaluate(tree, lookups);
        const left = (operator: "and" | "sub") => {
          const result = restricted(tree, tree.id, { operator, positions: [...cells] });
          return isRefused(result) ? null : evaluate(result.expression!, lookups);
        };
        const [without, within] = [left("sub"), left("and")];
        if (without) expect(without).toEqual(sub([before, cells]));
        if (within) expect(within).toEqual(and([before, cells]));
      }),
    );
  });
});

describe("an empty result", () => {
  const emptied = (line: string, sizes: Record<string, number>) => {
    const tree = read(line);
    const lengths = byId(tree, sizes);
    const found = emptiedBy(tree, (id) => {
      const length = lengths.get(id);
      return length === undefined ? undefined : { length };
    });
    return found && { ...found, isAt: (key: string) => found.node.id === idAt(tree, key) };
  };

  it("is traced to the innermost step that took the last cells", () => {
    const sizes = { "": 0, "0": 0, "0.0": 328, "0.1": 328, "1": 328 };
    const found = emptied("(apple & vitamin) & fruit", sizes);
    expect(found?.isAt("0")).toBe(true);
    expect(found?.sentence).toBe("apple (328) and vitamin (328) have no cell in common.");
  });

  it("of a subtraction names what swallowed the base", () => {
    const found = emptied("apple - fruit", { "": 0, "0": 3, "1": 9 });
    expect(found?.sentence).toBe("All cells of apple (3) are also in fruit (9).");
    expect(emptied("apple - fruit", { "": 2, "0": 3, "1": 9 })).toBeNull();
  });
});

describe("what is typed into the one box", () => {
  const KNOWN = new Set(["jaguar", "new york", "AT&T", "bread and butter"]);
  const as = async (typed: string) => {
    const read = await readTyped(typed, async (words) => KNOWN.has(words));
    return read.kind === "term" || read.kind === "text" ? read.kind : printLine(read);
  };

  it("is a word of the language that is written before it", async () => {
    const read = (typed: string) => readTyped(typed, async (words) => KNOWN.has(words));
    expect(await read("de:hund")).toEqual({ kind: "term", term: "hund", language: "de" });
    expect(await read("re: oil prices")).toEqual({ kind: "text", text: "re: oil prices" });
  });

  it("is a term, an expression, or else a text", async () => {
    for (const term of ["jaguar", "zzqx", "new york", "AT&T", "c++", "bread and butter", "and"])
      expect(await as(term), term).toBe("term");
    for (const [typed, line] of [
      ["jaguar - car", "jaguar - car"],
      ["jaguar-car + new york", 'jaguar-car + "new york"'],
      ['{"or":[{"term":"a"},{"term":"b"}]}', "a + b"],
      ["[1, 2-4]", "[1-4]"],
      ["@mine", "@mine"],
      ["jaguar + de:hund", "jaguar + de:hund"],
      ["region:music & jaguar", 'region:"music" & jaguar'],
    ] as const)
      expect(await as(typed), typed).toBe(line);
    for (const text of [
      "The river rose over its bank.",
      "What is a jaguar?",
      "two words",
      "cats and dogs",
      "The loan (a big one) rose",
      "The fees of the bank - and the rates of all loans - rose",
      "sold at $3 + tax for everyone who asked",
      "(jaguar the car",
    ])
      expect(await as(text), text).toBe("text");
  });
});

describe("keys of the tree", () => {
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
  const evaluatedOf = (tree: Draft, muted: readonly string[] = []) => {
    const { positions: traced } = trace(tree, lookups);
    return { tree, muted, positionsAt: (id: string) => traced.get(id) };
  };

  it("is what its removal changes, as evaluating without it shows", () => {
    fc.assert(
      fc.property(contractDraft, fc.nat(), (tree, which) => {
        const ids = idsOf(tree);
        const id = ids[which % ids.length]!;
        const influence = influenceOf(id, evaluatedOf(tree));
        const removed = remove(tree, id);
        const rest = isRefused(removed) ? undefined : removed.expression;
        if (!rest) expect(influence).toBeNull();
        else expect(influence?.without).toEqual(evaluate(rest, lookups));
      }),
    );
  });

  it("counts cells that come and cells that go, and names the strongest leaf", () => {
    const tree = read("[1-10] + [5-6] - [8-9]");
    const at = (key: string) => idAt(tree, key);
    expect(influenceOf(at("1"), evaluatedOf(tree))).toMatchObject({ gained: 2, lost: 0 });
    expect(influenceOf(at("0.0"), evaluatedOf(tree))).toMatchObject({ gained: 0, lost: 6 });
    expect(influenceOf(at("0.1"), evaluatedOf(tree))).toMatchObject({ gained: 0, lost: 0 });
    expect(strongestLeaf(evaluatedOf(tree))).toBe(at("0.0"));
    expect(strongestLeaf(evaluatedOf(read("[1] + [2]")))).toBeNull();
    expect(influenceOf(at("1"), evaluatedOf(tree, [at("1")]))).toBeNull();
  });
});
