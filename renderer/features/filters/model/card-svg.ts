import { escapeXml } from "../../../../core/image/svg.ts";
import { PAPERS, type Paper, QUIET, RULE } from "../../../model/filters/card/paper.ts";
import { Column } from "./card-column.ts";
import type { CardFacts } from "./card-facts.ts";
import { cardPicture, PICTURE_SIDE } from "./card-picture.ts";

const MARGIN = 44;
const GAP = 26;
/** Pixels from the lower edge of the sheet to the line over the footer. */
const FOOT = MARGIN + 20;

/** The card as one drawing of the size of a sheet of paper: no script, nothing from outside, every text escaped. */
export function cardSvg(facts: CardFacts, paper: Paper): string {
  const { width, height } = PAPERS[paper];
  const inner = width - 2 * MARGIN;
  const head = new Column({ x: MARGIN, y: MARGIN, width: inner });
  head.write(facts.name, { size: 26, weight: 600, most: 2 });
  head.write(facts.subtitle, { size: 12, colour: QUIET, most: 1 });
  const foot = new Column({ x: MARGIN, y: height - FOOT + 14, width: inner });
  foot.write(facts.footer, { size: 11, colour: QUIET, most: 1 });
  const [left, right] = mainColumns(facts, head.y + 10, inner);
  const below = Math.max(left.y, right.y) + 8;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(facts.name)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<g transform="translate(${MARGIN} ${head.y + 10})">${cardPicture(facts)}</g>`,
    rule(below, inner),
    rule(height - FOOT, inner),
    ...[
      head,
      left,
      right,
      ...exampleColumns(facts, { below, inner, limit: height - FOOT - 4 }),
      foot,
    ].flatMap(({ parts }) => parts),
    "</svg>",
    "",
  ].join("\n");
}

const rule = (y: number, length: number): string =>
  `<path d="M${MARGIN} ${y}h${length}" stroke="${RULE}"/>`;

/** The regions under the picture, and everything that is said in words beside it. */
function mainColumns(facts: CardFacts, top: number, inner: number): readonly [Column, Column] {
  const left = new Column({ x: MARGIN, y: top + PICTURE_SIDE + 14, width: PICTURE_SIDE });
  left.heading("Regions it covers");
  for (const region of facts.regions) left.region(region);
  const x = MARGIN + PICTURE_SIDE + GAP;
  const right = new Column({ x, y: top, width: inner - PICTURE_SIDE - GAP });
  for (const section of facts.sections) right.section(section);
  return [left, right];
}

interface Room {
  readonly below: number;
  readonly inner: number;
  readonly limit: number;
}

/** Both sides side by side, as many texts as have room. */
function exampleColumns({ examples }: CardFacts, { below, inner, limit }: Room): Column[] {
  const half = (inner - GAP) / 2;
  return examples.map((side, place) => {
    const column = new Column({ x: MARGIN + place * (half + GAP), y: below + 14, width: half });
    column.examples(side, limit);
    return column;
  });
}
