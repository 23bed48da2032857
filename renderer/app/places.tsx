import { MapPinned, SquareDashedMousePointer } from "lucide-react";
import { useMemo, useState } from "react";
import { create } from "zustand";
import { SIDE } from "../../core/kernel/grid.ts";
import { IconButton } from "../components/controls/button.tsx";
import { BoxTrigger, FloatBox } from "../components/controls/float-box.tsx";
import { clustersOf } from "../components/fingerprint-grid/summary.ts";
import type { Atlas } from "../model/atlas.ts";
import { formatCount, plural } from "../model/format.ts";
import { unionOf } from "../model/map/layers.ts";
import type { Region } from "../model/map/region.ts";
import { setBrush } from "../state/brush.ts";
import { lights, useEndHover } from "../state/hover.ts";
import { useMapTools } from "../state/map-tools.ts";
import { usePublished } from "../state/publish.ts";
import { useAtlas } from "../state/retina.ts";

export const usePlaces = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

/** Every named place of the map, found by name; a press flies there. */
export function Places() {
  const { isOpen } = usePlaces();
  return (
    <BoxTrigger isOpen={isOpen} onOpenChange={(open) => usePlaces.setState({ isOpen: open })}>
      <IconButton icon={MapPinned} label="Places on the map" keys="Shift+F" />
      <FloatBox label="Places on the map" className="places" placement="bottom end">
        <PlaceList />
      </FloatBox>
    </BoxTrigger>
  );
}

const focus = (box: HTMLInputElement | null) => box?.focus();

function PlaceList() {
  const atlas = useAtlas();
  const { layers } = usePublished(({ map }) => map);
  const [sought, setSought] = useState("");
  useEndHover(sought);
  const set = useMemo(() => new Set(unionOf(layers)), [layers]);
  const places = useMemo(
    () => (atlas ? placesFor(atlas, { sought, set }) : []),
    [atlas, sought, set],
  );
  return (
    <>
      <input
        type="search"
        className="across"
        aria-label="Name of the place"
        placeholder="Find a place"
        dir="auto"
        ref={focus}
        value={sought}
        onChange={({ currentTarget }) => setSought(currentTarget.value)}
      />
      {atlas && (
        <p className="muted figures fine" role="status">
          {sought.trim() === ""
            ? `The largest of ${plural(atlas.regions.length, "named place")}${set.size > 0 ? ", those with the most set cells first" : ""}`
            : places.length === 0
              ? `No place matches “${sought.trim()}”.`
              : plural(places.length, "place")}
        </p>
      )}
      <ul className="places-list scroll" aria-label="Places">
        {atlas &&
          places.map(({ region, inside }) => (
            <Place key={region.id} atlas={atlas} region={region} inside={inside} />
          ))}
      </ul>
    </>
  );
}

interface PlaceProps {
  readonly atlas: Atlas;
  readonly region: Region;
  /** Of its cells are set. */
  readonly inside: number;
}

function Place({ atlas, region, inside }: PlaceProps) {
  const { id, name, size, level } = region;
  const cells = () => atlas.cellsOf(id);
  const terms = atlas.termsOf(id).join(", ");
  return (
    <li
      className="place row gap-0"
      data-level={level}
      {...lights(() => ({ name: `place ${id}`, positions: cells() }))}
    >
      <button
        type="button"
        className="pick row gap-3 apart grow"
        title={terms === "" ? undefined : `Typical terms: ${terms}`}
        onClick={() => flyTo(region, cells())}
      >
        <span className={level === 0 ? "clip strong" : "clip"} dir="auto">
          {name}
        </span>
        <span className="muted figures fixed">
          {inside > 0 ? `${formatCount(inside)} of ${formatCount(size)}` : formatCount(size)}
        </span>
      </button>
      <IconButton
        icon={SquareDashedMousePointer}
        isSmall
        label={`Select the cells of ${name}`}
        onPress={() => setBrush(`Select the cells of ${name}`, cells())}
      />
    </li>
  );
}

/** Places may run on over the map's edge: what is shown is the part that their name stands in. */
function flyTo({ x, y }: Region, cells: readonly number[]): void {
  const named = Math.floor(y) * SIDE + Math.floor(x);
  const parts = clustersOf(cells, () => "");
  const part = parts.find(({ positions }) => positions.includes(named)) ?? parts[0];
  if (part) useMapTools.getState().controls?.zoomToCells(part.positions);
  usePlaces.setState({ isOpen: false });
}

interface Found {
  readonly region: Region;
  /** How many of its cells are set. */
  readonly inside: number;
}

interface Sought {
  readonly sought: string;
  /** Cells that are set. */
  readonly set: ReadonlySet<number>;
}

/** Levels that are listed before anything was typed. */
const FIRST_LEVELS = 2;

const MOST = 80;

/** Places whose name holds what was typed, beginnings first; before that the widest. Those with most set cells lead. */
export function placesFor(
  atlas: Pick<Atlas, "regions" | "cellsOf">,
  { sought, set }: Sought,
): Found[] {
  const typed = sought.trim().toLowerCase();
  const fits = ({ level, name }: Region) =>
    typed === "" ? level < FIRST_LEVELS : name.toLowerCase().includes(typed);
  const isBeginning = ({ name }: Region) => name.toLowerCase().startsWith(typed);
  const order = (a: Found, b: Found) =>
    typed === ""
      ? b.inside - a.inside
      : Number(isBeginning(b.region)) - Number(isBeginning(a.region));
  return atlas.regions
    .filter(fits)
    .map((region) => ({ region, inside: insideOf(atlas.cellsOf(region.id), set) }))
    .sort(
      (a, b) =>
        order(a, b) ||
        a.region.level - b.region.level ||
        b.inside - a.inside ||
        b.region.size - a.region.size,
    )
    .slice(0, MOST);
}

const insideOf = (cells: readonly number[], set: ReadonlySet<number>): number =>
  set.size === 0 ? 0 : cells.reduce((count, cell) => count + Number(set.has(cell)), 0);
