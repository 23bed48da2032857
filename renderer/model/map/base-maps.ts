import { makeBaseMap } from "../../../core/basemap/base-map.ts";
import type { BaseMap, Geography } from "../../../core/basemap/types.ts";

const known = new WeakMap<Geography, BaseMap>();

/** Keeps a ground that was made apart from the page, for pictures of the same map. */
export const keepBaseMap = (geography: Geography, map: BaseMap): void => {
  known.set(geography, map);
};

/** The ground of a map; made here only where nobody has made it yet. */
export function baseMapOf(geography: Geography): BaseMap {
  const before = known.get(geography);
  if (before) return before;
  const map = makeBaseMap(geography);
  known.set(geography, map);
  return map;
}
