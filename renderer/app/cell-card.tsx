import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Output } from "../../core/api/client-types.ts";
import { SIDE } from "../../core/kernel/grid.ts";
import { cellQuery } from "../api/map-queries.ts";
import { exploreQuery } from "../api/subject-queries.ts";
import { IconButton } from "../components/controls/button.tsx";
import { Answer, Loading } from "../components/controls/states.tsx";
import { formatCount, formatPlace } from "../model/format.ts";
import { letterOf } from "../model/map/layers.ts";
import { senseLooks } from "../model/sense-colours.ts";
import { useFilterStates } from "../state/filters/ready-filters.ts";
import { hoverCell } from "../state/hover.ts";
import { openCell, useMapTools } from "../state/map-tools.ts";
import { exploreTerm } from "../state/open-with.ts";
import { pins } from "../state/pins.ts";
import { usePublished } from "../state/publish.ts";
import { useAtlas, useRetina } from "../state/retina.ts";

const LISTED = 60;

/** The block of 3 x 3 cells counts for the ranking. */
const RADIUS = 1;

const close = () => {
  openCell(-1);
  useMapTools.getState().controls?.focus();
};

/** Everything that lives at a cell: the tip, pinned beside it until it is closed. */
export function CellCard({ position }: { readonly position: number }) {
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
      {cell.isPending && <Loading label="Looking up the cell" />}
      <Answer query={cell} doing="Looking up the cell" />
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
