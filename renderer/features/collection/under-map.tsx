import { type ReactNode, useMemo } from "react";
import { createPortal } from "react-dom";
import { warmestOf } from "../../model/map/layers.ts";
import { regionsOfCells } from "../../model/map/regions-of-cells.ts";
import { useRoomUnderMap } from "../../state/map-column.ts";
import { usePublished } from "../../state/publish.ts";
import { useAtlas } from "../../state/retina.ts";
import "./under-map.css";

interface UnderMapProps {
  readonly children: ReactNode;
  /** Where there is no room under the map. */
  readonly otherwise?: ReactNode;
}

/** Something that is shown under the map beside the table. */
export function UnderMap({ children, otherwise = null }: UnderMapProps) {
  const { element } = useRoomUnderMap();
  return element === null ? otherwise : createPortal(children, element);
}

/** Main regions, by the names of its places: of each of two heats where there are two. */
export function WarmestPlaces() {
  const { layers, emptyText } = usePublished(({ map }) => map);
  const atlas = useAtlas();
  const heats = useMemo(() => {
    const colours = [...new Set(layers.map(({ colour }) => colour))];
    return colours.map((colour) => layers.filter((layer) => layer.colour === colour)).reverse();
  }, [layers]);
  const lists = useMemo(
    () => (atlas === null ? [] : heats.map((heat) => regionsOfCells(warmestOf(heat), atlas))),
    [heats, atlas],
  );
  if (emptyText !== "" && layers.length === 0) return null;
  return (
    <section className="warmest stack gap-3 scroll" aria-label="Main regions">
      {lists.map((regions, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first of two is always A
        <div className="stack gap-1" key={at}>
          <h3>{lists.length === 1 ? "Main regions" : `More in ${at === 0 ? "A" : "B"}`}</h3>
          <ul>
            {regions.map(({ title, facts }) => (
              <li className="stack gap-0 at-top" key={title}>
                <span className="strong" dir="auto">
                  {title}
                </span>
                <span className="muted figures fine" dir="auto">
                  {facts}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
