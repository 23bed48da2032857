import { formatCount, plural } from "../../model/format.ts";
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
  const total = regions.reduce((sum, { positions }) => sum + positions.length, 0);
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
            <span className="muted figures">
              {formatCount(region.positions.length)} of {plural(total, "cell")}
            </span>
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
