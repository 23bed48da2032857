// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { PageProviders } from "../../../../renderer/app/page-providers.tsx";
import { TrainedLook } from "../../../../renderer/features/maps/trained-look.tsx";

const CARD = {
  name: "law",
  counts: { terms: 4844, phrases: 43, words: 108_513, documents: 108, skippedRecords: 2 },
  quality: { "neighbour lift": 31.5 },
};

describe("a retina that was just trained", () => {
  it("tells what it was learned from, and what could not be read, before it is kept", () => {
    render(
      <TrainedLook
        trained={{
          name: "law",
          card: CARD,
          bytes: 851_400,
          samples: [{ term: "court", similar: ["judge", "appeal"] }],
          anchors: Array.from({ length: 16_384 }, () => "court"),
          regions: [],
          kept: false,
        }}
      />,
      { wrapper: PageProviders },
    );
    const rows = screen.getAllByRole("definition").map((row) => row.textContent);
    expect(rows.slice(0, 4)).toEqual([
      "4,844, of which 43 are phrases",
      "108,513 words in 108 texts",
      "2 records",
      "851.4 kB",
    ]);
    expect(rows.at(-1)).toBe("judge, appeal");
  });
});
