import { escapeXml } from "../../../core/image/svg.ts";
import type { ReportSection } from "../../model/export-source.ts";
import { formatCount } from "../../model/format.ts";
import {
  BAR,
  PAPERS,
  type PageFacts,
  type PageTable,
  type PageTexts,
  type Paper,
} from "../../model/printed-page.ts";
import pageStyle from "./printed-page.css?raw";

/** A file of its own: no script, nothing from outside; it prints on paper as it is. */
export function pageHtml(facts: PageFacts, paper: Paper): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeXml(facts.title)}</title>`,
    `<style>@page{size:${PAPERS[paper]};margin:${PAGE_MARGIN}}body{margin:0}${pageStyle}</style>`,
    "</head>",
    "<body>",
    pageBody(facts),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

export const PAGE_MARGIN = "12mm";

/** What stands on the page, every text escaped. Colours are attributes of drawings: policies forbid styles in elements. */
export function pageBody(facts: PageFacts): string {
  const { title, subtitle, notes, picture, size, legend, sections, texts, table, footer } = facts;
  return [
    '<div class="page">',
    `<header><h1 dir="auto">${escapeXml(title)}</h1><p>${escapeXml(subtitle)}</p></header>`,
    notes === "" ? "" : `<section class="notes"><h2>Notes</h2>${paragraphs(notes)}</section>`,
    `<main><div class="map">${picture.replace(/^<\?xml[^>]*>\s*/, "")}${regions(facts)}</div><div>`,
    `<section><h2>On the map</h2><p class="lead">${escapeXml(size)}</p>`,
    ...legend.map(
      ({ colour, name, cells }) =>
        `<p class="key" dir="auto">${bar("swatch", 1, colour)}${escapeXml(name)} <span>${escapeXml(cells)}</span></p>`,
    ),
    "</section>",
    ...sections.map(section),
    "</div></main>",
    texts.length === 0 ? "" : `<div class="texts">${texts.map(textsOf).join("")}</div>`,
    table === null || table.rows.length === 0 ? "" : tableOf(table),
    `<footer>${escapeXml(footer)}</footer>`,
    "</div>",
  ].join("\n");
}

/** A bar that takes a share of its room. */
const bar = (name: string, share: number, colour: string): string =>
  `<svg class="${name}" viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round(share * 1000)}" height="1" fill="${escapeXml(colour)}"/></svg>`;

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
            `<li><b dir="auto">${escapeXml(title)}</b> <span dir="auto">${escapeXml(facts)}</span>${bar("share", share, BAR)}</li>`,
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
const MOST_ROWS = 15;

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
