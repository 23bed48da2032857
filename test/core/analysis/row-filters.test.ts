import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failures, inOrder, makeFilters, placesOf } from "../../../core/analysis/result-rows.ts";
import { wordForms } from "../../../core/text/word-forms.ts";
import { buildRetina, syntheticRetina } from "../../support/retina-builder.ts";
import { tinySibling } from "../../support/tiny-sibling.ts";

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

it("knows endings of English words only", async () => {
  const german = await tinySibling("de", { plan: 1e-4, plans: 1e-5, planes: 1e-5 });
  const [filter] = makeFilters(german, { withoutForms: ["Plan"] });
  const passes = (term: string) => filter?.passes(german.idOf(term));
  expect(["plan", "plans", "planes"].map(passes)).toEqual([false, true, true]);
});

describe("what a filter lets pass", () => {
  const passing = (input: Parameters<typeof makeFilters>[1]) =>
    Array.from(all.terms, (id) => words.term(id)).filter((_, id) =>
      makeFilters(words, input).every((filter) => filter.passes(id)),
    );

  it("leaves out the terms that are named, and no form of them", () => {
    const left = passing({ exclude: ["bank", "wolf", "no such term"] });
    expect(left).not.toContain("bank");
    expect(left).not.toContain("wolf");
    expect(left).toContain("banks");
    expect(left).toHaveLength(words.termCount - 2);
  });

  it("keeps terms with a beginning, in small and large letters", () => {
    expect(passing({ startsWith: "BANK" })).toEqual([
      "bank",
      "banks",
      "banking",
      "banked",
      "bank-note",
    ]);
  });

  it("is everything where nothing is asked for, and has no filter then", () => {
    expect(makeFilters(words, {})).toEqual([]);
    expect(makeFilters(words, { exclude: [], startsWith: "", withoutForms: [] })).toEqual([]);
  });

  it("counts a term at the very bound of its frequency", () => {
    const retina = syntheticRetina(50);
    const df = retina.documentFrequency(10);
    const [least] = makeFilters(retina, { minDf: df });
    const [most] = makeFilters(retina, { maxDf: df });
    expect([0, 10, 49].map((id) => least?.passes(id))).toEqual([true, true, false]);
    expect([0, 10, 49].map((id) => most?.passes(id))).toEqual([false, true, true]);
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
