import { useMemo } from "react";
import { CELLS } from "../../../core/kernel/grid.ts";
import type { RetinaStamp } from "../../../core/workspace/cells.ts";
import {
  type CellEdit,
  countsIn,
  editsOf,
  MOST_EDITS,
} from "../../../core/workspace/filters/cell-edits.ts";
import type { Filter } from "../../../core/workspace/filters/filter-model.ts";
import { Chip } from "../../components/controls/chip.tsx";
import { newId } from "../../model/fingerprint.ts";
import { formatCount, plural } from "../../model/format.ts";
import { setBrush } from "../../state/brush.ts";
import { undoableToast } from "../../state/edits.ts";
import { changeFilter } from "../../state/filters/filter-state.ts";
import { hoverTerm, useEndHover } from "../../state/hover.ts";
import { type BrushUse, usePublish } from "../../state/publish.ts";
import { announce } from "../../state/toasts.ts";
import { asOneStep } from "../../state/workspace.ts";
import { ExampleLink } from "./example-side.tsx";
import { type Effect, effectsOf } from "./model/edit-effects.ts";
import { useFilterReport } from "./use-filter-report.ts";

/** 6% of the map, as the engine has it. */
const MOST_CELLS = Math.floor(0.06 * CELLS);

/** Chosen cells can be taken out of it or put into it. */
export function useCellEdits(filter: Filter): void {
  const { report, retina, isStale } = useFilterReport(filter);
  const positions = report?.positions;
  const offer = useMemo(
    () =>
      positions && retina
        ? (chosen: readonly number[]) => usesOf({ filter, retina, positions, isStale }, chosen)
        : null,
    [filter, positions, retina, isStale],
  );
  usePublish({ brushUses: offer });
}

interface Open {
  readonly filter: Filter;
  readonly retina: RetinaStamp;
  /** The cells that the filter has now. */
  readonly positions: readonly number[];
  readonly isStale: boolean;
}

function usesOf(open: Open, chosen: readonly number[]): BrushUse[] {
  const has = new Set(open.positions);
  const inside = chosen.filter((cell) => has.has(cell)).length;
  const use = (kind: CellEdit["kind"], label: string, problem: string | null): BrushUse => ({
    id: kind,
    label,
    disabledBecause: problem ?? commonProblem(open),
    run: (place) => {
      const count = kind === "take" ? inside : chosen.length - inside;
      editCells(open, { kind, cells: chosen, place, count });
    },
  });
  return [
    use("take", "Take out of the filter", takeProblem(inside, open.positions.length)),
    use("add", "Add to the filter", addProblem(chosen.length - inside, open.positions.length)),
  ];
}

const commonProblem = ({ filter, isStale }: Open): string | null =>
  isStale ? "The filter is being computed again." : tooManyEdits(editsOf(filter));

const tooManyEdits = ({ length }: readonly CellEdit[]): string | null =>
  length < MOST_EDITS
    ? null
    : `A filter has at most ${MOST_EDITS} changes of its cells; remove one first.`;

function takeProblem(inside: number, count: number): string | null {
  if (inside === 0) return "None of them is set, so none can be removed.";
  return inside < count ? null : "Removing all of them would leave none.";
}

function addProblem(outside: number, count: number): string | null {
  if (outside === 0) return "All are set already.";
  return count + outside <= MOST_CELLS
    ? null
    : `Adding makes ${formatCount(count + outside)} cells; ${formatCount(MOST_CELLS)} (6% of the map) is the most.`;
}

interface Change {
  readonly kind: CellEdit["kind"];
  readonly cells: readonly number[];
  /** "" where it is not known. */
  readonly place: string;
  /** Of the filter's cells, how many come or go. */
  readonly count: number;
}

/** One step of undo: the change, and the choice of cells ends. */
function editCells(
  { filter, retina }: Pick<Open, "filter" | "retina">,
  { kind, cells, place, count }: Change,
): void {
  const { name, checksum } = retina;
  const edit: CellEdit = {
    id: newId(),
    kind,
    cells: [...cells],
    name: place,
    retina: { name, checksum },
  };
  const what = plural(count, "cell");
  const label = kind === "take" ? `Take ${what} out` : `Add ${what}`;
  const add = (before: Filter) => ({ ...before, edits: [...editsOf(before), edit] });
  asOneStep(() => {
    changeFilter(filter.id, label, add);
    setBrush(label, []);
  });
  if (kind === "take") undoableToast(`Took ${what} out of ${filter.name}`);
  else announce(`Added ${what} to ${filter.name}`);
}

