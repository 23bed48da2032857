import type { ReadyFilter } from "../../../core/workspace/filters/filter-model.ts";
import { Button } from "../../components/controls/button.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import type { Judged } from "../../model/collection/look.ts";
import { formatCount, formatScore, plural } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { excludeFilters } from "../../state/collection/collection-look.ts";
import { cancelScoring, scoreByFilters, useScoreRun } from "../../state/collection/score-run.ts";
import { type FilterState, useFilterStates } from "../../state/filters/ready-filters.ts";
import { openWith } from "../../state/open-with.ts";
import { type OpenCollection, useIsImporting } from "./use-collection.ts";

/** Any number of filters that score the rows. */
export function ScoreByFilters({ open }: { readonly open: OpenCollection }) {
  const run = useScoreRun();
  const { name } = open.info;
  const isRunning = run.collection === name;
  const problem = run.problem?.collection === name ? run.problem.error : null;
  return (
    <>
      {isRunning ? <Running /> : <FilterPick open={open} />}
      {problem !== null && <Failure error={problem} doing="Scoring the rows" />}
    </>
  );
}

function Running() {
  const { names, done } = useScoreRun();
  return (
    <div className="intake-banner row gap-2-3 wrap note">
      <progress aria-label="Filters that have scored the rows" value={done} max={names.length} />
      <p className="figures" role="status">
        Scoring by {names[done]}: {done} of {plural(names.length, "filter")} done
      </p>
      <Button size="small" onPress={cancelScoring}>
        Cancel
      </Button>
    </div>
  );
}

const SCORE_KEY = "$mod+Enter";

/** Which filters score the rows. */
function FilterPick({ open: { info, look } }: { readonly open: OpenCollection }) {
  const { reader } = info.retina;
  const states = useFilterStates(reader);
  const { excluded = [] } = look;
  const isBusy = useScoreRun(({ collection }) => collection !== "");
  const isImporting = useIsImporting();
  const chosen = states.flatMap(({ filter, ready, prepared }) =>
    ready && !excluded.includes(filter.id) ? [{ filter, ready, prepared }] : [],
  );
  const isOff = chosen.length === 0 || info.rows === 0 || isBusy || isImporting;
  const title = `Score ${plural(info.rows, "row")} by ${plural(chosen.length, "filter")}`;
  const start = () => void scoreByFilters(info, chosen);
  useRegisterActions([
    {
      id: "collection.score-by-filters",
      title,
      group: "Collection",
      keys: SCORE_KEY,
      disabledBecause: isImporting
        ? "The rows are still being read"
        : isOff
          ? "Choose a filter that has a positive example"
          : null,
      run: start,
    },
  ]);
  if (states.length === 0)
    return (
      <p className="muted">
        A filter recognises texts of one category from a few examples.{" "}
        <Button size="small" onPress={() => openWith("filters")}>
          Create a filter
        </Button>
      </p>
    );
  const toggle = (id: string) =>
    excludeFilters(
      excluded.includes(id) ? excluded.filter((each) => each !== id) : [...excluded, id],
    );
  return (
    <details
      className="scores-pick"
      open={info.scores.length === 0 && info.labels.length === 0 && (look.category ?? "") === ""}
    >
      <summary>Score by filters</summary>
      <fieldset className="checklist scroll">
        <legend className="visually-hidden">Filters to score by</legend>
        {states.map((state) => (
          <FilterLine
            key={state.filter.id}
            state={state}
            judged={look.judged?.[state.filter.name]}
            isScored={info.scores.includes(state.filter.name)}
            isChosen={state.ready !== null && !excluded.includes(state.filter.id)}
            onToggle={() => toggle(state.filter.id)}
          />
        ))}
      </fieldset>
      {reader && (
        <p className="note">
          The fingerprints of these rows come from the encoder “{reader.name}”. Filters are computed
          with it here, so their cells and thresholds differ from those in Filters.
        </p>
      )}
      <Button size="small" tone="primary" isDisabled={isOff} onPress={start}>
        {title}
      </Button>
    </details>
  );
}

interface FilterLineProps {
  readonly state: FilterState;
  readonly judged: Judged | undefined;
  readonly isScored: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function FilterLine({ state, judged, isScored, isChosen, onToggle }: FilterLineProps) {
  const { filter, ready, problem } = state;
  return (
    <label className="row">
      <input type="checkbox" disabled={ready === null} checked={isChosen} onChange={onToggle} />
      <Thumbnail positions={ready?.positions ?? []} size={24} />
      <span className="clip grow" dir="auto">
        {filter.name}
      </span>
      <span className="muted figures">
        {ready === null ? problem || "…" : standing(ready, judged, isScored)}
      </span>
    </label>
  );
}

function standing(ready: ReadyFilter, judged: Judged | undefined, isScored: boolean): string {
  if (!isScored || judged?.filter !== ready.id) return `from ${formatScore(ready.threshold)}`;
  const isSame = judged.version === ready.version && judged.cells === ready.positions.length;
  return isSame ? "scored" : `changed since: ${formatCount(ready.positions.length)} cells now`;
}
