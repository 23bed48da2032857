import { escapeXml } from "../../../../core/image/svg.ts";
import type { ReportSection } from "../../../model/export-source.ts";
import { BAR, INK, PAPERS, type Paper, QUIET, RULE } from "../../../model/filters/card/paper.ts";
import { formatCount } from "../../../model/format.ts";
import type { ReportFacts, ReportTable } from "./report-facts.ts";

/** The report as a page of its own: no script, nothing from outside, every text escaped; it prints on paper as it is. */
export function reportHtml(facts: ReportFacts, paper: Paper): string {
  const { title, subtitle, notes, picture, size, legend, sections, regions, table, footer } = facts;
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
    `<main><div class="map">${picture.replace(/^<\?xml[^>]*>\s*/, "")}</div><div>`,
    `<section><h2>On the map</h2><p class="lead">${escapeXml(size)}</p>`,
    ...legend.map(
      ({ colour, name, cells }) =>
        `<p class="key" dir="auto"><i style="background:${escapeXml(colour)}"></i>${escapeXml(name)} <span>${escapeXml(cells)}</span></p>`,
    ),
    "</section>",
    ...sections.map(section),
    regions.length === 0 ? "" : `<section><h2>Where it is</h2><ul class="regions">`,
    ...regions.map(
      (each) =>
        `<li><b dir="auto">${escapeXml(each.title)}</b> <span dir="auto">${escapeXml(each.facts)}</span><i style="width:${Math.round(each.share * 1000) / 10}%"></i></li>`,
    ),
    regions.length === 0 ? "" : "</ul></section>",
    "</div></main>",
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

const section = ({ title, lead, lines }: ReportSection): string =>
  `<section><h2>${escapeXml(title)}</h2>${lead ? `<p class="lead" dir="auto">${escapeXml(lead)}</p>` : ""}${lines
    .map((line) => `<p dir="auto">${escapeXml(line)}</p>`)
    .join("")}</section>`;

/** With more the page would not fit on one sheet. */
const MOST_ROWS = 20;

function tableOf({ columns, rows: all, isNumber, total }: ReportTable): string {
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

const styleFor = (paper: Paper): string => {
  const { css, width } = PAPERS[paper];
  return `@page{size:${css};margin:12mm}
*{box-sizing:border-box}
body{max-width:${width}px;margin:28px auto;padding:0 20px;color:${INK};background:#fff;font:13px/1.5 Inter,'Segoe UI','Helvetica Neue',Arial,sans-serif}
h1{margin:0;font-size:26px;line-height:1.2;overflow-wrap:anywhere}
h2{margin:18px 0 4px;font-size:11px;font-weight:600;color:${QUIET}}
p{margin:0 0 4px;overflow-wrap:anywhere}
header p,footer,.more{color:${QUIET};font-size:12px}
.notes{margin:14px 0;padding-left:14px;border-left:3px solid ${BAR}}
.notes h2{margin-top:0}
main{display:grid;grid-template-columns:minmax(0,56fr) minmax(0,44fr);gap:28px;margin-top:14px}
.map svg{display:block;width:100%;height:auto}
main section:first-child h2{margin-top:0}
.key span{color:${QUIET};font-size:12px}
.key i{display:inline-block;width:9px;height:9px;margin-right:7px;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.lead{font-size:15px;font-weight:600}
ul{margin:0;padding:0;list-style:none}
.regions li{margin:0 0 5px}
.regions span{color:${QUIET}}
.regions i{display:block;height:3px;margin:2px 0;background:${BAR};print-color-adjust:exact;-webkit-print-color-adjust:exact}
table{width:100%;margin-top:18px;border-collapse:collapse;font-size:12px;font-variant-numeric:tabular-nums}
th{padding:4px 10px 4px 0;border-bottom:1px solid ${RULE};color:${QUIET};font-size:11px;text-align:start;vertical-align:bottom}
td{padding:3px 10px 3px 0;border-bottom:1px solid #efede7;vertical-align:top;overflow-wrap:anywhere}
th.number,td.number{text-align:end;white-space:nowrap}
th:last-child,td:last-child{padding-right:0}
footer{margin-top:18px;padding-top:8px;border-top:1px solid ${RULE}}
@media print{body{margin:0;padding:0;max-width:none;font-size:11px;line-height:1.4}table{font-size:10.5px}tr,li,section{break-inside:avoid}}
@media screen and (max-width:640px){main{grid-template-columns:1fr}}`;
};
