import { escapeXml } from "../../../core/image/svg.ts";
import type { ReportSection } from "../../model/export-source.ts";
import { formatCount } from "../../model/format.ts";
import {
  BAR,
  INK,
  PAPERS,
  type PageFacts,
  type PageTable,
  type PageTexts,
  type Paper,
  QUIET,
  RULE,
} from "../../model/printed-page.ts";
import pageStyle from "./printed-page.css?raw";

/** A page of its own: no script, nothing from outside, every text escaped; it prints on paper as it is. */
export function pageHtml(facts: PageFacts, paper: Paper): string {
  const { title, subtitle, notes, picture, size, legend, sections, texts, table, footer } = facts;
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeXml(title)}</title>`,
    `<style>${styleFor(paper)}</style>`,
    "</head>",
    "<body>",
    `<header><h1 dir="auto">${escapeXml(title)}</h1><p>${escapeXml(subtitle)}</p></header>`,
    notes === "" ? "" : `<section class="notes"><h2>Notes</h2>${paragraphs(notes)}</section>`,
    `<main><div class="map">${picture.replace(/^<\?xml[^>]*>\s*/, "")}${regions(facts)}</div><div>`,
    `<section><h2>On the map</h2><p class="lead">${escapeXml(size)}</p>`,
    ...legend.map(
      ({ colour, name, cells }) =>
        `<p class="key" dir="auto"><i style="background:${escapeXml(colour)}"></i>${escapeXml(name)} <span>${escapeXml(cells)}</span></p>`,
    ),
    "</section>",
    ...sections.map(section),
    "</div></main>",
    texts.length === 0 ? "" : `<div class="texts">${texts.map(textsOf).join("")}</div>`,
    table === null || table.rows.length === 0 ? "" : tableOf(table),
    `<footer>${escapeXml(footer)}</footer>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const paragraphs = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => `<p dir="auto">${escapeXml(line)}</p>`)
    .join("");

const regions = ({ regions }: PageFacts): string =>
  regions.length === 0
    ? ""
    : `<section><h2>Where it is</h2><ul class="regions">${regions
        .map(
          ({ title, facts, share }) =>
            `<li><b dir="auto">${escapeXml(title)}</b> <span dir="auto">${escapeXml(facts)}</span><i style="width:${Math.round(share * 1000) / 10}%"></i></li>`,
        )
        .join("")}</ul></section>`;

const textsOf = ({ title, texts, more }: PageTexts): string =>
  `<section><h2>${escapeXml(title)}</h2><ul>${texts
    .map((text) => `<li dir="auto">${escapeXml(text)}</li>`)
    .join(
      "",
    )}</ul>${more > 0 ? `<p class="more">and ${formatCount(more)} more</p>` : ""}</section>`;

const section = ({ title, lead, lines }: ReportSection): string =>
  `<section><h2>${escapeXml(title)}</h2>${lead ? `<p class="lead" dir="auto">${escapeXml(lead)}</p>` : ""}${lines
    .map((line) => `<p dir="auto">${escapeXml(line)}</p>`)
    .join("")}</section>`;

/** With more the page would not fit on one sheet. */
const MOST_ROWS = 20;

function tableOf({ columns, rows: all, isNumber, total }: PageTable): string {
  const rows = all.slice(0, MOST_ROWS);
  const align = (at: number) => (isNumber[at] ? ' class="number"' : ' dir="auto"');
  const more = total - rows.length;
  return [
    "<table><thead><tr>",
    ...columns.map((column, at) => `<th scope="col"${align(at)}>${escapeXml(column)}</th>`),
    "</tr></thead><tbody>",
    ...rows.map(
      (row) =>
        `<tr>${row.map((cell, at) => `<td${align(at)}>${escapeXml(cell)}</td>`).join("")}</tr>`,
    ),
    "</tbody></table>",
    more > 0 ? `<p class="more">and ${formatCount(more)} more rows</p>` : "",
  ].join("\n");
}

/** Paper and colours are the page's; all else is in the style sheet. */
const styleFor = (paper: Paper): string => {
  const { css, width } = PAPERS[paper];
  const values = `--page:${width}px;--ink:${INK};--quiet:${QUIET};--rule:${RULE};--bar:${BAR}`;
  return `@page{size:${css};margin:12mm}:root{${values}}${pageStyle}`;
};