function removeEdit(filter: Filter, { id, cells, kind }: CellEdit): void {
  const what = plural(cells.length, "cell");
  const label = kind === "take" ? `Put ${what} back` : `Take back ${what} that were added`;
  changeFilter(filter.id, label, (before) => ({
    ...before,
    edits: editsOf(before).filter((edit) => edit.id !== id),
  }));
  undoableToast(label);
}

/** What was done to the filter's cells on the map: each can be looked at and taken back. */
export function CellEditList({ filter }: { readonly filter: Filter }) {
  const { report, prepared, threshold, retina } = useFilterReport(filter);
  useEndHover();
  const edits = editsOf(filter);
  if (edits.length === 0) return null;
  const effects = report && threshold !== null ? effectsOf(report, prepared, threshold) : new Map();
  return (
    <section className="cell-edits stack gap-1" aria-label="Changed on the map">
      <h3>Changed on the map</h3>
      <ul>
        {edits.map((edit) => (
          <li key={edit.id}>
            <EditChip filter={filter} edit={edit} />
            {retina && !countsIn(edit, retina) ? (
              <p className="muted">
                On the map of {edit.retina.name}; without effect on that of {retina.name}.
              </p>
            ) : (
              <EffectWords filter={filter} kind={edit.kind} effect={effects.get(edit.id)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface EditChipProps {
  readonly filter: Filter;
  readonly edit: CellEdit;
}

function EditChip({ filter, edit }: EditChipProps) {
  const { kind, cells, name } = edit;
  const what = `${plural(cells.length, "cell")}${name === "" ? "" : ` around ${name}`}`;
  const show = (isOn: boolean) => hoverTerm(isOn ? { name: what, positions: cells } : null);
  return (
    <span onPointerEnter={() => show(true)} onPointerLeave={() => show(false)}>
      <Chip
        label={`${kind === "take" ? "Taken out" : "Added"}: ${what}. Choose these cells`}
        removeLabel={kind === "take" ? `Put ${what} back` : `Remove ${what} again`}
        onPress={() => setBrush(`Choose ${what}`, cells)}
        onRemove={() => removeEdit(filter, edit)}
      >
        {kind === "take" ? "− " : "+ "}
        {plural(cells.length, "cell")}
        {name !== "" && ` · ${name}`}
      </Chip>
    </span>
  );
}

const SHOWN = 3;

interface EffectWordsProps {
  readonly filter: Filter;
  readonly kind: CellEdit["kind"];
  /** Absent while it is being measured. */
  readonly effect: Effect | undefined;
}

/** Which examples it turns, at the line as it is now; each scored by a filter that does not know it. */
function EffectWords({ filter, kind, effect }: EffectWordsProps) {
  if (!effect) return null;
  const { cells, touched, turned } = effect;
  if (cells === 0) return <p className="muted">No effect on the filter as it is now.</p>;
  return (
    <>
      <p className="muted figures">
        {kind === "take" ? "Takes away" : "Adds"} {plural(cells, "cell")};{" "}
        {touched === 0
          ? "no example has any of them."
          : turned.length === 0
            ? `changes the score of ${plural(touched, "example")}, but no decision.`
            : `changes the score of ${plural(touched, "example")} and ${plural(turned.length, "decision")}:`}
      </p>
      {turned.length > 0 && (
        <ul className="turned">
          {turned.slice(0, SHOWN).map(({ example, isIn }) => (
            <li key={example.id}>
              <ExampleLink filter={filter} example={example} />
              <span className="muted">{isIn ? "now included" : "now left out"}</span>
            </li>
          ))}
        </ul>
      )}
      {turned.length > SHOWN && (
        <p className="muted figures">and {formatCount(turned.length - SHOWN)} more</p>
      )}
    </>
  );
}
