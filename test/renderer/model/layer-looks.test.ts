import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawnLayers } from "../../../renderer/state/layer-looks.ts";

const layer = (id: string, opacity?: number) => ({
  id,
  label: id,
  positions: [0],
  colour: "first" as const,
  ...(opacity === undefined ? {} : { opacity }),
});

describe("drawnLayers", () => {
  it("leaves out what is hidden, weakens and raises what the person chose", () => {
    const layers = [layer("left"), layer("both", 0.5), layer("right")];
    const looks = {
      left: { isHidden: true, opacity: 1 },
      both: { isHidden: false, opacity: 0.5 },
    };
    const drawn = drawnLayers(layers, { looks, order: ["left", "right", "both"] });
    expect(drawn.map(({ id, opacity }) => [id, opacity])).toEqual([
      ["right", undefined],
      ["both", 0.25],
    ]);
  });

  it("is the very same list while nothing was chosen, and never invents a layer", () => {
    const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"));
    fc.assert(
      fc.property(ids, ids, (present, order) => {
        const layers = present.map((id) => layer(id));
        expect(drawnLayers(layers, { looks: {}, order: [] })).toBe(layers);
        const drawn = drawnLayers(layers, { looks: {}, order }).map(({ id }) => id);
        expect(drawn.toSorted()).toEqual(present.toSorted());
      }),
    );
  });
});
