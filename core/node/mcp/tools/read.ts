import { Type } from "#typebox";
import type { Output } from "../../../api/client-types.ts";
import { nullable } from "../../../api/schema/replies.ts";
import { atMost, only, retinaUsed } from "../fields.ts";
import { mapOf, places, placesOf } from "../map-names.ts";
import { defineTool } from "../tool.ts";
import { fitting, missing, oneLine } from "../words.ts";
import { RETINA } from "./explore.ts";

/** Numbers are no words of any retina. */
const isUnknown = ({ word, term, use }: Output<"app.words">[number]) =>
  term === null && use !== "ignored" && !/\d/.test(word);

const PLACES = 6;
const UNKNOWN = 30;
const SLICE = 120;

export const read = defineTool({
  name: "read",
  title: "What a text is about",
  description:
    "Keywords of a text, the slices at which its topic changes, its language, where it lies on the map, and which words had no part.",
  input: {
    text: Type.String({ minLength: 1, maxLength: 200_000, description: "The text." }),
    retina: RETINA,
    limit: atMost(15, 50, "Keywords to list"),
  },
  output: {
    retina: retinaUsed,
    cells: Type.Integer({ minimum: 0, description: "Cells of its fingerprint." }),
    words: Type.Integer({ minimum: 0, description: "Words in it." }),
    used: Type.Integer({ minimum: 0, description: "Words that had a part in the fingerprint." }),
    unknownWords: Type.Array(Type.String(), {
      description: "Words that the retina does not know; beside known ones they count as those.",
    }),
    language: only(
      {
        language: nullable(Type.String(), { description: "English name; null where unclear." }),
        iso_tag: nullable(Type.String(), { description: "ISO 639-1 code." }),
        confidence: Type.String({ description: "How sure that is." }),
        runnerUp: nullable(Type.String(), { description: "The next likely language." }),
      },
      "The language it is in.",
    ),
    keywords: Type.Array(
      only({
        term: Type.String({ description: "The keyword." }),
        cells: Type.Integer({ description: "Cells that it shares with the text." }),
      }),
      { description: "Most important first." },
    ),
    slices: Type.Array(
      only({
        heading: Type.String({ description: "What the slice is about." }),
        start: Type.Integer({ description: "Character offset." }),
        end: Type.Integer({ description: "Offset after its last character." }),
        begins: Type.String({ description: "Its first words." }),
      }),
      { description: "Parts of the text, cut where the topic changes." },
    ),
    places,
  },
  async run({ text: given, retina, limit = 15 }, question) {
    const on = retina === undefined ? {} : { retina_name: retina };
    const bench = await question.ask("app.textBench", { ...on, text: given }, "reading the text");
    const { name, map } = await mapOf(question, retina);
    const keywords = bench.keywords
      .slice(0, limit)
      .map(({ term, score }) => ({ term, cells: score }));
    const all = bench.slices.map(({ heading, start, end, text }) => ({
      heading,
      start,
      end,
      begins: oneLine(text, SLICE),
    }));
    const slices = fitting(all, 8000);
    const unknownWords = [...new Set(bench.words.filter(isUnknown).map(({ word }) => word))].slice(
      0,
      UNKNOWN,
    );
    const used = bench.words.filter(({ use }) => use === "used").length;
    const rest = missing(slices.length, all.length, "slices", "send the text in parts");
    const { language, confidence } = bench.language;
    const where = placesOf(map, bench.positions, PLACES);
    return {
      text: [
        `${bench.words.length} words, ${used} of them used, ${bench.positions.length} cells; language ${language ?? "unclear"} (confidence ${confidence}); retina ${name}.`,
        `Keywords: ${keywords.map(({ term }) => term).join(", ") || "none"}.`,
        unknownWords.length > 0 && `Unknown words: ${unknownWords.join(", ")}.`,
        where.length > 0 && `On the map: ${where.map(({ place }) => place).join("; ")}.`,
        ...slices
          .slice(0, 20)
          .map(({ heading, start, end }) => `Slice ${start} to ${end}: ${heading}`),
      ],
      data: {
        retina: { name, checksum: map.checksum },
        cells: bench.positions.length,
        words: bench.words.length,
        used,
        unknownWords,
        language: bench.language,
        keywords,
        slices,
        places: where,
      },
      leftOut: rest,
    };
  },
});
