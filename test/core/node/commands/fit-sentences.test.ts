import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { shippedSentences } from "../../../../core/node/commands/fit-sentences.ts";
import { sampleOf } from "../../../config/build-sentences.ts";

const shipped = (most: number) =>
  shippedSentences({ most, signal: NEVER_CANCELLED, report: () => {} });

/** The rows of the file, out of their quotation marks. */
const ofWordNet = gunzipSync(
  readFileSync(new URL("../../../../retinas/samples/wordnet.csv.gz", import.meta.url)),
)
  .toString("utf8")
  .split("\r\n")
  .slice(1, -1)
  .map((line) => line.replace(/^"(.*)"$/, "$1").replaceAll('""', '"'));

it("learns from sentences on everything and from speeches, unless texts are named", async () => {
  const { sentences, from } = await shipped(24_000);
  expect(from).toBe("wordnet.csv.gz, state-of-the-union.csv.gz");
  expect(sentences).toHaveLength(24_000);
  expect(new Set(sentences).size).toBe(24_000);
  expect(sentences.slice(0, 14_000).sort()).toEqual(ofWordNet.toSorted());
  expect(sentences).toContain("They negotiated the sale of the house.");
  expect(
    sentences.slice(14_000).filter((each) => /\bCongress\b/.test(each)).length,
  ).toBeGreaterThan(500);
});

it("keeps the shares of both among fewer sentences", async () => {
  const { sentences } = await shipped(120);
  const known = new Set(ofWordNet);
  expect(sentences).toHaveLength(120);
  expect(sentences.filter((each) => known.has(each))).toHaveLength(70);
});

it("takes examples and definitions out of a lexicon, whatever the order of its entries", () => {
  const synsets = [
    {
      gloss:
        'a long chair on which a person can lie down; "she fell asleep on the couch"; "on the couch"',
    },
    { gloss: "(botany) a plant that grows on rocks near the coast of a sea;" },
    { gloss: "a genus of frogs" },
  ];
  const expected = [
    "She fell asleep on the couch.",
    "A long chair on which a person can lie down.",
    "A plant that grows on rocks near the coast of a sea.",
  ];
  expect(sampleOf(synsets).sort()).toEqual(expected.toSorted());
  expect(sampleOf(synsets.toReversed())).toEqual(sampleOf(synsets));
  expect(sampleOf(synsets, { examples: 1, definitions: 1 })).toHaveLength(2);
});
