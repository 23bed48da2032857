import { Chip } from "../../../components/controls/chip.tsx";
import { formatCount, posLabel } from "../../../model/format.ts";
import { senseLooks } from "../../../model/sense-colours.ts";
import { changeLeast, choosePos, PARTS_OF_SPEECH, similar } from "../similar-state.ts";
import { useSimilarTerms } from "./use-similar-terms.ts";

/** Percent of the query's cells; few terms share more. */
const MOST_OVERLAP = 50;

/** How many terms there are, and what narrows them down: part of speech, least overlap, one sense. */
export function FilterBar() {
  const { first, state, sense } = useSimilarTerms();
  if (!first) return null;
  const { pos, least = 0 } = state;
  const percent = Math.round(100 * least);
  return (
    <section className="stack gap-1" aria-label="Filters">
      <div className="filter-line row gap-1">
        <p className="muted figures grow" role="status">
          {formatCount(first.passed)} of {formatCount(first.total)} terms
          {sense ? " of this sense" : ""}
        </p>
        <select
          aria-label="Part of speech"
          value={pos ?? ""}
          onChange={({ currentTarget: { value } }) =>
            choosePos(PARTS_OF_SPEECH.find((each) => each === value))
          }
        >
          <option value="">Any kind</option>
          {PARTS_OF_SPEECH.map((each) => (
            <option key={each} value={each}>
              {posLabel(each)}s
            </option>
          ))}
        </select>
      </div>
      <label className="row gap-1 muted fine">
        Minimum overlap
        <input
          className="grow"
          type="range"
          aria-valuetext={`${percent}% of the query`}
          min={0}
          max={MOST_OVERLAP}
          value={percent}
          onChange={({ currentTarget: { value } }) => changeLeast(Number(value) / 100)}
        />
        <output className="figures">{percent}%</output>
      </label>
      {sense && (
        <div className="row gap-1 wrap">
          <Chip
            {...senseLooks(first.contexts)(sense.id)}
            removeLabel="Show every sense"
            onRemove={() =>
              similar.edit("Show every sense", (before) => ({ ...before, sense: null }))
            }
          >
            {sense.label}
          </Chip>
        </div>
      )}
      {first.passed === 0 && (
        <p className="note caution">
          No terms match. Lower the minimum overlap, or choose another kind.
        </p>
      )}
    </section>
  );
}
