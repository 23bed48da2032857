// @vitest-environment jsdom
import "../../support/page-gaps.ts";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../core/workspace/workspace.ts";
import { Shelf } from "../../../renderer/app/shelf.tsx";
import { pins } from "../../../renderer/state/pins.ts";
import { openWorkspace } from "../../../renderer/state/workspace.ts";

type Watch = (entries: Partial<IntersectionObserverEntry>[]) => void;

/** The items that wait to come into view, and who is told when they do. */
const waiting = new Map<Element, Watch>();

class FakeObserver {
  readonly #watch: Watch;
  readonly #seen = new Set<Element>();
  constructor(watch: Watch) {
    this.#watch = watch;
  }
  observe(element: Element): void {
    this.#seen.add(element);
    waiting.set(element, this.#watch);
  }
  disconnect(): void {
    for (const element of this.#seen) waiting.delete(element);
  }
}

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  openWorkspace(EMPTY_WORKSPACE);
  pins.edit("Fill the shelf", () =>
    Array.from({ length: 20 }, (_, i) => ({
      id: `${i}`,
      label: `pin ${i}`,
      source: { term: "cat" },
      positions: [i],
      retina: { name: "tiny", checksum: "" },
      created: "2026-01-01T00:00:00.000Z",
    })),
  );
  render(<Shelf />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const item = (index: number) => screen.getAllByRole("listitem")[index] as HTMLElement;
const isDrawn = (index: number) => item(index).querySelector("canvas") !== null;
const removal = (index: number) =>
  screen.queryByRole("button", { name: `Remove pin pin ${index}` });

it("takes no room while nothing is pinned, and is there with the first pin", () => {
  const shelf = () => screen.queryByRole("region", { name: "Shelf of pinned fingerprints" });
  const [first] = pins.read();
  act(() => pins.edit("Empty the shelf", () => []));
  expect(shelf()).toBeNull();
  act(() => pins.edit("Pin", () => (first ? [first] : [])));
  expect(shelf()).not.toBeNull();
});

describe("a shelf of more pins than show", () => {
  it("names them all, but draws only those of the beginning and the last", () => {
    expect(screen.getAllByRole("button", { name: /cells$/ })).toHaveLength(20);
    expect([0, 15, 18, 19].map(isDrawn)).toEqual([true, false, false, true]);
    expect(removal(15)).toBeNull();
  });

  it("draws one that comes near what shows, and keeps it", () => {
    act(() => waiting.get(item(15))?.([{ isIntersecting: false }]));
    expect(isDrawn(15)).toBe(false);
    act(() => waiting.get(item(15))?.([{ isIntersecting: true }]));
    expect([14, 15, 16].map(isDrawn)).toEqual([false, true, false]);
    expect(removal(15)).not.toBeNull();
    expect(waiting.has(item(15))).toBe(false);
  });

  it("draws one that the keyboard reaches, moves it and removes it", () => {
    const face = screen.getByRole("button", { name: /pin 15/ });
    act(() => face.focus());
    expect(removal(15)).not.toBeNull();
    fireEvent.keyDown(face, { key: "ArrowLeft", altKey: true });
    expect(item(14).textContent).toContain("pin 15");
    expect(isDrawn(14)).toBe(true);
    fireEvent.keyDown(screen.getByRole("button", { name: /^pin 15/ }), { key: "Delete" });
    expect(pins.read()).toHaveLength(19);
  });
});
