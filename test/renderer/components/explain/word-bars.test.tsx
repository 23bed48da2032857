// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { WordBars } from "../../../../renderer/components/explain/word-bars.tsx";

const side = (after: number) => ({
  size: 400,
  credits: [
    { word: "lines", start: 0, end: 5, cells: 48.1, near: [], literal: false },
    { word: "road", start: 6, end: 10, cells: 12, near: [], literal: false },
  ],
  verified: { word: "lines", before: 312, after },
});

describe("the words behind an overlap", () => {
  it("have headings, and say why fewer cells go with a word than it accounts for", () => {
    const { rerender } = render(<WordBars label="Words" side={side(303)} overlap={312} />);
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
    expect(heads).toEqual(["Word", "", "Cells"]);
    expect(
      screen.getByText(/^Without “lines” 303 of 312 shared cells\s+remain/).textContent,
    ).toContain(": other words have some of its cells too.");
    rerender(<WordBars label="Words" side={side(264)} overlap={312} />);
    expect(screen.getByText(/^Without “lines” 264 of 312/).textContent).toMatch(/cells remain\.$/);
  });
});
