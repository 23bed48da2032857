import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Output } from "../../core/api/client-types.ts";
import { SIDE } from "../../core/kernel/grid.ts";
import { cellQuery, retinaCardsQuery } from "../api/map-queries.ts";
import { exploreQuery } from "../api/subject-queries.ts";
import { Button, IconButton } from "../components/controls/button.tsx";
import { Answer } from "../components/controls/states.tsx";
import { FingerprintGrid } from "../components/fingerprint-grid/fingerprint-grid.tsx";
import { paletteOf } from "../components/fingerprint-grid/palette.ts";
import { clustersOf, summarise } from "../components/fingerprint-grid/summary.ts";
import type { Atlas } from "../model/atlas.ts";
import { formatCount, formatPlace, messageOf, plural } from "../model/format.ts";
import { letterOf, type MapLayer, unionOf } from "../model/map/layers.ts";
import type { MapPoints } from "../model/map/points.ts";
import type { MapContent } from "../model/map-content.ts";
import { senseLooks } from "../model/sense-colours.ts";
import { brush, clearBrush, setBrush } from "../state/brush.ts";
import { useFilterStates } from "../state/filters/ready-filters.ts";
import { useDrawnLayers } from "../state/hidden-layers.ts";
import { hoverCell, hoverPoint, useEndHover, useHover } from "../state/hover.ts";
import { keepRoomUnderMap } from "../state/map-column.ts";
import { keepControls, keepView, openCell, useMapTools } from "../state/map-tools.ts";
import { exploreTerm, openWith } from "../state/open-with.ts";
import { pins } from "../state/pins.ts";
import { usePublished } from "../state/publish.ts";
import { useAtlas, useRetina } from "../state/retina.ts";
import { useSettings } from "../state/settings.ts";
import { useTheme } from "../state/theme.ts";
import { announce, toast } from "../state/toasts.ts";
import { focusOwnPanel } from "./focus-panels.ts";
import { MapFoot } from "./map-foot.tsx";
import { MapHead } from "./map-head.tsx";
import { MapToolbar } from "./map-toolbar.tsx";

/** The one map of the application with its tools. What it shows is what the active view published. */
export function MapPanel({ hasRoomUnder = false }: { readonly hasRoomUnder?: boolean }) {
  const content = usePublished(({ map }) => map);
  useEndHover(content.title);
  const ownAtlas = useAtlas();
  const atlas = content.foreign ? null : ownAtlas;
  const theme = useTheme();
  const { gridStyle, showsTooltips, tooltipDelay, wheelZooms } = useSettings();
  const palette = paletteOf(theme);
  const { tool, brushSize, onlySet, regionLevel, openCell: pinned } = useMapTools();
  const cells = brush.use();
  const lit = useHover(({ term }) => term?.positions ?? null);
  const hovered = useHover(({ cell }) => cell);
  const point = useHover((hover) => hover.point);
  const mapNote = useMapNote(useRetina() !== null);
  const drawn = useDrawnLayers(content.layers);
  const set = useMemo(() => unionOf(content.layers), [content.layers]);
  const summary = useMemo(() => summaryOf(content.title, set, atlas), [content.title, set, atlas]);
  const regionAt = useCallback(
    (position: number) => atlas?.cellsAt(position, regionLevel) ?? [],
    [atlas, regionLevel],
  );
  const announceCell = useCallback(
    (position: number) => announce(cellFacts(position, set, atlas)),
    [set, atlas],
  );
  return (
    <section className="map-panel" aria-label="Map" data-panel="map" tabIndex={-1}>
      <MapHead content={content} count={set.length} />
      <div className="map-stage">
        <MapToolbar set={set} />
        <FingerprintGrid
          layers={drawn}
          summary={summary}
          palette={palette}
          style={gridStyle}
          geography={atlas?.geography ?? null}
          regions={content.foreign?.regions ?? atlas?.regions ?? NO_REGIONS}
          cellNames={content.foreign?.anchors ?? atlas?.anchors ?? NO_NAMES}
          regionAt={regionAt}
          tool={tool}
          brushSize={brushSize}
          onlySet={onlySet}
          brush={cells}
          onBrush={chooseCells}
          lit={lit}
          points={content.points}
          point={point}
          onPoint={hoverPoint}
          hovered={hovered}
          onHover={hoverCell}
          onOpenCell={openCell}
          tooltip={tipOf(content, showsTooltips && hovered >= 0, point)}
          tooltipDelay={tooltipDelay}
          pinned={pinned}
          card={pinned >= 0 ? <CellCard position={pinned} /> : null}
          wheelZooms={wheelZooms}
          onEscape={leave}
          announceCell={announceCell}
          onControls={keepControls}
          onView={keepView}
          note={mapNote}
          isStale={content.isStale ?? false}
          footer={
            <MapFoot
              layers={content.layers}
              set={set}
              isForeign={content.foreign !== undefined}
              emptyText={content.isStale ? "" : content.emptyText}
            />
          }
          {...(content.foreign ? OF_ANOTHER_RETINA : {})}
        />
      </div>
      {hasRoomUnder && <div className="under-map" ref={keepRoomUnderMap} />}
    </section>
  );
}

