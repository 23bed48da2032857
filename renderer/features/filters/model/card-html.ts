import { escapeXml } from "../../../../core/image/svg.ts";
import { BAR, INK, PAPERS, type Paper, QUIET, RULE } from "../../../model/filters/card/paper.ts";
import { formatCount } from "../../../model/format.ts";
import type { CardExamples, CardFacts, CardSection } from "./card-facts.ts";
import { cardPicture } from "./card-picture.ts";

/** The card as a page of its own that prints on one sheet: no script, nothing from outside, every text escaped. */
export function cardHtml(facts: CardFacts, paper: Paper): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeXml(facts.name)}</title>`,
    `<style>${styleFor(paper)}</style>`,
    "</head>",
    "<body>",
    `<header><h1 dir="auto">${escapeXml(facts.name)}</h1><p>${escapeXml(facts.subtitle)}</p></header>`,
    '<main><div class="map">',
    cardPicture(facts),
    "<h2>Regions it covers</h2>",
    `<ul class="regions">${facts.regions.map(regionItem).join("")}</ul>`,
    "</div><div>",
    facts.sections.map(section).join("\n"),
    "</div></main>",
    `<div class="examples">${facts.examples.map(examples).join("\n")}</div>`,
    `<footer>${escapeXml(facts.footer)}</footer>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const regionItem = ({ title, share, facts }: CardFacts["regions"][number]): string =>
  `<li><b dir="auto">${escapeXml(title)}</b> <span dir="auto">${escapeXml(facts)}</span><i style="width:${percent(share)}"></i></li>`;

/** Of the bar, which is as wide as the column for all cells. */
const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

const section = ({ title, lead, lines }: CardSection): string =>
  `<section><h2>${escapeXml(title)}</h2>${lead ? `<p><b dir="auto">${escapeXml(lead)}</b></p>` : ""}${lines
    .map((line) => `<p dir="auto">${escapeXml(line)}</p>`)
    .join("")}</section>`;

const examples = ({ title, texts, more }: CardExamples): string =>
  `<section><h2>${escapeXml(title)}</h2><ul>${texts
    .map((text) => `<li dir="auto">${escapeXml(text)}</li>`)
    .join("")}</ul>${more > 0 ? `<p>and ${formatCount(more)} more</p>` : ""}</section>`;

const styleFor = (paper: Paper): string => {
  const { css, width } = PAPERS[paper];
  return `@page{size:${css};margin:10mm}
*{box-sizing:border-box}
body{max-width:${width - 90}px;margin:24px auto;padding:0 12px;color:${INK};background:#fff;font:12px/1.45 Inter,'Segoe UI','Helvetica Neue',Arial,sans-serif}
h1{margin:0;font-size:26px;line-height:1.2;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
h2{margin:16px 0 4px;font-size:11px;font-weight:600;color:${QUIET}}
p{margin:0 0 4px;overflow-wrap:anywhere}
header p,footer,.examples p{color:${QUIET}}
main{display:grid;grid-template-columns:393px minmax(0,1fr);gap:28px;margin-top:12px}
.map svg{display:block;max-width:100%;height:auto}
section:first-child h2{margin-top:0}
.examples section:first-child h2{margin-top:16px}
ul{margin:0;padding:0;list-style:none}
li{margin:0 0 4px;overflow-wrap:anywhere}
.regions i{display:block;height:4px;margin:2px 0;background:${BAR};print-color-adjust:exact;-webkit-print-color-adjust:exact}
.regions b{font-weight:600}
.regions span{color:${QUIET}}
.examples{display:grid;grid-template-columns:1fr 1fr;gap:28px;border-top:1px solid ${RULE};margin-top:16px}
footer{border-top:1px solid ${RULE};margin-top:16px;padding-top:8px}
@media print{body{margin:0;padding:0;max-width:none;font-size:11px;line-height:1.35}main{grid-template-columns:320px minmax(0,1fr);gap:24px}h2{margin-top:10px}li{margin-bottom:2px}.examples,footer{margin-top:10px}}
@media screen and (max-width:640px){main,.examples{grid-template-columns:1fr}}`;
};
