import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inOrder, passing } from "../../../core/analysis/result-rows.ts";
import { syntheticRetina } from "../../support/retina-builder.ts";

describe("conditions and orders of many rows", () => {
  const retina = syntheticRetina(500);
  const ranked = retina.ranked(retina.positions(3), { offset: 0, limit: retina.termCount });

  it("let pass what one row after the other lets pass", () => {
    fc.assert(
      fc.property(fc.constantFrom(undefined, "NOUN", "VERB"), fc.nat(400), (pos_type, least) => {
        const slow = [...ranked.terms.keys()].filter((place) => {
          const isKind =
            pos_type === undefined || retina.posTypes(ranked.terms[place]!).includes(pos_type);
          return isKind && ranked.scores[place]! >= least;
        });
        expect([...passing(retina, ranked, { pos_type, least })]).toEqual(slow);
      }),
    );
  });

  it("keep falling scores among equals", () => {
    const places = Uint32Array.from(ranked.terms.keys());
    fc.assert(
      fc.property(
        fc.constantFrom("score", "term", "df", "shareOfTerm"),
        fc.boolean(),
        (order, ascending) => {
          const sorted = inOrder(retina, ranked, { places, order, ascending });
          const keyOf = (place: number): number | string => {
            const term = ranked.terms[place] ?? -1;
            if (order === "term") return retina.term(term);
            if (order === "df") return retina.documentFrequency(term);
            const score = ranked.scores[place] ?? 0;
            return order === "score" ? score : score / retina.size(term);
          };
          const slow = [...places].sort((a, b) => {
            const [x, y] = [keyOf(a), keyOf(b)];
            if (x !== y) return x < y === ascending ? -1 : 1;
            return order === "score" && ascending ? b - a : a - b;
          });
          expect([...sorted]).toEqual(slow);
        },
      ),
    );
  });
});
