import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expression } from "../../../../../core/expression/ast.ts";
import { type DraftOperation, draftOf, idsOf } from "../../../../../core/expression/draft.ts";
import { evaluate } from "../../../../../core/expression/evaluate.ts";
import { consensusOf } from "../../../../../renderer/features/explore/model/consensus.ts";
import { readDraft } from "../../../../core/expression/read-draft.ts";

const none = () => {
  throw new Error("There is nothing to look up.");
};
const NO_LOOKUPS = { retina: "none", term: none, text: none, reference: none };

const lists = fc.array(fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 12 }), {
  minLength: 3,
  maxLength: 9,
});

describe("in at least so many of these", () => {
  it("keeps the cells that so many parts have, written out where it is short and as cells where it is long", () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 2, max: 8 }), (cells, wanted) => {
        const least = Math.min(wanted, cells.length - 1);
        const operands = cells.map(
          (own): Expression => ({ kind: "positions", positions: Uint16Array.from(own).sort() }),
        );
        const operation = draftOf({ kind: "or", operands }) as DraftOperation;
        const known = {
          positionsAt: (id: string) => cells[Number(id.slice(1)) - 2],
          notes: new Map(),
        };
        const expected = Array.from({ length: 31 }, (_, cell) => cell).filter(
          (cell) => cells.filter((own) => own.includes(cell)).length >= least,
        );
        const consensus = consensusOf(operation, { operation, least }, known);
        if (expected.length === 0) {
          expect(consensus).toBeNull();
          return;
        }
        expect([...evaluate(consensus!.node, NO_LOOKUPS)]).toEqual(expected);
        const ids = idsOf(consensus!.node);
        const inside = ids.filter((id) => id !== operation.id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(idsOf(operation).filter((id) => inside.includes(id))).toEqual([]);
        if (consensus!.node.kind === "positions")
          expect(consensus!.notes.get(operation.id)?.label).toBe(
            `at least ${least} of ${cells.length}`,
          );
      }),
    );
  });

  it("says nothing of parts that were not evaluated", () => {
    const operation = readDraft("a & b & c") as DraftOperation;
    const known = { positionsAt: () => undefined, notes: new Map() };
    expect(consensusOf(operation, { operation, least: 2 }, known)).toBeNull();
  });
});
