import { expect, it } from "vitest";
import { scoreSettings } from "../../../../../renderer/features/collection/model/truth.ts";
import { FIRST_LOOK } from "../../../../../renderer/model/collection/look.ts";

it("says beside saved rows what they were scored and chosen with", () => {
  const settings = scoreSettings({
    collection: "news",
    retina: { name: "en", checksum: "c0" },
    truth: "topic",
    look: {
      ...FIRST_LOOK,
      restrictions: [{ kind: "words", words: "oil" }],
      judged: { energy: { filter: "f1", version: 3, threshold: 0.3, cells: 900 } },
      meanings: { energy: "crude" },
    },
    lines: new Map([
      ["energy", 0.31],
      ["sport", 0.2],
    ]),
  });
  expect(settings).toMatchObject({
    collection: "news",
    retina: "en",
    checksum: "c0",
    restrictions: ["words: oil"],
    truth: "topic",
    scores: [
      {
        name: "energy",
        belongsFrom: 0.31,
        filter: { version: 3, cells: 900 },
        means: "crude",
      },
      { name: "sport", belongsFrom: 0.2, filter: "learned from labels" },
    ],
  });
});
