import { formatCount, plural } from "../../model/format.ts";
import type { MapLayer, Mark } from "../../model/map/layers.ts";
import "./legend.css";

interface LegendProps {
  readonly layers: readonly MapLayer[];
  /** Ids of layers that are not drawn now. */
  readonly hidden?: ReadonlySet<string>;
  /** Without it the legend only tells. */
  readonly onToggle?: (id: string) => void;
}

/** As many entries as one row has room for; more are put in columns, so that none is out of sight. */
const ROW = 4;

/** Which colour and mark is which; a click shows or hides a layer. What one fingerprint alone is, is said above the map. */
export function Legend({ layers, hidden, onToggle }: LegendProps) {
  if (layers.length === 0 || (layers.length === 1 && !layers[0]?.isOutside))
    return <div className="legend" />;
  // Shades have short names and no counts: six of them stand in a row, and a column would cut the longest.
  const isMany = layers.length > ROW && !layers.every(({ isOutside }) => isOutside);
  return (
    <ul className="legend" data-many={isMany || undefined} aria-label="Legend">
      {layers.map((layer) => (
        <li
          className="row"
          key={layer.id}
          title={`${layer.label}: ${plural(layer.positions.length, "cell")}`}
        >
          {onToggle && layers.length > 1 ? (
            <button
              type="button"
              className="legend-button row"
              aria-pressed={!hidden?.has(layer.id)}
              title={hidden?.has(layer.id) ? "Show" : "Hide"}
              onClick={() => onToggle(layer.id)}
            >
              <LegendEntry layer={layer} />
            </button>
          ) : (
            <LegendEntry layer={layer} />
          )}
        </li>
      ))}
    </ul>
  );
}

function LegendEntry({ layer }: { readonly layer: MapLayer }) {
  const { label, letter, colour, mark, opacity, positions, isOutside } = layer;
  // A sense has its count in the list of senses, and of a shade nobody asks how many cells have it.
  const hasCount = !letter && !isOutside;
  return (
    <>
      <MarkSign colour={colour} mark={mark ?? "square"} opacity={opacity ?? 1} />
      {letter && <strong>{letter}</strong>}
      <span className="legend-label clip" dir="auto">
        {label}
      </span>
      <span className={hasCount ? "figures muted" : "figures visually-hidden"}>
        {formatCount(positions.length)}
      </span>
    </>
  );
}

const SHAPES: Readonly<Record<Mark, string>> = {
  square: "M1 1H11V11H1Z",
  circle: "M6 1A5 5 0 1 1 6 11A5 5 0 1 1 6 1Z",
  diamond: "M6 0L12 6L6 12L0 6Z",
  ring: "M1 1H11V11H1ZM3.5 3.5V8.5H8.5V3.5Z",
};

interface MarkSignProps {
  readonly colour: string;
  readonly mark: Mark;
  readonly opacity: number;
}

function MarkSign({ colour, mark, opacity }: MarkSignProps) {
  return (
    <svg width="12" height="12" aria-hidden="true">
      <path d={SHAPES[mark]} fill={`var(--${colour})`} fillOpacity={opacity} fillRule="evenodd" />
    </svg>
  );
}
