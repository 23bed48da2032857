// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  type Cut,
  Distribution,
  heldApart,
} from "../../../../renderer/components/controls/distribution.tsx";

/** The plot is 400 pixels wide, so a bin of four is 100. */
beforeEach(() => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
    DOMRect.fromRect({ x: 10, y: 0, width: 400, height: 40 }),
  );
  Element.prototype.setPointerCapture = () => undefined;
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show<C extends Cut>(cut: C, others: { isLive?: boolean; domain?: [number, number] } = {}) {
  const onChange = vi.fn();
  render(
    <Distribution
      label="year"
      counts={[3, 1, 4, 0]}
      cut={cut}
      ends={["1900s", "1930s"]}
      said={(values) => `from ${values.join(" to ")}`}
      textOf={(bin) => `${1900 + 10 * bin}s`}
      step={others.domain ? 0.001 : 1}
      onChange={onChange}
      {...others}
    />,
  );
  const plot = document.querySelector(".distribution-plot")!;
  return { plot, changes: () => onChange.mock.calls.map(([next]) => next) };
}

const at = (x: number) => ({ clientX: 10 + x, clientY: 5, button: 0, pointerId: 1 });

it("a drag across the bars chooses them, with every bar that is reached where the choice is live", () => {
  const { plot, changes } = show([0, 4], { isLive: true });
  fireEvent.pointerDown(plot, at(150));
  fireEvent.pointerMove(plot, at(170));
  fireEvent.pointerMove(plot, at(250));
  fireEvent.pointerUp(plot, at(250));
  fireEvent.pointerMove(plot, at(350));
  expect(changes().at(0)).toEqual([1, 2]);
  expect(changes().at(-1)).toEqual([1, 3]);
});

it("backwards and beyond the end, it chooses once, when it is let go, where the choice is not live", () => {
  const { plot, changes } = show([0, 4]);
  fireEvent.pointerDown(plot, at(250));
  fireEvent.pointerMove(plot, at(-30));
  expect(changes()).toEqual([]);
  expect(screen.getByText("from 0 to 3")).toBeTruthy();
  fireEvent.pointerUp(plot, at(-30));
  expect(changes()).toEqual([[0, 3]]);
});

it("a double click chooses all, also where the first click brought a handle under the pointer", () => {
  const { plot, changes } = show([1, 2]);
  for (const part of [screen.getAllByRole("slider")[0]!, plot]) fireEvent.doubleClick(part);
  expect(changes()).toEqual([
    [0, 4],
    [0, 4],
  ]);
});

it("one handle is a value of the axis, wherever the bars are pressed", () => {
  const { plot, changes } = show([0.2], { isLive: true, domain: [0.1, 0.5] });
  fireEvent.pointerDown(plot, at(300));
  fireEvent.pointerMove(plot, at(101));
  fireEvent.pointerUp(plot, at(101));
  fireEvent.doubleClick(plot);
  expect(changes()).toEqual([[0.4], [0.201]]);
});

it("bars inside the choice are told from the others, and the one under the pointer is named", () => {
  const { plot } = show([1, 3]);
  const [inside, outside] = ["path[data-in]", "path:not([data-in])"].map((which) =>
    document
      .querySelector(`.distribution-bars ${which}`)!
      .getAttribute("d")!
      .match(/M[\d.]+/g),
  );
  expect(inside).toHaveLength(2);
  // The last of the two outside has nothing in it.
  expect(outside).toEqual(["M0"]);
  expect(screen.getByText("1930s")).toBeTruthy();
  fireEvent.pointerMove(plot, at(250));
  expect(screen.getByText("1920s")).toBeTruthy();
});

it("a range never holds less than one step, and stays on the axis", () => {
  const case_ = fc
    .tuple(fc.integer({ min: 2, max: 9 }), fc.nat(8), fc.nat(9), fc.nat(9))
    .map(([greatest, low, a, b]) => ({
      greatest,
      low: Math.min(low, greatest - 1),
      values: [Math.min(a, b, greatest), Math.min(Math.max(a, b), greatest)],
    }));
  fc.assert(
    fc.property(case_, ({ greatest, low, values }) => {
      const [from, to] = heldApart(values, low, { greatest, step: 1 });
      expect(to! - from!).toBeGreaterThanOrEqual(1);
      expect(to).toBeLessThanOrEqual(greatest);
      // What is far enough apart already stays.
      if (values[1]! - values[0]! >= 1) expect([from, to]).toEqual(values);
    }),
  );
});