/** Of points the map says what they are, else what its cells mean. */
function tipOf({ points }: MapContent, isShown: boolean, point: number) {
  if (!isShown) return null;
  if (points === undefined) return <HoverTip />;
  return point >= 0 && point < points.ids.length ? (
    <PointTip points={points} point={point} />
  ) : null;
}

/** Escape ends one thing at a time: the choice of cells, then being on the map. */
function leave(): void {
  if (brush.read().length > 0) clearBrush();
  else focusOwnPanel();
}

function chooseCells(label: string, cells: readonly number[]): void {
  setBrush(label, cells);
  if (cells.length === 0) toast("No cell is within the stroke, so none is selected.");
  else announce(`${plural(cells.length, "cell")} selected`);
}

function refuse(): void {
  toast("These cells belong to another map. The current map cannot show them.");
}

/** The cells of another retina can only be looked at: what the one in use says of them would be untrue. */
const OF_ANOTHER_RETINA = {
  brush: [],
  onBrush: refuse,
  onOpenCell: refuse,
  tooltip: null,
  pinned: -1,
  card: null,
} as const;

const NO_REGIONS: Atlas["regions"] = [];

const NO_NAMES: readonly string[] = [];

function summaryOf(title: string, set: readonly number[], atlas: Atlas | null): string {
  const what = summarise(
    set.length,
    clustersOf(set, (position) => atlas?.nameAt(position) ?? ""),
  );
  return `${title === "" ? "" : `${title}: `}${what} Arrow keys move the cursor, Enter opens a cell.`;
}

/** At most two facts: where, and whether it is set. */
function cellFacts(position: number, set: readonly number[], atlas: Atlas | null): string {
  const name = atlas?.anchors[position];
  const state = set.includes(position) ? "set" : "not set";
  return `${formatPlace(position)}${name ? `, ${name}` : ""}: ${state}`;
}

/** Asks who lives at the cell, once a frame at most: only the last cell is asked for, late answers are dropped. */
function HoverTip() {
  const retina = useRetina();
  const cell = useHover((state) => state.cell);
  const content = usePublished(({ map }) => map);
  useEndHover(content.title);
  const atlas = useAtlas();
  const { data } = useQuery({
    ...cellQuery(retina?.name ?? "", Math.max(0, cell)),
    enabled: retina !== null && cell >= 0,
    placeholderData: keepPreviousData,
  });
  const members = content.layers.filter((layer) => [...layer.positions].includes(cell));
  return (
    <CellTip
      position={cell}
      anchor={atlas?.anchors[cell] ?? ""}
      path={[0, 1].map((level) => atlas?.nameAt(cell, level) ?? "").filter(Boolean)}
      members={members}
      terms={data?.position === cell ? data.terms.slice(0, 5).map(({ term }) => term) : null}
      load={atlas ? `${formatCount(atlas.density[cell] ?? 0)} terms use it` : ""}
    />
  );
}

interface CellTipProps {
  readonly position: number;
  readonly anchor: string;
  /** Region names from wide to narrow. */
  readonly path: readonly string[];
  readonly members: readonly MapLayer[];
  /** Most characteristic terms, or null until they have come. */
  readonly terms: readonly string[] | null;
  readonly load: string;
}

