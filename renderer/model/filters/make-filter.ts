import {
  type Example,
  type Filter,
  LONGEST_EXAMPLE,
  type Side,
} from "../../../core/workspace/filters/filter-model.ts";
import { newId } from "../fingerprint.ts";

export function makeExample(text: string, side: Side): Example {
  return {
    id: newId(),
    text: text.slice(0, LONGEST_EXAMPLE),
    side,
    isMuted: false,
    isCut: text.length > LONGEST_EXAMPLE,
  };
}

export function makeFilter(name: string, examples: readonly Example[] = []): Filter {
  const now = new Date().toISOString();
  return {
    id: newId(),
    place: 0,
    name,
    examples,
    threshold: null,
    goal: "balanced",
    created: now,
    version: 1,
    importedFrom: null,
  };
}

/** The changed filter with its version; the same object for no change. */
export function withChange(filter: Filter, change: (before: Filter) => Filter): Filter {
  const after = change(filter);
  if (after === filter) return filter;
  return { ...after, version: filter.version + 1, changed: new Date().toISOString() };
}

/** The name, or the name with a number that no other filter has. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const name = wanted.trim() === "" ? "Untitled" : wanted.trim();
  if (!taken.includes(name)) return name;
  let turn = 2;
  while (taken.includes(`${name} (${turn})`)) turn++;
  return `${name} (${turn})`;
}
