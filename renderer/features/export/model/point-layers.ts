import { type MapLayer, MOST_LAYERS } from "../../../model/map/layers.ts";
import { cellOfPoint, type MapPoints, type PointClass } from "../../../model/map/points.ts";

/**
 * Points for a picture, whose smallest part is a cell: for each kind the cells that points of it lie in. Kinds beyond the
 * most that a picture tells apart are one layer.
 */
export function pointLayers(points: Omit<MapPoints, "textOf" | "onOpen">): readonly MapLayer[] {
  const cells = points.classes.map(() => new Set<number>());
  for (let i = 0; i < points.ids.length; i++)
    cells[points.classOf[i]!]!.add(cellOfPoint(points, i));
  const layers = points.classes.map((each, index) => layerOf(each, index, cells[index]!));
  if (layers.length <= MOST_LAYERS) return layers.filter(isSet);
  const [first, ...others] = layers.slice(MOST_LAYERS - 1);
  const united = new Set(cells.slice(MOST_LAYERS - 1).flatMap((own) => [...own]));
  const label = [first!, ...others].map((layer) => layer.label).join(", ");
  const last = { ...first!, label, positions: ascending(united) };
  return [...layers.slice(0, MOST_LAYERS - 1), last].filter(isSet);
}

const isSet = ({ positions }: MapLayer) => positions.length > 0;

const ascending = (cells: ReadonlySet<number>) => Uint16Array.from(cells).sort();

/** Between two colours a layer is faint: it has one of them. */
function layerOf(
  { label, colour, towards }: PointClass,
  index: number,
  cells: ReadonlySet<number>,
): MapLayer {
  const share = towards?.share ?? 0;
  return {
    id: `points ${index}`,
    label,
    positions: ascending(cells),
    colour: towards !== undefined && share >= 0.5 ? towards.colour : colour,
    mark: "circle",
    opacity: towards === undefined ? 1 : 0.3 + 1.4 * Math.abs(share - 0.5),
  };
}
