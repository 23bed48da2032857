import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failures, makeFilters } from "../../../core/analysis/row-filters.ts";
import { inOrder, placesOf } from "../../../core/analysis/row-orders.ts";
import { wordForms } from "../../../core/text/word-forms.ts";
import { buildRetina, syntheticRetina } from "../../support/retina-builder.ts";

const WORDS =
  "bank banks banking banked re er res fiber fibre ore ogue catalog catalogue être etre .net net u.s us colour color analyse analyze running runs wolf wolves happily happy bank-note river bank".split(
    " ",
  );
const words = buildRetina(
  [...new Set(WORDS)].map((term, i) => ({
    term,
    occurrences: 1000 - i,
    posTypes: ["NOUN"] as const,
    positions: [i],
  })),
);
const all = {
  terms: Uint32Array.from({ length: words.termCount }, (_, id) => id),
  scores: new Uint16Array(words.termCount),
};

describe("hiding the forms of words", () => {
  it("hides what shares a form with them, and nothing else", () => {
    for (const hidden of WORDS) {
      const [filter] = makeFilters(words, { withoutForms: [hidden] });
      const forms = new Set([hidden, ...wordForms(hidden)]);
      for (const id of all.terms) {
        const term = words.term(id);
        const shares = forms.has(term) || wordForms(term).some((form) => forms.has(form));
        expect(`${term} ${filter?.passes(id)}`).toBe(`${term} ${!shares}`);
      }
    }
  });
});

describe("filters and orders of many rows", () => {
  const retina = syntheticRetina(500);
  const ranked = retina.ranked(retina.positions(3), { offset: 0, limit: retina.termCount });

  it("find what one row after the other finds", () => {
    const filters = makeFilters(retina, { minDf: 0.01, kind: "single", exclude: [retina.term(3)] });
    const failed = failures(ranked, filters);
    for (const mask of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const asked = filters.filter((_, bit) => (mask >> bit) & 1);
      const slow = [...ranked.terms.keys()].filter((place) =>
        asked.every((filter) => filter.passes(ranked.terms[place] ?? -1)),
      );
      expect([...placesOf(failed, mask)]).toEqual(slow);
    }
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
