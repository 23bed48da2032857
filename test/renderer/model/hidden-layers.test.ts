// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { toggleLayer, useDrawnLayers } from "../../../renderer/state/hidden-layers.ts";

const layer = (id: string) => ({ id, label: id, positions: [0], colour: "first" as const });

it("leaves out hidden layers, and gives the very same list while none is", () => {
  const layers = [layer("left"), layer("both"), layer("right")];
  const { result } = renderHook(() => useDrawnLayers(layers));
  expect(result.current).toBe(layers);
  act(() => toggleLayer("left"));
  expect(result.current.map(({ id }) => id)).toEqual(["both", "right"]);
  act(() => toggleLayer("left"));
  expect(result.current).toBe(layers);
});