/** What the map says of a cell in passing. Its height does not change when the terms arrive. */
function CellTip({ position, anchor, path, members, terms, load }: CellTipProps) {
  return (
    <div className="stack gap-half">
      <p className="cell-tip-name" dir="auto">
        {anchor || `Cell ${position}`}
      </p>
      {path.length > 0 && <p className="muted">{path.join(" › ")}</p>}
      <p className="cell-tip-terms" dir="auto">
        {terms?.join(", ") ?? " "}
      </p>
      <p className="muted">
        {members.length === 0
          ? "Not set"
          : `Set in ${members.map(({ label, letter }) => letter || label).join(", ")}`}
        {load && ` · ${load}`}
      </p>
      <p className="muted figures">
        Cell {position} · {formatPlace(position)}
      </p>
    </div>
  );
}

/** Why there is no map to show, with the way to one; null while there is one. */
function useMapNote(hasRetina: boolean) {
  const cards = useQuery(retinaCardsQuery());
  if (hasRetina || cards.isPending) return null;
  if (cards.isError)
    return (
      <div className="map-note stack" role="alert">
        <p>{messageOf(cards.error)}</p>
        <Button size="small" onPress={() => void cards.refetch()}>
          Try again
        </Button>
      </div>
    );
  const damaged = cards.data.length;
  return (
    <div className="map-note stack" role="status">
      <p>
        <strong>{damaged === 0 ? "There is no map yet." : "No map can be read."}</strong> Words get
        their cells from a map. Install one from a file, or train one on your own texts.
      </p>
      <Button size="small" onPress={() => openWith("maps")}>
        Go to Maps
      </Button>
    </div>
  );
}

/** Letters of a text that a tip shows. */
const LONGEST = 420;

/** What the point under the pointer says. */
function PointTip({ points, point }: { readonly points: MapPoints; readonly point: number }) {
  const id = points.ids[point]!;
  const { data } = useQuery({
    queryKey: ["point", points.classes, id],
    queryFn: ({ signal }) => points.textOf(point, signal),
    placeholderData: keepPreviousData,
  });
  const kind = points.classes[points.classOf[point]!];
  return (
    <div>
      <p className="muted" dir="auto">
        {points.classes.length > 1 && kind ? `${kind.label} · ${id}` : id}
      </p>
      <p dir="auto">
        {data === undefined || data.length <= LONGEST
          ? (data ?? " ")
          : `${data.slice(0, LONGEST)}…`}
      </p>
    </div>
  );
}

const LISTED = 60;

/** The block of 3 x 3 cells counts for the ranking. */
const RADIUS = 1;

const close = () => {
  openCell(-1);
  useMapTools.getState().controls?.focus();
};

/** Everything that lives at a cell: the tip, pinned beside it until it is closed. */
function CellCard({ position }: { readonly position: number }) {
  const retina = useRetina();
  const cell = useQuery({
    ...cellQuery(retina?.name ?? "", position, { limit: LISTED, radius: RADIUS }),
    enabled: retina !== null,
    placeholderData: keepPreviousData,
  });
  const known = cell.data?.position === position ? cell.data : null;
  return (
    <aside
      className="cell-card column"
      aria-label={`Cell at ${formatPlace(position)}`}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <CellHead position={position} load={known?.load} />
      <Neighbours position={position} />
      <Answer query={cell} doing="Looking up the cell" waiting="Looking up the cell" />
      {known && <TermsHere terms={known.terms} />}
    </aside>
  );
}

interface CellHeadProps {
  readonly position: number;
  readonly load: number | undefined;
}

function CellHead({ position, load }: CellHeadProps) {
  const atlas = useAtlas();
  const heading = useRef<HTMLHeadingElement>(null);
  // A card that moves to another cell is a new card for whoever hears it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cell is the reason to take the focus
  useEffect(() => heading.current?.focus(), [position]);
  const path = Array.from({ length: atlas?.levels ?? 0 }, (_, level) =>
    atlas?.nameAt(position, level),
  ).filter(Boolean);
  return (
    <header className="row apart">
      <div>
        <h3 ref={heading} tabIndex={-1} dir="auto">
          {atlas?.anchors[position] || formatPlace(position)}
        </h3>
        {path.length > 0 && <p className="muted">{path.join(" › ")}</p>}
        <p className="muted figures">
          Cell {position} · {formatPlace(position)}
        </p>
        {load !== undefined && <p className="muted figures">{formatCount(load)} terms use it</p>}
        <CellUses position={position} />
      </div>
      <IconButton icon={X} label="Close" isSmall onPress={close} />
    </header>
  );
}

