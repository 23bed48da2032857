import { formatCount, plural } from "../../model/format.ts";
import type { BulkItem } from "./model/bulk-items.ts";
import type { ComparedPair } from "./model/compared-pair.ts";

const SHOWN = 50;

interface FailedPairsProps {
  readonly items: readonly BulkItem[];
  readonly failed: readonly ComparedPair[];
}

/** Pairs without measures, with the lines they stand in and the reason. */
export function FailedPairs({ items, failed }: FailedPairsProps) {
  return (
    <details>
      <summary>{plural(failed.length, "pair")} could not be compared</summary>
      <ul className="scroll" style={{ maxHeight: 160 }}>
        {failed.slice(0, SHOWN).map(({ left, right, error }) => (
          <li key={`${left} ${right}`}>
            {linesOf(items, left, right)}: {error}
          </li>
        ))}
      </ul>
      {failed.length > SHOWN && (
        <p className="muted">The export lists all {formatCount(failed.length)}.</p>
      )}
    </details>
  );
}

function linesOf(items: readonly BulkItem[], left: number, right: number): string {
  const lines = [items[left]?.line ?? 0, items[right]?.line ?? 0].filter((line) => line > 0);
  return `Line ${[...new Set(lines)].join(" and line ")}`;
}
