import { useQuery } from "@tanstack/react-query";
import { exploreQuery } from "../api/subject-queries.ts";
import { letterOf } from "../model/map/layers.ts";
import { senseLooks } from "../model/sense-colours.ts";
import { useFilterStates } from "../state/filters/ready-filters.ts";
import { pins } from "../state/pins.ts";
import { usePublished } from "../state/publish.ts";
import { useRetina } from "../state/retina.ts";

type Holder = { readonly positions: Iterable<number> };

/** What holds a cell: layers on the map and pins, the sense of what is shown, and category filters. */
export function CellUses({ position }: { readonly position: number }) {
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
