import type { Output } from "../../../../core/api/client-types.ts";
import { panelSide } from "../../../../core/image/layout.ts";
import { IMAGE_PRESETS } from "../../../../core/image/style.ts";
import { toSvg } from "../../../../core/image/svg.ts";
import type {
  Example,
  Filter,
  Goal,
  Side,
} from "../../../../core/workspace/filters/filter-model.ts";
import type { Prepared, Report } from "../../../../core/workspace/filters/prepare-examples.ts";
import { ALLOWED, type Scored } from "../../../../core/workspace/filters/threshold-goals.ts";
import type { Atlas } from "../../../model/atlas.ts";
import type { ReportSection } from "../../../model/export-source.ts";
import { formatCount, formatScore, formatSize, plural } from "../../../model/format.ts";
import { namesFor } from "../../../model/map/picture-names.ts";
import type { Region } from "../../../model/map/region.ts";
import { regionsOfCells } from "../../../model/map/regions-of-cells.ts";
import type { PageFacts, PageTexts } from "../../../model/printed-page.ts";
import { GRADES, notMeasurable, predictionWords, warningOf } from "./quality-story.ts";

type RetinaCard = Output<"app.retinaCards">[number];

export interface CardMaterial {
  readonly filter: Filter;
  readonly prepared: Prepared;
  readonly report: Report;
  readonly scored: readonly Scored[];
  readonly threshold: number;
  readonly atlas: Atlas;
  readonly retina: RetinaCard;
  readonly today: Date;
}

const SHOWN_EXAMPLES = 4;
const LONGEST_TEXT = 105;
const LONGEST_CORPUS = 180;

/** All that another person needs to know of a filter before it is saved, on one page. */
export function cardFacts(material: CardMaterial): PageFacts {
  const { filter, report, atlas, retina, today } = material;
  const { positions } = report;
  return {
    title: filter.name,
    subtitle: "Category filter",
    notes: "",
    picture: cardPicture({ name: filter.name, positions, regions: atlas.regions }),
    size: formatSize(positions.length),
    legend: [],
    sections: [
      { title: "Intended use", lines: [filter.use?.trim() || "Not stated."] },
      thresholdSection(material),
      qualitySection(material),
      retinaSection(retina),
    ],
    regions: regionsOfCells(positions, atlas),
    texts: [examplesOf(material, "positive"), examplesOf(material, "negative")],
    table: null,
    footer: `Version ${formatCount(filter.version)} · made ${dayOf(filter.created)} · this card ${dayOf(today.toISOString())} · Semascope`,
  };
}

const dayOf = (iso: string): string => iso.slice(0, 10);

const GOALS: Readonly<Record<Goal, string>> = {
  balanced: "for the best F1",
  "few-false-alarms": `for at most ${ALLOWED * 100}% false alarms`,
  "few-misses": `for at most ${ALLOWED * 100}% missed`,
};

const BASES: Readonly<Record<Report["threshold"]["basis"], string>> = {
  background: "the examples and rows of the collection",
  samples: "the examples and texts that come with the program",
  examples: "the examples",
};

function thresholdSection({ filter, report, threshold }: CardMaterial): ReportSection {
  const { low, high, basis } = report.threshold;
  const from = BASES[basis];
  const how =
    filter.threshold === null
      ? `Suggested ${GOALS[filter.goal]}, from ${from}.`
      : `Set by hand; ${formatScore(report.threshold.suggested)} was suggested.`;
  return {
    title: "Threshold",
    lead: `A text matches if its cosine is at least ${formatScore(threshold)}.`,
    lines: [
      how,
      ...(low < high
        ? [`90% interval of the suggestion: ${formatScore(low)} to ${formatScore(high)}.`]
        : []),
    ],
  };
}

function qualitySection({
  filter,
  report,
  scored,
  threshold,
  prepared,
}: CardMaterial): ReportSection {
  const judged = { report, scored, threshold };
  const warning = warningOf(scored);
  const title = "Quality";
  if (warning !== "") return { title, lines: [warning] };
  const backdrop = prepared.population?.backdrop ?? null;
  const prediction = predictionWords(judged, backdrop);
  const lines = prediction === "" ? [notMeasurable(backdrop)] : [prediction];
  const isGraded = filter.threshold === null && report.band !== null && prediction !== "";
  return { title, ...(isGraded && report.band && { lead: GRADES[report.band] }), lines };
}

const retinaSection = ({ name, language, licence, terms, corpus }: RetinaCard): ReportSection => ({
  title: "Map",
  lead: name,
  lines: [
    `${language}, ${plural(terms, "term")}. Licence: ${shortened(licence, LONGEST_CORPUS) || "not stated"}.`,
    ...(corpus === "" ? [] : [`Corpus: ${shortened(corpus, LONGEST_CORPUS)}`]),
  ],
});

function examplesOf({ prepared }: CardMaterial, side: Side): PageTexts {
  const all: readonly Example[] = prepared[side];
  const title = side === "positive" ? "Matches" : "Does not match";
  return {
    title: `${title} · ${plural(all.length, "text")}`,
    texts: all.slice(0, SHOWN_EXAMPLES).map(({ text }) => shortened(text, LONGEST_TEXT)),
    more: Math.max(0, all.length - SHOWN_EXAMPLES),
  };
}

/** On one line; never cut inside a character. */
function shortened(text: string, longest: number): string {
  const line = [...text.replace(/\s+/g, " ").trim()];
  return line.length <= longest ? line.join("") : `${line.slice(0, longest).join("").trimEnd()}…`;
}

/** Pixels per cell. */
const SCALAR = 3;
const STYLE = IMAGE_PRESETS.light;

/** Width and height of the picture, in pixels. */
const PICTURE_SIDE = panelSide(SCALAR, STYLE);

interface Pictured {
  readonly name: string;
  readonly positions: readonly number[];
  /** Of the map, whose names are drawn. */
  readonly regions: readonly Region[];
}

/** The filter's fingerprint as the picture export draws it, with the names of the map's regions. */
function cardPicture({ name, positions, regions }: Pictured): string {
  const layers = [{ label: name, positions: Uint16Array.from(positions) }];
  const names = namesFor(regions, PICTURE_SIDE);
  const sheet = { panels: [{ layers, names }] };
  return toSvg(sheet, { scalar: SCALAR, style: STYLE }, { title: name });
}
