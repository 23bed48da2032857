import { X } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { Button } from "../../components/controls/button.tsx";
import { IconButton } from "../../components/controls/icon-button.tsx";
import { Keys } from "../../components/controls/keys.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { MOST_KEPT_CHARACTERS, sizeOf } from "../../model/filters/classification.ts";
import type { ReadyFilter } from "../../model/filters/ready-filter.ts";
import { formatCount, formatScore, plural } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import {
  adoptRun,
  cancelRun,
  classifyAll,
  closeTexts,
  exclude,
  tryOnTen,
  useClassifyRun,
} from "../../state/filters/classify-run.ts";
import { type FilterState, useFilterStates } from "../../state/filters/ready-filters.ts";
import { useRetina } from "../../state/retina.ts";
import { ChooseTexts } from "./choose-texts.tsx";
import { ClassifyProgress, formatTime } from "./classify-progress.tsx";
import { ClassifyResults } from "./classify-results.tsx";

/** A file of texts, the filters that judge it, and what they say. */
export function ClassifyPanel() {
  const { texts } = useClassifyRun();
  useEffect(() => void adoptRun(), []);
  if (texts.length > 0) return <RunPanel />;
  return (
    <div className="classify">
      <ChooseTexts />
    </div>
  );
}

function RunPanel() {
  const run = useClassifyRun();
  const { name, texts, phase, rows, error, msPerText, filters: judged } = run;
  const retina = useRetina()?.name ?? "";
  const states = useFilterStates();
  const excluded = useMemo(() => new Set(run.excluded), [run.excluded]);
  const chosen = states.flatMap(({ ready }) => (ready && !excluded.has(ready.id) ? [ready] : []));
  const waiting = states.flatMap(({ filter: { id, name: made }, ready, problem }) =>
    ready || problem !== "" || excluded.has(id) ? [] : [made],
  );
  const panel = useFocusKept(phase);
  const isBusy = phase === "running" || phase === "trying";
  return (
    <div ref={panel} className="classify" tabIndex={-1}>
      <p className="classify-file">
        <strong dir="auto">{name}</strong>
        <span className="muted figures">{plural(texts.length, "text")}</span>
        <IconButton icon={X} isSmall label="Close this file" onPress={closeTexts} />
      </p>
      {sizeOf(texts) > MOST_KEPT_CHARACTERS && (
        <p className="muted" role="note">
          This file has {formatCount(Math.round(sizeOf(texts) / 1e6))} million characters. Up to{" "}
          {MOST_KEPT_CHARACTERS / 1e6} million are kept over a reload of the page; it will have to
          be opened again.
        </p>
      )}
      {!isBusy && (
        <details className="judged" open={rows.length === 0}>
          <summary>Classified by {plural(chosen.length, "filter")}</summary>
          <FilterChecklist
            states={states}
            excluded={excluded}
            onChange={(next) => exclude([...next])}
          />
        </details>
      )}
      {phase === "running" ? (
        <ClassifyProgress
          job={run.job}
          isOutOfReach={run.isOutOfReach}
          total={texts.length}
          onCancel={cancelRun}
        />
      ) : (
        <RunButtons retina={retina} chosen={chosen} waiting={waiting} isBusy={isBusy} />
      )}
      {phase === "trying" && <Loading label="Trying on ten texts" />}
      {phase === "failed" && <Failure error={error} doing="Classifying" />}
      {phase === "tried" && msPerText !== null && (
        <p className="muted" role="status">
          A sample of {plural(rows.length, "text")} from across the file. All{" "}
          {formatCount(texts.length)} would take about{" "}
          {formatTime((msPerText * texts.length) / 1000)}.
        </p>
      )}
      {phase === "cancelled" && (
        <p className="filter-warning" role="status">
          Cancelled: {formatCount(rows.length)} of {formatCount(texts.length)} texts were classified
          and are kept.
        </p>
      )}
      {rows.length > 0 && !isBusy && isOutdated(judged, states) && (
        <p className="filter-warning" role="status">
          The filters have changed since. The results below are from before; classify again.
        </p>
      )}
      {rows.length > 0 && <ClassifyResults />}
    </div>
  );
}

/** The buttons of one phase are gone in the next; the focus they held goes to the panel then. */
function useFocusKept(phase: string) {
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the phase says when to look
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus();
  }, [phase]);
  return panel;
}

/** Has a filter changed its cells or its threshold, or gone, since it judged? */
function isOutdated(judged: readonly ReadyFilter[], states: readonly FilterState[]): boolean {
  return judged.some(({ id, threshold, positions }) => {
    const now = states.find(({ filter }) => filter.id === id);
    if (!now) return true;
    if (!now.ready) return now.problem !== "";
    return now.ready.threshold !== threshold || now.ready.positions.join() !== positions.join();
  });
}

const CLASSIFY_KEY = "$mod+Enter";

interface RunButtonsProps {
  readonly retina: string;
  readonly chosen: readonly ReadyFilter[];
  /** Names of chosen filters that are still being made. */
  readonly waiting: readonly string[];
  readonly isBusy: boolean;
}

function RunButtons({ retina, chosen, waiting, isBusy }: RunButtonsProps) {
  const { texts, phase } = useClassifyRun();
  const isOff = isBusy || waiting.length > 0 || chosen.length === 0 || retina === "";
  const hasAll = phase === "done" || phase === "cancelled";
  const title = hasAll ? "Classify again" : `Classify all ${formatCount(texts.length)}`;
  useRegisterActions([
    {
      id: "filters.classify-all",
      title,
      group: "Filters",
      keys: CLASSIFY_KEY,
      disabledBecause: isOff ? "Choose a filter that is ready" : null,
      run: () => classifyAll(retina, chosen),
    },
  ]);
  return (
    <>
      <div className="add-ways">
        {texts.length > 10 && (
          <Button isDisabled={isOff} onPress={() => void tryOnTen(retina, chosen)}>
            Try on ten
          </Button>
        )}
        <Button
          tone={hasAll ? "plain" : "primary"}
          aria-label={title}
          isDisabled={isOff}
          onPress={() => classifyAll(retina, chosen)}
        >
          {title} <Keys keys={CLASSIFY_KEY} />
        </Button>
      </div>
      {waiting.length > 0 && (
        <p className="muted" role="status">
          Waiting for {waiting.join(", ")} to be computed.
        </p>
      )}
      {chosen.length + waiting.length === 0 && (
        <p className="muted">Choose at least one filter that has a text that belongs.</p>
      )}
    </>
  );
}

interface FilterChecklistProps {
  readonly states: readonly FilterState[];
  readonly excluded: ReadonlySet<string>;
  readonly onChange: (excluded: ReadonlySet<string>) => void;
}

/** Which filters judge; one that cannot says why. */
function FilterChecklist({ states, excluded, onChange }: FilterChecklistProps) {
  const toggle = (id: string) => {
    const next = new Set(excluded);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset className="checklist">
      <legend className="visually-hidden">Filters to classify with</legend>
      {states.map(({ filter, ready, problem }) => (
        <label key={filter.id}>
          <input
            type="checkbox"
            disabled={ready === null}
            checked={ready !== null && !excluded.has(filter.id)}
            onChange={() => toggle(filter.id)}
          />
          <Thumbnail positions={ready?.positions ?? []} size={24} />
          <span className="checklist-name" dir="auto">
            {filter.name}
          </span>
          <span className="muted figures">
            {ready ? `from ${formatScore(ready.threshold)}` : problem || "…"}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
