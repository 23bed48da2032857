import type { Output } from "../../../core/api/client-types.ts";
import { plural } from "../../model/format.ts";
import type { PlaceCells } from "./pieces.ts";
import "./explain.css";

/** A patch of shared cells; its words where a side is a text. */
export interface RegionRow {
  readonly label: string;
  readonly positions: readonly number[];
  readonly share: number;
  readonly terms: readonly string[];
  /** Words behind it, those that account for most first. */
  readonly words?: readonly string[];
}

interface RegionListProps {
  readonly regions: readonly RegionRow[];
  readonly chosen: string | null;
  readonly onChoose: (region: RegionRow) => void;
  readonly onHover: (region: RegionRow | null) => void;
}

/** Where on the map two things agree; the cells of all regions add up to the overlap. */
export function RegionList({ regions, chosen, onChoose, onHover }: RegionListProps) {
  return (
    <ul className="region-list">
      {regions.map((region) => (
        <li key={region.label}>
          <button
            type="button"
            className="region-row columns pick"
            aria-pressed={chosen === region.label}
            onPointerEnter={() => onHover(region)}
            onPointerLeave={() => onHover(null)}
            onFocus={() => onHover(region)}
            onBlur={() => onHover(null)}
            onClick={() => onChoose(region)}
          >
            <span className="strong" dir="auto">
              {region.label}
            </span>
            <span className="muted figures">{plural(region.positions.length, "cell")}</span>
            <span className="region-terms breaks muted" dir="auto">
              {termsOf(region)}
            </span>
            {region.words && region.words.length > 0 && (
              <span className="region-terms breaks" dir="auto">
                from {region.words.map((word) => `“${word}”`).join(", ")}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

const termsOf = ({ label, terms }: RegionRow): string =>
  terms.filter((term) => term !== label).join(", ");

type Match = Output<"app.explainMatch">;

const SHOWN_WORDS = 4;

/** A word that accounts for less of a region is not named beside it. */
const LEAST_SHARE = 0.08;

/** Regions with the words of both sides that switched them on. */
export function regionRows({ regions, left, right }: Match): RegionRow[] {
  return regions.map((region) => {
    const least = LEAST_SHARE * region.positions.length;
    const words = (["left", "right"] as const).flatMap((side) => {
      const { credits } = side === "left" ? left : right;
      return region[side]
        .filter(({ cells }) => cells >= least)
        .map(({ place, cells }) => ({
          word: (credits[place]?.word ?? "").toLowerCase(),
          cells,
        }));
    });
    const named = words.sort((a, b) => b.cells - a.cells).map(({ word }) => word);
    return { ...region, words: [...new Set(named)].slice(0, SHOWN_WORDS) };
  });
}

/** The words behind one region, by place; undefined while no region is chosen. */
export function wordsOfRegion(
  { regions }: Match,
  label: string | null,
  side: "left" | "right",
): PlaceCells | undefined {
  const region = regions.find((each) => each.label === label);
  return region && new Map(region[side].map(({ place, cells }) => [place, cells]));
}
