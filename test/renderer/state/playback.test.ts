// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type MapContent, NOTHING } from "../../../renderer/model/map-content.ts";
import {
  endPlayback,
  showStep,
  startPlayback,
  togglePlayback,
  usePlayback,
} from "../../../renderer/state/playback.ts";
import { usePublished } from "../../../renderer/state/publish.ts";

const content: MapContent = {
  ...NOTHING,
  layers: [{ id: "subject", label: "a − b", positions: [1], colour: "first" }],
  operation: {
    operator: "sub",
    operands: [
      { label: "a", positions: [1, 2] },
      { label: "b", positions: [2] },
    ],
  },
};
const state = () => usePlayback.getState().playback;
const preferring = (isCalm: boolean) =>
  vi.stubGlobal("matchMedia", () => ({ matches: isCalm }) as MediaQueryList);

beforeEach(() => {
  vi.useFakeTimers();
  preferring(false);
  usePublished.setState({ map: content });
});
afterEach(() => {
  endPlayback();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the steps played on the map", () => {
  it("go on by themselves to the last, which is the map at rest, and stay there", () => {
    startPlayback();
    expect(state()?.index).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(state()).toMatchObject({ index: 3, isRunning: false });
    expect(state()?.steps[3]?.layers).toBe(content.layers);
  });

  it("stand still where less motion is wanted, and can be stepped through", () => {
    preferring(true);
    startPlayback();
    vi.advanceTimersByTime(60_000);
    expect(state()).toMatchObject({ index: 0, isRunning: false });
    showStep(2);
    togglePlayback();
    vi.advanceTimersByTime(60_000);
    expect(state()?.index).toBe(2);
  });

  it("stop where they are told to, and go on from there", () => {
    startPlayback();
    vi.advanceTimersByTime(1100);
    togglePlayback();
    vi.advanceTimersByTime(60_000);
    expect(state()).toMatchObject({ index: 1, isRunning: false });
    togglePlayback();
    vi.advanceTimersByTime(1100);
    expect(state()?.index).toBe(2);
  });

  it("end at any time: by leaving, by an edit, by another view", () => {
    for (const waited of [0, 500, 1500, 2999]) {
      startPlayback();
      vi.advanceTimersByTime(waited);
      endPlayback();
      vi.advanceTimersByTime(60_000);
      expect(state()).toBeNull();
      startPlayback();
      vi.advanceTimersByTime(waited);
      usePublished.setState({ map: { ...content, layers: [] } });
      vi.advanceTimersByTime(60_000);
      expect(state()).toBeNull();
      usePublished.setState({ map: content });
    }
  });

  it("go on when the same cells are told of once more", () => {
    startPlayback();
    vi.advanceTimersByTime(1100);
    usePublished.setState({ map: { ...content, senses: [] } });
    expect(state()?.of).toBe(usePublished.getState().map);
    vi.advanceTimersByTime(60_000);
    expect(state()?.index).toBe(3);
  });

  it("do not begin where nothing was combined", () => {
    usePublished.setState({ map: NOTHING });
    startPlayback();
    expect(state()).toBeNull();
  });
});
