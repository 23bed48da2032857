import type { ReportSection } from "../../../model/export-source.ts";
import { plural } from "../../../model/format.ts";

interface Sense {
  readonly label: string;
  readonly names: readonly string[];
  readonly positions: readonly number[];
}

const MOST = 6;
const MOST_NAMES = 3;

/** What a fingerprint may mean, sense by sense; nothing where it means one thing. */
export function sensesExplained(senses: readonly Sense[]): ReportSection[] {
  if (senses.length < 2) return [];
  const lines = senses.slice(0, MOST).map(({ label, names, positions }) => {
    const others = names.filter((name) => name !== label).slice(0, MOST_NAMES);
    const size = plural(positions.length, "cell");
    return others.length === 0 ? `${label}: ${size}` : `${label}: ${others.join(", ")}; ${size}`;
  });
  return [{ title: plural(senses.length, "sense"), lines }];
}
