import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Expression, isReference, withSparsity } from "../../../core/expression/ast.ts";
import { type Draft, idsOf, places } from "../../../core/expression/draft.ts";
import { printLine } from "../../../core/expression/print-line.ts";
import { leaves, pathName, sameExpression } from "../../../core/expression/walk.ts";
import { addOnto, remove } from "../../../renderer/features/explore/model/edit.ts";
import { isRefused } from "../../../renderer/features/explore/model/working-tree.ts";
import {
  labelOfTree,
  notesOf,
  subjectOf,
  treeOf,
} from "../../../renderer/model/expression-tree.ts";
import { isUnder, prepare } from "../../../renderer/model/prepare-expression.ts";
import { anyDraft } from "../../core/expression/arbitrary-expression.ts";
import { byId, idAt, readDraft as read } from "../../core/expression/read-draft.ts";

/** The same with a part more or less, so that its ids are no longer in reading order. */
const edited = (tree: Draft, one: number): Draft => {
  const ids = idsOf(tree);
  const id = ids[one % ids.length]!;
  const node = { kind: "term", term: "x" } as const;
  const result = one % 2 === 0 ? addOnto(tree, id, { node, operator: "xor" }) : remove(tree, id);
  return isRefused(result) ? tree : (result.expression ?? tree);
};

describe("the subject and its tree", () => {
  it("are two forms of the same, whatever the tree and its notes", () => {
    const note = fc.record({
      label: fc.string({ minLength: 1 }),
      mute: fc.constant(true),
      retina: fc.string({ minLength: 1 }),
    });
    fc.assert(
      fc.property(anyDraft, fc.nat(), note, (drawn, one, noted) => {
        const tree = edited(drawn, one);
        const notes = new Map(idsOf(tree).map((id) => [id, noted]));
        const saved = JSON.parse(JSON.stringify(subjectOf(tree, notes)));
        const back = treeOf(saved);
        expect(back !== undefined && sameExpression(back, tree)).toBe(true);
        expect(back && idsOf(back)).toEqual(idsOf(tree));
        expect(notesOf(saved)).toEqual(notes);
      }),
    );
  });

  it("keep the thinning of the whole apart, as the service takes it", () => {
    const saved = subjectOf(read("(apple + fruit)~2%"), new Map());
    expect(saved).toEqual({
      expression: { or: [{ term: "apple" }, { term: "fruit" }] },
      sparsity: 0.02,
      extra: {},
    });
  });

  it("pass over content that is no expression", () => {
    const hostile = { expression: { nor: [] }, sparsity: 1, extra: { "__proto__ 0": true } };
    expect(treeOf(hostile as never)).toBeUndefined();
    expect(
      notesOf({ expression: null, extra: { "mute 0": "yes", "size 1": 3, label: "x" } }),
    ).toEqual(new Map());
  });

  it("are called by the parts that are used", () => {
    const tree = read("(jaguar + cat) & animal");
    expect(labelOfTree(tree, byId(tree, { "0.1": { mute: true } }))).toBe("jaguar & animal");
  });

  it("are called by the names of their parts", () => {
    const called = (line: string) =>
      labelOfTree(read(line), byId(read(line), { "1": { label: "sense car" } }));
    expect(called("jaguar - [1,2]")).toBe("jaguar − sense car");
    expect(called("(jaguar + cat) & [1,2]")).toBe("(jaguar + cat) & sense car");
  });
});

describe("what goes to the engine", () => {
  const nothing = () => "nothing is called so";

  it("is the tree itself when it holds no reference and nothing is muted", () => {
    fc.assert(
      fc.property(anyDraft, (tree) => {
        if (leaves(tree).some(({ node }) => isReference(node))) return;
        const prepared = prepare(tree, new Map(), nothing);
        expect(prepared.sent).toEqual(tree);
        for (const { path, node } of places(tree))
          expect(prepared.placeOf(node.id)).toBe(pathName(tree, path));
      }),
    );
  });

  it("leaves out muted parts and says where the others went", () => {
    const tree = read("jaguar - car - (apple + fruit)");
    const { sent, placeOf } = prepare(tree, byId(tree, { "1": { mute: true } }), nothing);
    expect(printLine(sent!)).toBe("jaguar - (apple + fruit)");
    expect(["", "0", "1", "2", "2.1"].map((key) => placeOf(idAt(tree, key)))).toEqual([
      "",
      "sub[0]",
      undefined,
      "sub[1]",
      "sub[1].or[1]",
    ]);
    expect(prepare(tree, byId(tree, { "": { mute: true } }), nothing).sent).toBeUndefined();
  });

  it("holds what references stand for, and clouds only what an unknown one takes part in", () => {
    const tree = read("(@cats & apple) + (@dogs & pear)");
    const resolve = (reference: Expression) =>
      "name" in reference && reference.name === "cats" ? read("cat + lion") : "no such";
    const { sent, unresolved, placeOf } = prepare(tree, new Map(), resolve);
    expect(printLine(sent!)).toBe("(cat + lion) & apple + and(pear)");
    expect([...unresolved]).toEqual([[idAt(tree, "1.0"), "no such"]]);
    const placeAt = (key: string) => placeOf(idAt(tree, key));
    expect(placeAt("")).toBeUndefined();
    expect(placeAt("1")).toBeUndefined();
    expect(placeAt("0")).toBe("or[0]");
    expect(placeAt("1.1")).toBe("or[1].and[0]");
  });

  it("thins what a thinned reference stands for", () => {
    const thin = prepare(read("@cats~2% & apple"), new Map(), () => read("cat + lion"));
    expect(thin.sent && printLine(thin.sent)).toBe("(cat + lion)~2% & apple");
    const twice = prepare(read("@cats~2% & apple"), new Map(), () =>
      withSparsity(read("cat + lion"), 0.5),
    );
    expect(twice.sent && printLine(twice.sent)).toBe("or((cat + lion)~50%)~2% & apple");
  });

  it("knows what lies under what", () => {
    const tree = read("a + (b & c)");
    const isAtUnder = (key: string, above: string) =>
      isUnder(tree, idAt(tree, key), [idAt(tree, above)]);
    expect(isAtUnder("1.0", "1")).toBe(true);
    expect(isAtUnder("1", "1")).toBe(true);
    expect(isAtUnder("1", "1.0")).toBe(false);
    expect(isAtUnder("0", "1")).toBe(false);
    expect(isAtUnder("0", "")).toBe(true);
  });
});
