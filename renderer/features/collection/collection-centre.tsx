import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type ComponentType, memo, useDeferredValue, useEffect, useRef, useState } from "react";
import { collectionsQuery, copiesQuery, tasksQuery } from "../../api/collection-queries.ts";
import { isUnderWay, type Task } from "../../api/follow-task.ts";
import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Answer, Empty, Failure } from "../../components/controls/states.tsx";
import {
  type CollectionLens,
  LENS_TITLES,
  LENSES,
  lensAction,
} from "../../model/collection/look.ts";
import { chipText, slotOf } from "../../model/collection/restrictions.ts";
import { formatCount, formatShare, plural } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import {
  showAll,
  showLens,
  showRowsOf,
  unrestrict,
  useOpenCollection,
} from "../../state/collection/collection-look.ts";
import { showPanel } from "../../state/navigation.ts";
import { usePublish } from "../../state/publish.ts";
import { CategoriesLens } from "./categories-lens.tsx";
import {
  cancelImport,
  keptImports,
  settleImport,
  startImport,
  useImportDraft,
} from "./collection-import.ts";
import { DifferenceLens } from "./difference-lens.tsx";
import { ExportRowsMenu } from "./export-rows-menu.tsx";
import { FirstSteps, OtherRetina } from "./first-steps.tsx";
import { focusSoon } from "./focus-soon.ts";
import { ImportPanel } from "./import-panel.tsx";
import { lineParts } from "./model/text-parts.ts";
import { useOpenProblem } from "./open-or-say.ts";
import { PointsLens } from "./points-lens.tsx";
import { useRowDesk } from "./row-desk.ts";
import { RowsLens } from "./rows-lens.tsx";
import { MarkedParts } from "./rows-table.tsx";
import { TimeLens } from "./time-lens.tsx";
import { TimePlayer, TimeStrip } from "./time-strip.tsx";
import { TopicsLens } from "./topics-lens.tsx";
import { UnderMap, WarmestPlaces } from "./under-map.tsx";
import {
  type OpenCollection,
  useCollection,
  useIsImporting,
  useLive,
  useOwnImport,
} from "./use-collection.ts";
import { WITH_CARD } from "./use-collection-on-map.ts";
import { useHeat } from "./use-heat.ts";
import { WordsLens } from "./words-lens.tsx";
import "./lenses.css";

export const LENS_PARTS: Readonly<
  Record<CollectionLens, ComponentType<{ readonly open: OpenCollection }>>
> = {
  rows: RowsLens,
  points: PointsLens,
  topics: TopicsLens,
  words: WordsLens,
  time: TimeLens,
  differences: DifferenceLens,
  categories: CategoriesLens,
  copies: CopiesLens,
};

/** What the centre shows of the rows. */
const LensTabs = memo(function LensTabs({ lens }: { readonly lens: CollectionLens }) {
  const box = useRef<HTMLDivElement>(null);
  useRegisterActions(
    LENSES.map((id) => ({
      ...lensAction(id),
      run: () => {
        showLens(id);
        // The next Tab leads into what the lens shows.
        focusSoon(() => box.current?.querySelector<HTMLElement>("input:checked"));
      },
    })),
  );
  return (
    <div className="lens-tabs fixed" ref={box}>
      <Choice label="Lens" isBare options={LENS_TITLES} value={lens} onChange={showLens} />
    </div>
  );
});

/** The table in the centre, or what leads to one. */
export function CollectionCentre() {
  const { draft } = useImportDraft();
  const open = useCollection();
  const isImporting = useIsImporting();
  const hasPoints = open !== null && !open.isForeign && draft === null;
  // Texts are read in the centre, as a line of them says nothing in a narrow column; points are looked at on the map.
  usePublish({ table: hasPoints && open.look.lens === "points" ? "left" : "centre" });
  return (
    <div className="results collection-centre">
      <OpenProblem />
      {draft ? (
        <ImportPanel draft={draft} />
      ) : (
        <>
          {open ? <OpenCentre key={open.info.name} open={open} /> : !isImporting && <BeforeOpen />}
          {/* Below: when an import ends, no row moves away from the pointer. */}
          <ImportBanner />
        </>
      )}
    </div>
  );
}

