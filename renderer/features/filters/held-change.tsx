import { useEffect } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import type { Filter } from "../../model/filters/filter-model.ts";
import { formatCount, plural } from "../../model/format.ts";
import {
  countChange,
  type Held,
  keepChange,
  lookAtChange,
  undoChange,
  useHeld,
} from "../../state/filters/change-guard.ts";
import { useFilterReport } from "./use-filter-report.ts";

const SHOWN = 5;

/** Shows a change of examples that would drop most of the hits, before it counts. */
export function HeldChange({ filter }: { readonly filter: Filter }) {
  useGuard(filter);
  const held = useHeld((state) => state.held[filter.id]);
  if (!held) return null;
  const { loss } = held;
  return (
    <>
      <section className="stack note caution" aria-label="A change that does not count yet">
        <p>
          The last change would drop {formatCount(loss.lost.length)} of {plural(loss.found, "hit")}{" "}
          in {held.source}, so it does not count yet.
        </p>
        <div className="row gap-1 wrap">
          <Button size="small" onPress={() => lookAtChange(filter.id, true)}>
            See what would be lost
          </Button>
        </div>
      </section>
      <Preview id={filter.id} held={held} />
    </>
  );
}

/** Every new report is held against the last one that counted. */
function useGuard(filter: Filter): void {
  const { report, prepared, threshold, isStale, retina } = useFilterReport(filter);
  const isReady = report !== undefined && threshold !== null && !isStale && retina !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest follows from what the report is about
  useEffect(() => {
    if (isReady && report && threshold !== null && retina)
      void countChange({ filter, retina, prepared, report, threshold });
  }, [report, threshold, isReady, prepared]);
}

function Preview({ id, held }: { readonly id: string; readonly held: Held }) {
  const { loss, source, before } = held;
  return (
    <Dialog
      title="Most of what was found would be lost"
      isOpen={held.isOpen}
      onClose={() => lookAtChange(id, false)}
      actions={
        <>
          <Button onPress={() => keepChange(id)}>Keep the change</Button>
          <Button tone="primary" onPress={() => undoChange(id)}>
            Undo the change
          </Button>
        </>
      }
    >
      <p className="figures">
        Of {plural(loss.of, "text")} of <strong dir="auto">{source}</strong>, {before.name} found{" "}
        <strong>{formatCount(loss.found)}</strong>. With the changed examples it would find{" "}
        <strong>{formatCount(loss.kept)}</strong>; {formatCount(loss.lost.length)} that were found
        would be lost:
      </p>
      <ul className="lost-texts stack gap-1" aria-label="Texts that would be lost">
        {loss.lost.slice(0, SHOWN).map((text) => (
          <li className="clip" key={text} dir="auto">
            {text.slice(0, 140)}
          </li>
        ))}
      </ul>
      {loss.lost.length > SHOWN && (
        <p className="muted figures">and {formatCount(loss.lost.length - SHOWN)} more</p>
      )}
      <p className="muted">
        Until you decide, the filter as it was counts when texts are classified.
      </p>
    </Dialog>
  );
}
