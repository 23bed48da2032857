import { Type } from "#typebox";
import type { Output } from "../../../api/client-types.ts";
import { metric, nullable } from "../../../api/schema/replies.ts";
import { only, retinaUsed } from "../fields.ts";
import { mapOf } from "../map-names.ts";
import { readAs, readAsText, readWhat, WHAT } from "../read-what.ts";
import { defineTool } from "../tool.ts";
import { missing, rounded } from "../words.ts";
import { percent, RETINA } from "./explore.ts";

const credit = Type.Array(
  only({
    word: Type.String({ description: "The word." }),
    cells: Type.Number({ description: "Shared cells it accounts for." }),
  }),
  {
    description: "Words of a text by the shared cells that they account for; empty for a term.",
  },
);

const WORDS = 15;
const REGIONS = 8;
const TERMS = 8;

export const compare = defineTool({
  name: "compare",
  title: "How alike two things are",
  description:
    "Two words, texts or expressions: measures of their overlap, what chance alone would give, the regions they share and the words that cause it.",
  input: { left: WHAT, right: WHAT, retina: RETINA },
  output: {
    retina: retinaUsed,
    left: readAs,
    right: readAs,
    relation: Type.String({ description: "How the two lie to each other, in words." }),
    measures: nullable(metric, { description: "Null where one side has no cells." }),
    chance: nullable(
      only({
        mean: Type.Number({ description: "Cells that random pairs of these sizes share." }),
        p999: Type.Integer({ description: "99.9% of random pairs share fewer." }),
        pairs: Type.Integer({ description: "Random pairs this was measured on." }),
      }),
      { description: "What random pairs of these sizes share." },
    ),
    beyondChance: nullable(Type.Boolean(), {
      description: "More shared cells than 99.9% by chance.",
    }),
    regions: Type.Array(
      only({
        place: Type.String({ description: "Name of the region." }),
        cells: Type.Integer({ description: "Shared cells in it." }),
        share: Type.Number({ description: "Of the overlap." }),
        terms: Type.Array(Type.String(), { description: "Terms typical of it." }),
      }),
      { description: "Regions of the map that both share, largest first." },
    ),
    words: only({ left: credit, right: credit }, "Words that cause the overlap."),
    onlyLeft: Type.Array(Type.String(), { description: "Terms of what is on the left alone." }),
    onlyRight: Type.Array(Type.String(), { description: "Terms of what is on the right alone." }),
  },
  async run({ left, right, retina }, question) {
    const a = await readWhat(question, "left", left, retina);
    const b = await readWhat(question, "right", right, retina);
    const { name, map } = await mapOf(question, retina);
    const asked = {
      ...(retina === undefined ? {} : { retina_name: retina }),
      left: a.json,
      right: b.json,
    };
    const view = await question.ask("app.compare", asked, "comparing");
    const why = await question.ask("app.explainMatch", asked, "finding the words that cause it");
    const { metrics, chance } = view;
    const shared = metrics?.overlappingAll ?? 0;
    const regions = view.regions.slice(0, REGIONS).map(({ label, positions, share, terms }) => ({
      place: label,
      cells: positions.length,
      share: rounded(share),
      terms: terms.slice(0, TERMS),
    }));
    const words = { left: creditsOf(why.left), right: creditsOf(why.right) };
    const rest = missing(regions.length, view.regions.length, "shared regions", "they are smaller");
    const beyondChance = chance === null ? null : shared >= chance.p999;
    return {
      text: [
        `${a.read.expression.slice(0, 200)} and ${b.read.expression.slice(0, 200)}: ${view.relation}, ${shared} cells in common (of ${a.read.cells} and ${b.read.cells}), cosine ${metrics?.cosineSimilarity.toFixed(3) ?? "none"}.`,
        readAsText(a.read),
        readAsText(b.read),
        chance !== null &&
          `Chance: ${chance.mean.toFixed(1)} cells on average, 99.9% of random pairs share fewer than ${chance.p999}; this is ${beyondChance ? "beyond chance" : "within chance"}.`,
        regions.length > 0 &&
          `They share: ${regions.map(({ place, share }) => `${place} (${percent(share)})`).join("; ")}.`,
        wordLine("Left", words.left),
        wordLine("Right", words.right),
      ],
      data: {
        retina: { name, checksum: map.checksum },
        left: a.read,
        right: b.read,
        relation: view.relation,
        measures: metrics,
        chance,
        beyondChance,
        regions,
        words,
        onlyLeft: view.terms.left.slice(0, TERMS).map(({ term }) => term),
        onlyRight: view.terms.right.slice(0, TERMS).map(({ term }) => term),
      },
      leftOut: rest,
    };
  },
});

type Credited = Output<"app.explainMatch">["left"];

/** A word that occurs several times counts once. */
function creditsOf({ credits }: Credited) {
  const cells = new Map<string, number>();
  for (const { word, cells: own } of credits)
    cells.set(word.toLowerCase(), (cells.get(word.toLowerCase()) ?? 0) + own);
  return [...cells]
    .map(([word, own]) => ({ word, cells: rounded(own, 1) }))
    .filter(({ cells: own }) => own > 0)
    .sort((x, y) => y.cells - x.cells)
    .slice(0, WORDS);
}

const wordLine = (side: string, words: readonly { word: string; cells: number }[]) =>
  words.length > 0 &&
  `${side}, by the cells that each word causes: ${words.map(({ word, cells }) => `${word} ${cells}`).join(", ")}.`;
