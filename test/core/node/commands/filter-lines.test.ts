import { expect, it } from "vitest";
import { thresholdIn } from "../../../../core/node/commands/filter-file.ts";
import { linesFor, lineText } from "../../../../core/node/commands/filter-lines.ts";
import type { LocalEngine } from "../../../../core/node/commands/local-engine.ts";

const FILTER = {
  format: "semascope-filter",
  version: 1,
  name: "sport",
  retina: "law",
  checksum: "",
  threshold: 0.3,
  positions: [1],
  positive: ["a match"],
  negative: ["a bank"],
} as const;

/** An engine that suggests 0.2 for all and 0.1 for each language that it is asked for. */
function suggesting() {
  const asked: { language: string; texts: string[] }[] = [];
  const engine = {
    call: async (_name: string, { languages }: { languages: typeof asked }) => {
      asked.push(...languages);
      const others = languages.filter(({ language }) => language !== "en");
      return {
        threshold: {
          suggested: 0.2,
          languages: others.map(({ language, texts }) => ({
            language,
            suggested: 0.1,
            from: texts.length < 20 ? "shipped" : "given",
            texts: texts.length < 20 ? 58 : texts.length,
          })),
        },
      };
    },
  };
  return { engine: engine as unknown as LocalEngine, asked };
}

it("draws a line for each language of the texts, which moves with the filter's threshold", async () => {
  const { engine, asked } = suggesting();
  const german = Array.from({ length: 30 }, (_, i) => ({ text: `Spiel ${i}`, language: "de" }));
  const texts = [{ text: "a game" }, ...german, { text: "maç", language: "tr" }];
  const lines = await linesFor(engine, FILTER, texts);
  expect(asked.map(({ language, texts: own }) => [language, own.length])).toEqual([
    ["en", 1],
    ["de", 30],
    ["tr", 1],
  ]);
  expect(lines.map(lineText)).toEqual([
    "de: from 0.150, drawn among 30 of the texts",
    "tr: from 0.150, drawn among 58 texts that come with the program, which are few",
  ]);
  const filter = { ...FILTER, lines };
  expect([undefined, "de", "fr"].map((code) => thresholdIn(filter, code))).toEqual([
    0.3,
    lines[0]?.threshold,
    0.3,
  ]);
});

it("asks for nothing where all is in the language of the retina, or the filter says it already", async () => {
  const { engine, asked } = suggesting();
  const own = [{ language: "de", threshold: 0.25 }];
  expect(await linesFor(engine, FILTER, [{ text: "a game" }])).toEqual([]);
  const spoken = [{ text: "ein Spiel", language: "de" }];
  expect(await linesFor(engine, { ...FILTER, lines: own }, spoken)).toEqual(own);
  expect(asked).toEqual([]);
  expect(own.map(lineText)).toEqual(["de: from 0.250, as the filter says"]);
});
