import { and, xor } from "../fingerprint/operations.ts";
import type { Positions } from "../kernel/grid.ts";
import { applyEdits, type CellEdit } from "./filter-edits.ts";
import type { UsableExample } from "./filter-examples.ts";
import { scoresAgainst } from "./influence.ts";
import { similarity } from "./score-texts.ts";

/** What one edit changes. */
export interface EditEffect {
  /** Cells the filter has or lacks because of it. */
  readonly cells: number;
  /** The examples that have any of these cells, with their score without the edit. */
  readonly examples: {
    readonly side: UsableExample["side"];
    readonly index: number;
    readonly without: number;
  }[];
}

interface Edited {
  /** Before any edit. */
  readonly made: Positions;
  readonly edits: readonly CellEdit[];
  /** For each example the cells made without it. */
  readonly without: ReadonlyMap<UsableExample, Positions>;
  readonly usable: readonly UsableExample[];
}

/** What each edit does: the cells it changes, and the examples that have any of them, scored without it. */
export function editEffects({ made, edits, without, usable }: Edited): EditEffect[] {
  const whole = applyEdits(made, edits);
  return edits.map((_, place) => {
    const others = edits.toSpliced(place, 1);
    const filter = applyEdits(made, others);
    const changed = xor([whole, filter]);
    const touched = usable.filter(({ positions }) => and([positions, changed]).length > 0);
    const scores = scoresAgainst(without, others);
    return {
      cells: changed.length,
      examples: touched.map((example) => ({
        side: example.side,
        index: example.index,
        without: scores.get(example) ?? similarity(example.positions, filter),
      })),
    };
  });
}
