import { Chip } from "../../components/controls/chip.tsx";
import { type CellEdit, countsIn, editsOf } from "../../model/filters/cell-edits.ts";
import type { Filter } from "../../model/filters/filter-model.ts";
import { formatCount, plural } from "../../model/format.ts";
import { setBrush } from "../../state/brush.ts";
import { hoverTerm, useEndHover } from "../../state/hover.ts";
import { ExampleLink } from "./example-link.tsx";
import { type Effect, effectsOf } from "./model/edit-effects.ts";
import { removeEdit } from "./use-cell-edits.ts";
import { useFilterReport } from "./use-filter-report.ts";

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
