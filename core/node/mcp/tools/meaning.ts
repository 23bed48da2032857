import type { Static } from "#typebox";
import type { Output } from "../../../api/client-types.ts";
import { badInput } from "../../../errors.ts";
import { heatPicture } from "../../files/heat-picture.ts";
import { mapOf, placesOf, readAsText, readWhat, WHAT } from "../read-what.ts";
import {
  againFrom,
  atMost,
  count,
  defineTool,
  flag,
  offset,
  oneLine,
  optional,
  picked,
  type Question,
  rounded,
  text,
} from "../tool.ts";
import { asked, COLLECTION, someRows } from "../which-rows.ts";

const RETINA = optional(text("Name of the retina; the usual one if left out.", { minLength: 1 }));
const on = (retina: string | undefined) => (retina === undefined ? {} : { retina_name: retina });

const PLACES = 6;
/** Cells that are listed one by one, twice: as they are and by sense. */
const MOST_CELLS = 700;

export const explore = defineTool({
  name: "explore",
  title: "What something means",
  description:
    "For a word, text or expression: the terms most similar in meaning, its senses, and where on the map it lies.",
  input: {
    what: WHAT,
    retina: RETINA,
    limit: atMost(20, 100, "Similar terms to list"),
    offset: offset("Terms"),
    sense: optional(count("Only terms of this sense.")),
    withCells: optional(flag("List the cells of the fingerprint and of each sense (false).")),
  },
  async run({ what, retina, limit = 20, offset: before = 0, sense, withCells = false }, question) {
    const { positions, read } = await readWhat(question, "what", what, retina);
    const { name, map } = await mapOf(question, retina);
    const asks = {
      ...on(retina),
      ...{ positions: [...positions], limit, offset: before },
      ...(sense === undefined ? {} : { context_id: sense }),
    };
    const found = await question.ask("app.explore", asks, "looking for similar terms");
    const hasCells = withCells && positions.length <= MOST_CELLS;
    return {
      say: [readAsText(read)],
      data: {
        retina: { name, checksum: map.checksum },
        read,
        similar: found.rows.map(({ score, contextId, ...each }) => ({
          ...{ term: each.term, shared: score },
          ...picked(each, "shareOfQuery", "shareOfTerm"),
          sense: contextId,
        })),
        total: found.passed,
        senses: found.contexts.map(({ id, label, names, positions: own }) => ({
          ...{ name: label, id, terms: names, cells: own.length },
          ...(hasCells ? { positions: own } : {}),
        })),
        places: placesOf(map, positions, PLACES),
        ...(hasCells ? { positions: [...positions] } : {}),
      },
      rest: { similar: { what: "terms", total: found.passed, before, how: againFrom } },
      leftOut: [
        withCells &&
          !hasCells &&
          `More than ${MOST_CELLS} cells are not listed; picture draws them, and POST /rest/expressions of a running service lists them.`,
      ],
    };
  },
});

const WORDS = 15;
const REGIONS = 8;
const TERMS = 8;

export const compare = defineTool({
  name: "compare",
  title: "How alike two things are",
  description:
    "Two words, texts or expressions: measures of their overlap, what chance alone would give, the regions they share and the words that cause it.",
  input: { left: WHAT, right: WHAT, retina: RETINA },
  async run({ left, right, retina }, question) {
    const a = await readWhat(question, "left", left, retina);
    const b = await readWhat(question, "right", right, retina);
    const { name, map } = await mapOf(question, retina);
    const asks = { ...on(retina), left: a.json, right: b.json };
    const view = await question.ask("app.compare", asks, "comparing");
    const why = await question.ask("app.explainMatch", asks, "finding the words that cause it");
    const { metrics, chance, regions, relation } = view;
    return {
      say: [readAsText(a.read), readAsText(b.read)],
      data: {
        retina: { name, checksum: map.checksum },
        ...{ left: a.read, right: b.read, relation, measures: metrics, chance },
        beyondChance: chance === null ? null : (metrics?.overlappingAll ?? 0) >= chance.p999,
        regions: regions.slice(0, REGIONS).map(({ label, positions, share, terms }) => ({
          ...{ place: label, cells: positions.length, share: rounded(share) },
          terms: terms.slice(0, TERMS),
        })),
        words: { left: creditsOf(why.left), right: creditsOf(why.right) },
        onlyLeft: view.terms.left.slice(0, TERMS).map(({ term }) => term),
        onlyRight: view.terms.right.slice(0, TERMS).map(({ term }) => term),
      },
      rest: {
        regions: { what: "shared regions", total: regions.length, how: "they are smaller" },
      },
    };
  },
});

/** A word that occurs several times counts once. */
function creditsOf({ credits }: Output<"app.explainMatch">["left"]) {
  const sums = new Map<string, number>();
  for (const { word, cells: own } of credits)
    sums.set(word.toLowerCase(), (sums.get(word.toLowerCase()) ?? 0) + own);
  return [...sums]
    .map(([word, own]) => ({ word, cells: rounded(own, 1) }))
    .filter(({ cells: own }) => own > 0)
    .sort((x, y) => y.cells - x.cells)
    .slice(0, WORDS);
}

const SCALAR = 4;
/** With names and a legend, which must be legible. */
const HEAT_SCALAR = 5;
const TOPICS = 20;

