// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Output } from "../../../../core/api/client-types.ts";
import { DecisionWhy } from "../../../../renderer/components/explain/decision-why.tsx";

type Match = Output<"app.explainMatch">;

afterEach(cleanup);

const side = { size: 10, credits: [], verified: null };
const word = { word: "bread", start: 0, end: 5, near: [], cells: 4, literal: false };
const MATCH: Match = {
  overlap: 5,
  cosine: 0.5,
  regions: [],
  left: { ...side, credits: [word] },
  right: side,
  examples: [],
  change: null,
};

function show(match: Match) {
  render(
    <DecisionWhy
      decision={{
        text: "bread and butter",
        threshold: 0.3,
        result: { data: match, error: null, isError: false, refetch: () => undefined },
        region: null,
        chooseRegion: () => undefined,
        hoverRegion: () => undefined,
        examples: [],
        isAdded: () => false,
      }}
      summary="Food: 0.500, belongs"
      isOpen
      onToggle={() => undefined}
      example={() => null}
    />,
  );
}

describe("why a filter decides", () => {
  it("says that words were left out where an encoder reads, and what was not tried", () => {
    show({ ...MATCH, by: "leaving-out" });
    expect(screen.getByText(/^Found by leaving each word out/)).toBeDefined();
    expect(screen.getByRole("status").textContent).toBe(
      "No word alone takes it below the threshold; several at once were not tried.",
    );
  });

  it("says that no word of a text is credited that an encoder would have to read too often", () => {
    show({ ...MATCH, by: "leaving-out", left: side });
    expect(screen.getByText(/^No word is credited: the encoder would have to/)).toBeDefined();
    // Nothing was left out, so nothing is said of what that would change.
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("says nothing of it where words have cells", () => {
    show(MATCH);
    expect(screen.queryByText(/encoder/)).toBeNull();
    expect(screen.getByRole("status").textContent).toMatch(/^Too many words would have to be/);
  });
});
