import { useEffect, useMemo } from "react";
import { create } from "zustand";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import type { Expression } from "../../core/expression/ast.ts";
import { parseJson } from "../../core/expression/parse-json.ts";
import type { Atlas } from "../model/atlas.ts";
import type { Fingerprint } from "../model/fingerprint.ts";
import type { Resolve } from "../model/prepare-expression.ts";
import { useFilterStates } from "./filters/ready-filters.ts";
import { pins } from "./pins.ts";
import { useAtlas } from "./retina.ts";

/** Cells of a category filter in the retina in use, or a sentence that says why it has none. */
type FilterCells = ReadonlyMap<string, readonly number[] | string>;

const useStore = create<{ readonly cells: FilterCells }>(() => ({ cells: new Map() }));

/** What `filter:"name"` stands for, by name; empty until some expression has asked. */
const useFilterCells = (): FilterCells => useStore((state) => state.cells);

/** Works the filters out and tells everyone; only where an expression holds one, as it takes time. */
export function usePublishedFilterCells(): void {
  const states = useFilterStates();
  const text = JSON.stringify(
    states.map(({ filter, ready, problem }) => [filter.name, ready?.positions ?? problem]),
  );
  useEffect(() => {
    const told: [string, readonly number[] | string][] = JSON.parse(text);
    useStore.setState({ cells: new Map(told) });
  }, [text]);
}

/** What `@name`, `region:"…"` and `filter:"…"` stand for now. */
export function useReferences(): Resolve {
  const filterCells = useFilterCells();
  const pinned = pins.use();
  const atlas = useAtlas();
  return useMemo(() => resolverOf({ pinned, atlas, filterCells }), [pinned, atlas, filterCells]);
}

interface Sources {
  readonly pinned: readonly Fingerprint[];
  readonly atlas: Atlas | null;
  readonly filterCells: FilterCells;
}

export function resolverOf({ pinned, atlas, filterCells }: Sources): Resolve {
  return (reference) => {
    switch (reference.kind) {
      case "saved":
        return resolvePin(pinned, reference.name);
      case "filter":
        return resolveFilter(filterCells, reference.name);
      case "region":
        return resolveRegion(atlas, reference.name);
    }
  };
}

function resolvePin(pinned: readonly Fingerprint[], name: string): Expression | string {
  const found =
    pinned.find(({ label }) => label === name) ??
    pinned.find(({ label }) => label.toLowerCase() === name.toLowerCase());
  return found ? asTree(found.source) : `Nothing on the shelf is called “${name}”.`;
}

function resolveFilter(known: FilterCells, name: string): Expression | string {
  const cells =
    known.get(name) ?? [...known].find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
  if (cells === undefined) return `There is no category filter “${name}”.`;
  if (cells === "") return `The category filter “${name}” is being computed…`;
  if (typeof cells === "string") return `The category filter “${name}” has no cells: ${cells}.`;
  return { kind: "positions", positions: Uint16Array.from(cells) };
}

function resolveRegion(atlas: Atlas | null, name: string): Expression | string {
  const region =
    atlas?.regions.find((each) => each.name === name) ??
    atlas?.regions.find((each) => each.name.toLowerCase() === name.toLowerCase());
  const cells = region && atlas?.cellsOf(region.id);
  if (!cells || cells.length === 0) return `The map has no region “${name}”.`;
  return { kind: "positions", positions: Uint16Array.from(cells) };
}

function asTree(expression: ExpressionJson): Expression | string {
  try {
    return parseJson(expression, "application");
  } catch (cause) {
    return `It cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}