/** The cell among the eight around it, by name; a press moves the card there. */
function Neighbours({ position }: { readonly position: number }) {
  const atlas = useAtlas();
  if (!atlas) return null;
  return (
    <ul className="cell-around" aria-label="Surrounding cells">
      {aroundCell(position).map((near) => (
        <li key={near}>
          <button
            className="clip fine pick"
            type="button"
            dir="auto"
            aria-current={near === position || undefined}
            title={atlas.anchors[near]}
            onClick={() => openCell(near)}
            onPointerEnter={() => hoverCell(near)}
            onPointerLeave={() => hoverCell(-1)}
          >
            {atlas.anchors[near] || "·"}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Terms whose fingerprint holds the cell. One cell alone is noisy, so those rank first that hold its surroundings too. */
function TermsHere({ terms }: { readonly terms: Output<"app.cell">["terms"] }) {
  return (
    <ul className="cell-card-terms scroll" aria-label="Terms at this cell">
      {terms.map(({ term }) => (
        <li key={term}>
          <button className="pick" type="button" dir="auto" onClick={() => exploreTerm(term)}>
            {term}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The 3 x 3 block round a cell, row by row; the map's edges are joined, as meaning runs on across them. */
function aroundCell(position: number): number[] {
  const column = position % SIDE;
  const row = (position - column) / SIDE;
  const wrapped = (index: number) => (index + SIDE) % SIDE;
  return Array.from({ length: 9 }, (_, place) => {
    const x = wrapped(column + (place % 3) - 1);
    const y = wrapped(row + Math.floor(place / 3) - 1);
    return y * SIDE + x;
  });
}

type Holder = { readonly positions: Iterable<number> };

/** What holds a cell: layers on the map and pins, the sense of what is shown, and category filters. */
function CellUses({ position }: { readonly position: number }) {
  const uses = useUsesOf(position);
  const senses = useSensesAt(position);
  const filters = useFiltersAt(position);
  const lines = [
    { what: "Set in", names: uses },
    { what: senses.length === 1 ? "Sense" : "Senses", names: senses },
    { what: filters.length === 1 ? "Filter" : "Filters", names: filters },
  ].filter(({ names }) => names.length > 0);
  return (
    <>
      {uses.length === 0 && <p className="muted">Not set</p>}
      {lines.map(({ what, names }) => (
        <p key={what} className="muted" dir="auto">
          {what} {names.join(", ")}
        </p>
      ))}
    </>
  );
}

const holds = (position: number) => (holder: Holder) => [...holder.positions].includes(position);

function useUsesOf(position: number): string[] {
  const { layers } = usePublished(({ map }) => map);
  const pinned = pins.use();
  const shown = layers.filter(holds(position)).map(({ label, letter }) => letter || label);
  const kept = pinned
    .map((pin, index) => ({ ...pin, letter: letterOf(index) }))
    .filter(holds(position))
    .map(({ label, letter }) => `pin ${letter || label}`);
  return [...shown, ...kept];
}

/** Senses of what the map shows that go through the cell, with their letters. */
function useSensesAt(position: number): string[] {
  const retina = useRetina();
  const shown = usePublished(({ map }) => map).fingerprint?.positions ?? [];
  const { data } = useQuery({
    ...exploreQuery(retina?.name ?? "", shown),
    enabled: retina !== null && shown.includes(position),
  });
  if (!data || data.contexts.length < 2 || !shown.includes(position)) return [];
  const looks = senseLooks(data.contexts);
  return data.contexts
    .map((sense, index) => ({ ...sense, letter: looks(index).letter }))
    .filter(holds(position))
    .map(({ label, letter }) => `${letter} ${label}`.trim());
}

function useFiltersAt(position: number): string[] {
  return useFilterStates()
    .flatMap(({ ready }) => ready ?? [])
    .filter(holds(position))
    .map(({ name }) => name);
}
