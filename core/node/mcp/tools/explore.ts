import { Type } from "#typebox";
import { nullable } from "../../../api/schema/replies.ts";
import { atMost, only, optional, retinaUsed } from "../fields.ts";
import { mapOf, places, placesOf } from "../map-names.ts";
import { readAs, readAsText, readWhat, WHAT } from "../read-what.ts";
import { defineTool } from "../tool.ts";
import { fitting, lines, missing, rounded } from "../words.ts";

export const RETINA = optional(
  Type.String({ minLength: 1, description: "Name of the retina; the usual one if left out." }),
);

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
    offset: optional(Type.Integer({ minimum: 0, description: "Terms to leave out (0)." })),
    sense: optional(Type.Integer({ minimum: 0, description: "Only terms of this sense." })),
    withCells: optional(
      Type.Boolean({ description: "List the cells of the fingerprint and of each sense (false)." }),
    ),
  },
  output: {
    retina: retinaUsed,
    read: readAs,
    similar: Type.Array(
      only({
        term: Type.String({ description: "The term." }),
        shared: Type.Integer({ description: "Cells in common." }),
        shareOfQuery: Type.Number({ description: "shared, of the cells of what was given." }),
        shareOfTerm: Type.Number({ description: "shared, of the cells of the term." }),
        sense: nullable(Type.Integer(), { description: "The sense it is closest to." }),
      }),
      { description: "Terms by shared cells, most first." },
    ),
    total: Type.Integer({ minimum: 0, description: "Terms that share a cell at all." }),
    senses: Type.Array(
      only({
        id: Type.Integer({ description: "What sense takes." }),
        name: Type.String({ description: "Its name." }),
        terms: Type.Array(Type.String(), { description: "Terms typical of it." }),
        cells: Type.Integer({ minimum: 0, description: "Cells of it." }),
        positions: optional(Type.Array(Type.Integer(), { description: "Its cells." })),
      }),
      { description: "Meanings of what was given." },
    ),
    places,
    positions: optional(Type.Array(Type.Integer(), { description: "All cells, ascending." })),
  },
  async run({ what, retina, limit = 20, offset = 0, sense, withCells = false }, question) {
    const { positions, read } = await readWhat(question, "what", what, retina);
    const { name, map } = await mapOf(question, retina);
    const found = await question.ask(
      "app.explore",
      {
        ...(retina === undefined ? {} : { retina_name: retina }),
        positions: [...positions],
        limit,
        offset,
        ...(sense === undefined ? {} : { context_id: sense }),
      },
      "looking for similar terms",
    );
    const hasFew = positions.length <= MOST_CELLS;
    const senses = found.contexts.map(({ id, label, names, positions: cells }) => ({
      id,
      name: label,
      terms: names,
      cells: cells.length,
      ...(withCells && hasFew ? { positions: cells } : {}),
    }));
    const similar = fitting(
      found.rows.map(({ term, score, shareOfQuery, shareOfTerm, contextId }) => ({
        term,
        shared: score,
        shareOfQuery: rounded(shareOfQuery),
        shareOfTerm: rounded(shareOfTerm),
        sense: contextId,
      })),
      withCells ? 3000 : 7000,
    );
    const rest =
      lines(
        missing(
          offset + similar.length,
          found.passed,
          "terms",
          `ask again with offset ${offset + similar.length}`,
        ),
        withCells &&
          !hasFew &&
          `More than ${MOST_CELLS} cells are not listed; picture draws them, and ${EVALUATE} lists them.`,
      ) || null;
    const where = placesOf(map, positions, PLACES);
    return {
      text: [
        `${read.expression.slice(0, 200)} (${read.kind}, ${read.cells} cells, retina ${name}).`,
        readAsText(read),
        read.unknownWords.length > 0 && `Unknown words: ${read.unknownWords.join(", ")}.`,
        `Similar, with the cells they share: ${similar.map(({ term, shared }) => `${term} ${shared}`).join(", ")}.`,
        senses.length > 0 &&
          `Senses: ${senses.map(({ id, terms, cells }) => `${id}: ${terms.join(", ")} (${cells} cells)`).join("; ")}.`,
        `On the map: ${where.map(({ place, share }) => `${place} (${percent(share)})`).join("; ")}.`,
      ],
      data: {
        retina: { name, checksum: map.checksum },
        read,
        similar,
        total: found.passed,
        senses,
        places: where,
        ...(withCells && hasFew ? { positions: [...positions] } : {}),
      },
      leftOut: rest,
    };
  },
});

const EVALUATE = "POST /rest/expressions of a running service";

export const percent = (share: number) => `${Math.round(100 * share)}%`;
