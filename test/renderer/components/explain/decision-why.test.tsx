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
};

function show(match: Match) {
  render(
    <DecisionWhy
      decision={{
        text: "bread and butter",
        result: { data: match, error: null, isError: false, refetch: () => undefined },
        region: null,
        chooseRegion: () => undefined,
        hoverRegion: () => undefined,
        examples: [],
      }}
      summary="Food: 0.500, belongs"
      isOpen
      onToggle={() => undefined}
      example={() => null}
    />,
  );
}

describe("why a filter decides", () => {
  it("says that words were left out where an encoder reads", () => {
    show({ ...MATCH, by: "leaving-out" });
    expect(screen.getByText(/^Each word is left out in turn/)).toBeDefined();
  });

  it("says that no word of a text is credited that an encoder would have to read too often", () => {
    show({ ...MATCH, by: "leaving-out", left: side });
    expect(screen.getByText(/^No word is credited: the text has only one word/)).toBeDefined();
  });

  it("says nothing of it where words have cells", () => {
    show(MATCH);
    expect(screen.queryByText(/encoder/)).toBeNull();
  });
});
