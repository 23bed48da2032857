import { useQuery } from "@tanstack/react-query";
import { type ComponentType, memo, useDeferredValue, useRef } from "react";
import { collectionsQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Failure } from "../../components/controls/states.tsx";
import {
  type CollectionLens,
  LENS_TITLES,
  LENSES,
  lensAction,
} from "../../model/collection/look.ts";
import { chipText, slotOf } from "../../model/collection/restrictions.ts";
import { formatCount } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import {
  showAll,
  showLens,
  unrestrict,
  useOpenCollection,
} from "../../state/collection/collection-look.ts";
import { usePublish } from "../../state/publish.ts";
import { CategoriesLens } from "./categories-lens.tsx";
import { useImportDraft } from "./collection-import.ts";
import { CopiesLens } from "./copies-lens.tsx";
import { DifferenceLens } from "./difference-lens.tsx";
import { ExportRowsMenu } from "./export-rows-menu.tsx";
import { FirstSteps, OtherRetina } from "./first-steps.tsx";
import { focusSoon } from "./focus-soon.ts";
import { ImportBanner } from "./import-banner.tsx";
import { ImportPanel } from "./import-panel.tsx";
import { useOpenProblem } from "./open-or-say.ts";
import { PointsLens } from "./points-lens.tsx";
import { useRowDesk } from "./row-desk.ts";
import { RowsLens } from "./rows-lens.tsx";
import { TimeLens } from "./time-lens.tsx";

import { TimePlayer, TimeStrip } from "./time-strip.tsx";
import { TopicsLens } from "./topics-lens.tsx";
import { UnderMap, WarmestPlaces } from "./under-map.tsx";
import { type OpenCollection, useCollection, useIsImporting, useLive } from "./use-collection.ts";
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