export const picture = defineTool({
  name: "picture",
  fields: { "": "rows.like" },
  title: "A picture of the map",
  description:
    "Draws a PNG and an SVG file. They show a fingerprint (what), two side by side with their overlay (what and beside), or the density of a collection's rows (collection).",
  input: {
    what: optional(WHAT),
    beside: optional(WHAT),
    retina: RETINA,
    collection: optional(COLLECTION),
    rows: optional(someRows),
  },
  async run({ collection, rows, what, beside, retina }, question) {
    const isCollection = collection !== undefined;
    if (isCollection && (what !== undefined || beside !== undefined))
      throw badInput("what", "Give either “what” or “collection”, not both.");
    if (!isCollection && what === undefined)
      throw badInput("what", "Give “what” to draw, or a “collection” whose rows to draw.");
    if (!isCollection && rows !== undefined)
      throw badInput("rows", "“rows” needs “collection” beside it.");
    const drawn = isCollection
      ? await heatOf(question, collection, rows ?? {})
      : await fingerprintOf(question, what ?? "", beside, retina);
    const { png, svg, note, ...data } = drawn;
    const uri = question.keep({ title: data.shows, svg });
    const resource = { uri, title: data.shows };
    return { say: [note], png, resource, data: { ...data, svg: uri } };
  },
});

async function fingerprintOf(question: Question, what: string, beside?: string, retina?: string) {
  const left = await readWhat(question, "what", what, retina);
  const right = beside === undefined ? null : await readWhat(question, "beside", beside, retina);
  const { name, map } = await mapOf(question, retina);
  const draw = async (image_encoding: "base64/png" | "base64/svg") => {
    const look = { ...on(retina), image_scalar: SCALAR, image_encoding };
    const { data } =
      right === null
        ? await question.ask("image.draw", { ...look, body: left.json }, "drawing")
        : await question.ask(
            "image.compare",
            { ...look, body: [left.json, right.json] },
            "drawing",
          );
    return String(data);
  };
  const [first, second] = [left, right].map((each) => each?.read.expression.slice(0, 100));
  return {
    retina: { name, checksum: map.checksum },
    shows:
      right === null
        ? `The fingerprint of ${first}: ${left.read.cells} cells.`
        : `Left ${first}, right ${second}, between them both.`,
    ...{ left: left.read, right: right?.read ?? null, query: null, rows: null, note: null },
    png: await draw("base64/png"),
    svg: Buffer.from(await draw("base64/svg"), "base64").toString(),
  };
}

async function heatOf(question: Question, name: string, rows: Static<typeof someRows>) {
  const { info, query, used } = await asked(question, name, rows, "rows.");
  const heat = await question.ask("app.collectionHeat", { name, query }, "counting cells");
  const named = { name, query, limit: TOPICS };
  const { topics } = await question.ask("app.collectionTopics", named, "finding names");
  const { map } = await mapOf(question, info.retina.name);
  const geography = { ...map, density: map.load };
  const sheet = heatPicture({ name, heat, topics, map: geography, ground: "none" });
  // The renderer takes 0.1 s of CPU time to load, and most assistants ask for no picture.
  const { drawPng, svgOf } = await import("../../files/draw-picture.ts");
  const svg = svgOf(sheet, HEAT_SCALAR);
  const { png, lacking = null } = drawPng(svg);
  return {
    retina: used.retina,
    shows: `Where ${heat.rows} of ${heat.total} rows of ${name} lie: how many rows set each cell.`,
    ...{ left: null, right: null, query: used.query, rows: heat.rows, svg, note: lacking },
    png: Buffer.from(png).toString("base64"),
  };
}

/** Numbers are no words of any retina. */
const isUnknown = ({ word, term, use }: Output<"app.words">[number]) =>
  term === null && use !== "ignored" && !/\d/.test(word);

const UNKNOWN = 30;
const SLICE = 120;

export const read = defineTool({
  name: "read",
  title: "What a text is about",
  description:
    "Keywords of a text, the slices at which its topic changes, its language, where it lies on the map, and which words had no part.",
  input: {
    text: text("The text.", { minLength: 1, maxLength: 200_000 }),
    retina: RETINA,
    limit: atMost(15, 50, "Keywords to list"),
  },
  async run({ text: given, retina, limit = 15 }, question) {
    const asks = { ...on(retina), text: given };
    const bench = await question.ask("app.textBench", asks, "reading the text");
    const { name, map } = await mapOf(question, retina);
    const { words, slices, positions, language } = bench;
    const unknown = new Set(words.filter(isUnknown).map(({ word }) => word));
    return {
      data: {
        retina: { name, checksum: map.checksum },
        cells: positions.length,
        words: words.length,
        used: words.filter(({ use }) => use === "used").length,
        unknownWords: [...unknown].slice(0, UNKNOWN),
        language,
        keywords: bench.keywords.slice(0, limit).map(({ term, score }) => ({ term, cells: score })),
        slices: slices.map(({ heading, start, end, text: whole }) => ({
          ...{ heading, start, end },
          begins: oneLine(whole, SLICE),
        })),
        places: placesOf(map, positions, PLACES),
      },
      rest: { slices: { what: "slices", total: slices.length, how: "send the text in parts" } },
    };
  },
});
