import { type Static, Type } from "#typebox";
import { nullable } from "../../../api/schema/replies.ts";
import { badInput } from "../../../errors.ts";
import { heatPicture } from "../../files/heat-picture.ts";
import { optional, retinaUsed } from "../fields.ts";
import { mapOf } from "../map-names.ts";
import { readAs, readWhat, WHAT } from "../read-what.ts";
import { defineTool, type Question } from "../tool.ts";
import { COLLECTION, collectionOf, rowsFor, someRows, usedQuery } from "../which-rows.ts";
import { RETINA } from "./explore.ts";

const SCALAR = 4;
/** With names and a legend, which have to be read. */
const HEAT_SCALAR = 5;
const TOPICS = 20;

export const picture = defineTool({
  name: "picture",
  fields: { "": "rows.like" },
  title: "A picture of the map",
  description:
    "A PNG, and the same as SVG to keep, of a fingerprint (what), of two side by side with their overlay (what and beside), or of where a collection's rows lie (collection).",
  input: {
    what: optional(WHAT),
    beside: optional(WHAT),
    retina: RETINA,
    collection: optional(COLLECTION),
    rows: optional(someRows),
  },
  output: {
    retina: retinaUsed,
    shows: Type.String({ description: "What is on the picture." }),
    left: nullable(readAs, { description: "How what was read; null for a collection." }),
    right: nullable(readAs, { description: "How beside was read; null without it." }),
    query: nullable(usedQuery, { description: "Of a collection: which rows." }),
    rows: nullable(Type.Integer({ minimum: 0 }), { description: "Rows counted, of a collection." }),
    svg: Type.String({ description: "Address of the resource with the SVG." }),
  },
  run({ collection, rows, what, beside, retina }, question) {
    if (collection !== undefined) {
      if (what !== undefined || beside !== undefined)
        throw badInput("what", "Give either “what” or “collection”, not both.");
      return heatOf(question, collection, rows ?? {});
    }
    if (what === undefined)
      throw badInput("what", "Give “what” to draw, or a “collection” whose rows to draw.");
    if (rows !== undefined) throw badInput("rows", "“rows” needs “collection” beside it.");
    return fingerprintOf(question, { what, beside, retina });
  },
});

interface Things {
  readonly what: string;
  readonly beside: string | undefined;
  readonly retina: string | undefined;
}

async function fingerprintOf(question: Question, { what, beside, retina }: Things) {
  const left = await readWhat(question, "what", what, retina);
  const right = beside === undefined ? null : await readWhat(question, "beside", beside, retina);
  const { name, map } = await mapOf(question, retina);
  const on = { ...(retina === undefined ? {} : { retina_name: retina }), image_scalar: SCALAR };
  const draw = async (image_encoding: "base64/png" | "base64/svg") => {
    const { data } =
      right === null
        ? await question.ask("image.draw", { ...on, image_encoding, body: left.json }, "drawing")
        : await question.ask(
            "image.compare",
            { ...on, image_encoding, body: [left.json, right.json] },
            "drawing",
          );
    return String(data);
  };
  const png = await draw("base64/png");
  const svg = Buffer.from(await draw("base64/svg"), "base64").toString();
  const names = [left, ...(right === null ? [] : [right])].map(({ read }) =>
    read.expression.slice(0, 100),
  );
  const shows =
    right === null
      ? `The fingerprint of ${names[0]}: ${left.read.cells} cells.`
      : `Left ${names[0]}, right ${names[1]}, between them both.`;
  const uri = question.keep({ title: shows, svg });
  return {
    text: [`${shows} Retina ${name}. SVG: ${uri}`],
    png,
    resource: { uri, title: shows },
    data: {
      retina: { name, checksum: map.checksum },
      shows,
      left: left.read,
      right: right?.read ?? null,
      query: null,
      rows: null,
      svg: uri,
    },
  };
}

async function heatOf(question: Question, name: string, rows: Static<typeof someRows>) {
  const info = await collectionOf(question, name);
  const { retina } = info;
  const { query, shown } = await rowsFor(question, info, rows, "rows.");
  const asked = { name, query };
  const heat = await question.ask("app.collectionHeat", asked, "counting cells");
  const { topics } = await question.ask(
    "app.collectionTopics",
    { ...asked, limit: TOPICS },
    "finding names",
  );
  const { map } = await mapOf(question, retina.name);
  const geography = { ...map, density: map.load };
  const sheet = heatPicture({ name, heat, topics, map: geography, ground: "none" });
  // What draws takes a processor 0.1 s to load, and most assistants ask for no picture.
  const { drawPng, svgOf } = await import("../../files/draw-picture.ts");
  const svg = svgOf(sheet, HEAT_SCALAR);
  const shows = `Where ${heat.rows} of ${heat.total} rows of ${name} lie: how many rows set each cell.`;
  const uri = question.keep({ title: shows, svg });
  const { png, lacking } = drawPng(svg);
  return {
    text: [`${shows} SVG: ${uri}`, ...(lacking === undefined ? [] : [lacking])],
    png: Buffer.from(png).toString("base64"),
    resource: { uri, title: shows },
    data: {
      retina,
      shows,
      left: null,
      right: null,
      query: shown,
      rows: heat.rows,
      svg: uri,
    },
  };
}
