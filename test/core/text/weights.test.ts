import { describe, expect, it } from "vitest";
import { indexRetina } from "../../../core/retina/index-retina.ts";
import { weightByte, weightOf } from "../../../core/retina/term-weights.ts";
import { frequencyWeight, termFrequency, termWeights } from "../../../core/text/weights.ts";
import { retinaData } from "../../support/retina-builder.ts";
import { tinyRows } from "../../support/tiny-retina.ts";

const data = retinaData(tinyRows());
const plain = indexRetina(data, "0".repeat(32));

describe("the weight of a term", () => {
  it("falls with its frequency where the retina has learned none", () => {
    const weights = termWeights(plain);
    weights.forEach((weight, id) => {
      expect(weight).toBe(frequencyWeight(termFrequency(plain, id)));
    });
    expect(frequencyWeight(2e-4)).toBe(0.5);
    expect(weights[0]).toBeLessThan(weights[plain.termCount - 1]!);
  });

  it("is multiplied by the one that the retina has learned", () => {
    const bytes = Uint8Array.from(data.terms, (_, id) => weightByte(id % 2 === 0 ? 2 : 0.5));
    const weights = termWeights(indexRetina({ ...data, weights: bytes }, "0".repeat(32)));
    termWeights(plain).forEach((weight, id) => {
      expect(weights[id]).toBeCloseTo(weight * weightOf(bytes[id]!), 12);
      expect(weights[id]! / weight).toBeCloseTo(id % 2 === 0 ? 2 : 0.5, 6);
    });
  });
});
