import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { GridControls } from "../../../renderer/model/map/tools.ts";
import { keepControls, useMapTools } from "../../../renderer/state/map-tools.ts";
import { showPanel } from "../../../renderer/state/navigation.ts";

const controls = {
  zoomBy: vi.fn(),
  fit: vi.fn(),
  zoomToCells: vi.fn(),
  show: vi.fn(),
  focus: vi.fn(),
};

const scrolled = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  const map = document.createElement("section");
  map.dataset.panel = "map";
  map.scrollIntoView = scrolled;
  document.body.append(map);
  keepControls(controls);
});

afterEach(() => document.body.replaceChildren());

const QUESTIONS: readonly [keyof typeof controls, (map: GridControls) => void][] = [
  ["zoomBy", (map) => map.zoomBy(2)],
  ["fit", (map) => map.fit()],
  ["zoomToCells", (map) => map.zoomToCells([3])],
  ["focus", (map) => map.focus()],
];

it.each(QUESTIONS)("scrolls to the map for whoever asks it to %s", (name, ask) => {
  ask(useMapTools.getState().controls!);
  expect(controls[name]).toHaveBeenCalledOnce();
  expect(scrolled).toHaveBeenCalledOnce();
});

it("leaves the panels where they are when a saved part of the map is shown again", () => {
  useMapTools.getState().controls?.show({ k: 2, x: 0, y: 0 } as never);
  expect(controls.show).toHaveBeenCalledOnce();
  expect(scrolled).not.toHaveBeenCalled();
});

it("scrolls to a panel and answers nothing, even where a browser answers with a promise", () => {
  scrolled.mockReturnValueOnce(Promise.resolve());
  expect(showPanel("map")).toBeUndefined();
  expect(scrolled).toHaveBeenCalledTimes(1);
});