/** The name of a collection that is about to open; the first steps where there is none. */
function BeforeOpen() {
  const name = useOpenCollection();
  const { isPending } = useQuery(collectionsQuery());
  if (!isPending) return <FirstSteps />;
  return (
    <p className="collection-first muted" role="status">
      {name === "" ? "Listing the collections…" : `Opening ${name}…`}
    </p>
  );
}

function OpenProblem() {
  const { problem } = useOpenProblem();
  if (problem === null) return null;
  return (
    <Failure error={problem} doing="The last step">
      <Button size="small" onPress={() => useOpenProblem.setState({ problem: null })}>
        Close
      </Button>
    </Failure>
  );
}

function OpenCentre({ open }: { readonly open: OpenCollection }) {
  const { info, isForeign } = open;
  // A table takes longer to render than a map: chips, brush and map do not wait for it, nor for the player.
  const later = useDeferredValue(open);
  const hasCard = useRowDesk(({ card }) => card !== null);
  // Where the window has no room for both, the rows come before what restricts them.
  useEffect(() => showPanel("results"), []);
  if (isForeign) return <OtherRetina open={open} />;
  const date = info.roles.date;
  return (
    <>
      {/* Above the chips: whatever is brushed must not move away when a chip needs another line. */}
      {date !== undefined && (
        <div className="row gap-1 fixed">
          <TimeStrip open={open} column={date} />
          <TimePlayer open={later} column={date} />
        </div>
      )}
      <ChipsBar open={open} />
      <LensTabs lens={open.look.lens} />
      <LensPart open={later} />
      {!(hasCard && WITH_CARD.includes(open.look.lens)) && (
        <UnderMap>
          <WarmestPlaces />
        </UnderMap>
      )}
    </>
  );
}

const LensPart = memo(function LensPart({ open }: { readonly open: OpenCollection }) {
  const Lens = LENS_PARTS[open.look.lens];
  return <Lens open={open} />;
});

