import { beforeEach, expect, it, vi } from "vitest";
import type { GridControls } from "../../../renderer/model/map/tools.ts";
import { keepControls, useMapTools } from "../../../renderer/state/map-tools.ts";
import { turnTo, usePaneTab } from "../../../renderer/state/navigation.ts";

const controls = {
  zoomBy: vi.fn(),
  fit: vi.fn(),
  zoomToCells: vi.fn(),
  show: vi.fn(),
  focus: vi.fn(),
};

beforeEach(() => {
  vi.clearAllMocks();
  turnTo("results");
  keepControls(controls);
});

const QUESTIONS: readonly [keyof typeof controls, (map: GridControls) => void][] = [
  ["zoomBy", (map) => map.zoomBy(2)],
  ["fit", (map) => map.fit()],
  ["zoomToCells", (map) => map.zoomToCells([3])],
  ["focus", (map) => map.focus()],
];

it.each(QUESTIONS)("shows the map to whoever asks it to %s", (name, ask) => {
  ask(useMapTools.getState().controls!);
  expect(controls[name]).toHaveBeenCalledOnce();
  expect(usePaneTab.getState()).toEqual({ tab: "results", isMapInFront: true });
  turnTo("lens");
  expect(usePaneTab.getState()).toEqual({ tab: "lens", isMapInFront: false });
});

it("leaves the panels as they are where a saved part of the map is shown again", () => {
  useMapTools.getState().controls?.show({ k: 2, x: 0, y: 0 } as never);
  expect(controls.show).toHaveBeenCalledOnce();
  expect(usePaneTab.getState().isMapInFront).toBe(false);
});
