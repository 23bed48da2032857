// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TimeBrush } from "../../../../renderer/features/collection/time-strip.tsx";

afterEach(cleanup);

it("a double click chooses all of the time, also where the first click brought a handle under the pointer", () => {
  const onChange = vi.fn();
  const nameOf = (step: number) => `${1900 + 10 * step}s`;
  render(
    <TimeBrush
      label="day"
      counts={[3, 1, 4, 1]}
      range={[1, 2]}
      nameOf={nameOf}
      onChange={onChange}
    />,
  );
  for (const part of [screen.getAllByRole("slider")[0]!, barsOf()]) {
    onChange.mockClear();
    fireEvent.doubleClick(part);
    expect(onChange.mock.calls).toEqual([[[0, 4]]]);
  }
});

const barsOf = () => document.querySelector(".time-brush-bars")!;