/** How many rows are left, and every restriction with its way out. */
function ChipsBar({ open }: { readonly open: OpenCollection }) {
  const { restrictions } = useLive(open).look;
  const { data } = useHeat(open);
  const total = open.info.rows;
  const isPart = data === undefined || data.rows !== total;
  useRegisterActions([
    {
      id: "collection.show-all",
      title: "Show all rows",
      group: "Collection",
      disabledBecause: restrictions.length === 0 ? "All rows are shown" : null,
      run: showAll,
    },
  ]);
  return (
    <div className="collection-chips row gap-1-3 wrap">
      <p className="collection-count figures" aria-live="polite">
        <strong>{data ? formatCount(data.rows) : "…"}</strong>
        {isPart && ` of ${formatCount(total)}`} {total === 1 ? "row" : "rows"}
      </p>
      {restrictions.length > 0 && (
        <ul aria-label="Restrictions">
          {restrictions.map((each) => (
            <li key={slotOf(each)}>
              <Chip
                onRemove={() => unrestrict(slotOf(each))}
                removeLabel={`Remove ${chipText(each)}`}
              >
                {chipText(each)}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {restrictions.length > 1 && (
        <Button size="small" tone="quiet" onPress={showAll}>
          Show all rows
        </Button>
      )}
      <ExportRowsMenu info={open.info} look={open.look} query={open.query} />
    </div>
  );
}

/** How far the import of the open collection is, or how it ended; nothing once all is well. */
const ImportBanner = memo(function ImportBanner() {
  const own = useOwnImport();
  // A service that was started again may go on by itself: nothing is said before it tells.
  const isKnown = !useQuery(tasksQuery()).isPending;
  const name = useOpenCollection();
  const kept = keptImports.use()[name];
  const goOn = useMutation({ mutationFn: startImport });
  const [closed, setClosed] = useState("");
  if (own && isUnderWay(own)) return <Running own={own} />;
  if (isKnown && kept !== undefined && own?.state !== "done")
    return (
      <div className="intake-banner row gap-2-3 wrap note" role="status">
        <p>
          {own?.error && own.state === "failed"
            ? `The import stopped: ${own.error.message}`
            : "The import of this collection was interrupted. The rows that were read can be used."}
        </p>
        <Button
          size="small"
          tone="primary"
          isDisabled={goOn.isPending}
          onPress={() => goOn.mutate(kept)}
        >
          Resume import
        </Button>
        <Button size="small" tone="quiet" onPress={() => settleImport(name)}>
          Dismiss
        </Button>
        {goOn.error && <Failure error={goOn.error} doing="Resuming the import" />}
      </div>
    );
  const report = own?.state === "done" && closed !== name ? own.report : undefined;
  const oddities = report ? oddSentence(report) : "";
  if (oddities === "") return null;
  return (
    <details className="intake-banner row gap-2-3 wrap note" role="status">
      <summary>{oddities}</summary>
      <ul>
        {report?.oddities.map(({ place, reason }) => (
          <li key={place + reason}>
            {place}: {reason}
          </li>
        ))}
      </ul>
      <Button size="small" tone="quiet" onPress={() => setClosed(name)}>
        Close
      </Button>
    </details>
  );
});

function Running({ own }: { readonly own: Task }) {
  const cancel = useMutation({ mutationFn: cancelImport });
  return (
    <div className="intake-banner row gap-2-3 wrap note">
      <progress value={own.fraction} max={1} aria-label={`Import of ${own.title}`} />
      <p className="figures">{progressWords(own)}</p>
      <Button size="small" isDisabled={cancel.isPending} onPress={() => cancel.mutate(own.id)}>
        Cancel the import
      </Button>
      {cancel.error && <Failure error={cancel.error} doing="Cancelling" />}
    </div>
  );
}

/** Of a file, not of its rows: nobody knows how many of them there are before its end is read. */
function progressWords({ counted: rows = 0, phase, fraction, remainingSeconds }: Task): string {
  // Why there is no row yet: it may wait for another import.
  if (rows === 0 && fraction === 0) return `${phase}…`;
  const ready = `${plural(rows, "row")} ready`;
  if (fraction >= 1) return `${ready}; the whole file is read; storing the last rows`;
  const rest = remainingSeconds === null ? [] : [restOfTime(remainingSeconds)];
  const doing = phase.endsWith("rows") ? [] : [phase];
  return [ready, `${formatShare(fraction)} of the file`, ...doing, ...rest].join("\u00a0· ");
}

function restOfTime(seconds: number): string {
  if (seconds < 90) return `${plural(Math.max(1, Math.round(seconds)), "second")} left`;
  return `${plural(Math.round(seconds / 60), "minute")} left`;
}

type Report = NonNullable<Task["report"]>;

function oddSentence(report: Report): string {
  const parts = [
    [report.withoutText, "without a text"],
    [report.withoutKnownWord, "without a known word"],
    [report.skipped, "that could not be read"],
    [report.repaired, "repaired while reading"],
  ] as const;
  const told = parts
    .filter(([rows]) => rows > 0)
    .map(([rows, what]) => `${plural(rows, "row")} ${what}`);
  if (report.unread > 0)
    told.push(`${plural(report.unread, "value")} that did not fit, stored in a separate column`);
  if (report.isChanged) told.push("the file changed while it was read: import it again");
  return told.join("\u00a0· ");
}

/** Groups of rows that say nearly the same, the largest first. */
function CopiesLens({ open }: { readonly open: OpenCollection }) {
  const query = useQuery({
    ...copiesQuery(open.info.name, open.query),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  return (
    <div className="lens-list column gap-3 grow scroll" data-stale={isPlaceholderData || undefined}>
      <Answer query={query} doing="Finding near-duplicates" waiting="Comparing the texts" />
      {data?.groups === 0 && (
        <Empty title="No near-duplicates">No two of these texts are nearly the same.</Empty>
      )}
      {data && data.groups > 0 && (
        <>
          <p className="muted figures">
            {plural(data.rows, "row")} in {plural(data.groups, "group")} are near-duplicates
            {data.groups > data.listed.length &&
              `; showing the ${formatCount(data.listed.length)} largest groups`}
            . Click a group to compare its rows.
          </p>
          <ol className="copies stack gap-0">
            {data.listed.map(({ ids, text }) => (
              <li key={ids[0]}>
                <button
                  className="row gap-3 pick"
                  type="button"
                  onClick={() =>
                    showRowsOf({ kind: "rows", ids, label: `${ids.length} near-duplicates` })
                  }
                >
                  <strong className="figures">{formatCount(ids.length)} ×</strong>
                  <span className="clip grow" dir="auto">
                    <MarkedParts parts={lineParts(text, [])} />
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
